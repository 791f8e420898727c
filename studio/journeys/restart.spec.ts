import { expect, signIn, test, watch } from "./journey.ts";
import { Mill } from "./mill.ts";

test("a service that is restarted while a run is under way goes on with it, and so does the page", async ({
  browser,
}) => {
  const mill = await new Mill().start();
  const page = await browser.newPage({ baseURL: mill.address });
  const noticed = watch(page, mill.address);
  await signIn(page, mill.openAccount("ada").apiKey);
  await page.getByRole("button", { name: "Create video" }).click();
  await page.getByRole("button", { name: "Waves at night" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.locator("article")).toHaveCount(1);
  await mill.kill();
  await expect(page.getByText("does not answer")).toBeVisible();
  await mill.start();

  await expect(page.locator("article")).toHaveAttribute("data-status", "success", { timeout: 90_000 });
  await expect(page.getByText("does not answer")).toBeHidden();
  expect(noticed).toEqual([]);
  await page.close();
  await mill.close();
});
