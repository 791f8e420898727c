import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** Pick a tool, whatever is shown now. */
export async function pick(page: Page, tool: string): Promise<void> {
  const others = page.getByRole("button", { name: "All tools" });
  const wanted = page.getByRole("button", { name: tool, exact: true });
  await expect(others.or(wanted).first()).toBeVisible();
  if (await others.isVisible()) await others.click();
  await wanted.click();
}

/** Fill the form with an example and run it. */
export async function run(page: Page, tool: string, example: string): Promise<void> {
  await pick(page, tool);
  await page.getByRole("button", { name: example, exact: true }).click();
  await expect(page.locator(".price")).toContainText(/left afterwards|Free/);
  const before = await page.locator("article").count();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.locator("article")).toHaveCount(before + 1);
}

/** The card of what was run last. */
export const newest = (page: Page) => page.locator("article").first();

/** Wait for the last run's success. */
export async function isDone(page: Page): Promise<void> {
  await expect(newest(page)).toHaveAttribute("data-status", "success", { timeout: 90_000 });
}
