import type { Page } from "@playwright/test";
import { expect, test } from "./journey.ts";
import { newest, pick } from "./making.ts";

const KINDS = [
  { kind: "Images", models: 2, viewer: ".image-frame img" },
  { kind: "Video", models: 1, viewer: "video" },
  { kind: "Sound", models: 8, viewer: ".sound[data-ready] .wave" },
  { kind: "3D", models: 7, viewer: ".viewer[data-ready] canvas" },
];
const MAKING = { timeout: 120_000 }; // for everything that one kind of tool makes, on a busy machine

for (const { kind, models, viewer } of KINDS) {
  test(`${kind}: every tool and model from the form to its viewer`, async ({ page, ada }) => {
    test.slow();
    expect(ada.apiKey).toBeTruthy();
    await page.emulateMedia({ reducedMotion: "reduce" }); // motions play when they are asked to
    const shown = (card: ReturnType<typeof newest>) => expect(card.locator(viewer).first()).toBeVisible(MAKING);
    await page.getByRole("group", { name: "Kinds" }).getByRole("button", { name: kind, exact: true }).click();
    const cards = page.locator("article");
    let made = 0;
    for (const tool of await page.locator(".tool strong").allTextContents()) {
      await pick(page, tool);
      const choices = page.getByRole("group", { name: "Model" }).getByRole("button");
      for (let index = 0; index < Math.max(1, await choices.count()); index++) {
        if (await choices.count()) await choices.nth(index).click();
        await runShortly(page);
        made += 1;
        await expect(cards).toHaveCount(made);
        if (kind === "3D") await shown(newest(page)); // no more than a few scenes are kept at once
      }
    }

    expect(made).toBe(models);
    for (const card of await cards.all()) {
      await expect(card).toHaveAttribute("data-status", "success", MAKING);
      if (kind !== "3D") await shown(card);
    }
    await expect(page.locator(".notice.bad")).toHaveCount(0);
  });
}

/** Run the first example of the model that is chosen, as short as it can be. */
async function runShortly(page: Page): Promise<void> {
  await page.locator(".example").first().click();
  await expect(page.locator(".price")).toContainText(/left afterwards|Free/);
  const seconds = page.locator("input#field-duration");
  if (await seconds.count()) await seconds.fill((await seconds.getAttribute("min")) ?? "3");
  else if (await page.locator("#field-duration button").count())
    await page.locator("#field-duration button").first().click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
}
