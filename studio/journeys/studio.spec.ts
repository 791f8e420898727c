import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";
import { look } from "./looks.ts";
import { isDone, newest, pick, run } from "./making.ts";

test("a newcomer's first picture takes four clicks", async ({ page, mill }) => {
  const clicks: string[] = [];
  const click = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).click();
    clicks.push(name);
  };
  await signIn(page, mill.openAccount("newcomer").apiKey);
  await click("Create image");
  await click("Lighthouse in fog");
  await click("Run");
  await isDone(page);

  await expect(newest(page).getByRole("img")).toBeVisible();
  await expect(page.locator(".balance")).toContainText("992");
  expect(clicks.length).toBeLessThanOrEqual(5);
});

test("a motion is scrubbed, and a still scene draws nothing", async ({ page, ada }) => {
  expect(ada.apiKey).toBeTruthy();
  await run(page, "3D motion", "Jump and sit");
  await isDone(page);
  await expect(newest(page).locator(".viewer[data-ready]")).toBeVisible({ timeout: 60_000 });
  await newest(page).getByLabel("Position").fill("1.5");

  await expect(newest(page)).toContainText("0:01.5 / 0:04.0");
  await expect(newest(page).getByRole("button", { name: "Play" })).toBeVisible();
});

test("a recording is dropped, split into every stem, and one stem is heard alone", async ({ page, ada, mill }) => {
  expect(ada.apiKey).toBeTruthy();
  await pick(page, "Song splitter");
  await dropSample(page, mill.address);
  await expect(page.locator(".file audio")).toBeVisible();
  const all = page.getByRole("button", { name: "All 4 stems (12 credits)" });
  await all.click();
  await expect(page.locator('article[data-status="success"]')).toHaveCount(4, { timeout: 90_000 });
  await newest(page).getByRole("button", { name: "Hear side by side" }).click();
  await expect(page.locator(".tracks[data-ready]")).toBeVisible();
  await expect(page.locator(".track")).toHaveCount(5);
  await page.getByRole("button", { name: "Solo drums" }).click();

  await expect(page.locator(".track[data-silent]")).toHaveCount(4);
});

/** Drop the song that ships with the page onto the field. */
async function dropSample(page: Page, address: string): Promise<void> {
  const files = await page.evaluateHandle(async (from) => {
    const scripts = performance.getEntriesByType("resource").map((entry) => entry.name);
    const studio = scripts.find((name) => name.includes("studio-page")) ?? "";
    const song = /assets\/(song-[\w-]+\.mp3)/.exec(await (await fetch(studio)).text())?.[1];
    const transfer = new DataTransfer();
    transfer.items.add(new File([await (await fetch(`${from}/static/page/assets/${song}`)).blob()], "song.mp3"));
    return transfer;
  }, address);
  await page.locator(".file").dispatchEvent("drop", { dataTransfer: files });
}

test("a fault is shown at its field, and goes when the field changes", async ({ page, ada }) => {
  expect(ada.apiKey).toBeTruthy();
  await pick(page, "Create image");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const prompt = page.getByLabel("Prompt");
  await expect(prompt).toHaveAttribute("aria-invalid", "true");
  await expect(prompt).toBeFocused();
  await prompt.fill("a heron");

  await expect(prompt).toHaveAttribute("aria-invalid", "false");
});

test("form and JSON say the same", async ({ page, ada }) => {
  expect(ada.apiKey).toBeTruthy();
  await pick(page, "Create image");
  await page.getByLabel("Prompt").fill("a heron");
  await page.getByRole("button", { name: "JSON" }).click();
  await expect(page.getByLabel("Input", { exact: true })).toHaveValue(/"prompt": "a heron"/);
  await page.getByLabel("Input", { exact: true }).fill('{"prompt": "an owl", "aspect_ratio": "9:16"}');
  await page.getByRole("button", { name: "Form", exact: true }).click();

  await expect(page.getByLabel("Prompt")).toHaveValue("an owl");
  await expect(page.getByRole("button", { name: "9:16" })).toHaveAttribute("aria-pressed", "true");
});

test("a filled form is kept under a name, used, renamed and deleted, by keyboard alone", async ({ page, ada }) => {
  expect(ada.apiKey).toBeTruthy();
  await pick(page, "Create image");
  await page.getByLabel("Prompt").fill("a heron");
  const keep = page.getByRole("button", { name: "Keep this form …" });
  await keep.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByLabel("Name").focus();
  await page.keyboard.type("Heron");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(keep).toBeFocused();

  await page.reload();
  await page.getByRole("button", { name: "Heron", exact: true }).click();
  await expect(page.getByLabel("Prompt")).toHaveValue("a heron");
  await page.getByRole("button", { name: "Change “Heron”" }).press("Enter");
  await look(page, "preset");
  await page.getByRole("dialog").getByLabel("Name").fill("Grey heron");
  await page.getByRole("button", { name: "Rename" }).press("Enter");
  await page.getByRole("button", { name: "Change “Grey heron”" }).press("Enter");
  await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Delete for good?" }).press("Enter");
  await expect(page.getByRole("button", { name: "Grey heron", exact: true })).toHaveCount(0);
});

test("somebody without credits is told before and at the run", async ({ page, mill }) => {
  await signIn(page, mill.openAccount("cleo", 3).apiKey);
  await pick(page, "Create image");
  await page.getByLabel("Prompt").fill("a heron");
  await expect(page.locator(".price")).toContainText("more than the 3 you have");
  await page.getByRole("button", { name: "Run", exact: true }).click();

  await expect(page.getByRole("alert").filter({ hasText: "Insufficient credits" })).toBeVisible();
});

test("a result goes into another tool", async ({ page, ada }) => {
  expect(ada.apiKey).toBeTruthy();
  await run(page, "Text to speech", "The mill");
  await isDone(page);
  await newest(page).getByLabel("Use in …").selectOption({ label: "Voice isolator" });
  await expect(page.getByRole("heading", { name: "Voice isolator" })).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.locator("article")).toHaveCount(2);
  await isDone(page);
});

test("a stretch of a sound is marked and repeated by keyboard", async ({ page, ada }) => {
  expect(ada.apiKey).toBeTruthy();
  await run(page, "Drum generator", "Loop 42");
  await isDone(page);
  const wave = newest(page).getByRole("slider", { name: "Position" });
  await expect(newest(page).locator(".sound[data-ready]")).toBeVisible();
  await wave.press("ArrowRight");
  await expect(wave).toHaveAttribute("aria-valuenow", "1");
  for (const _ of [1, 2]) await wave.press("Shift+ArrowRight");
  await expect(newest(page).locator(".wave-region")).toBeVisible();
  await newest(page).getByRole("button", { name: "Play" }).press("Enter");
  await expect(newest(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await newest(page).getByRole("button", { name: "Whole sound" }).press("Enter");
  await expect(newest(page).locator(".wave-region")).toHaveCount(0);
});

test("what is deleted is gone", async ({ page, ada }) => {
  expect(ada.apiKey).toBeTruthy();
  await run(page, "Drum generator", "Loop 7");
  await isDone(page);
  await newest(page).getByRole("button", { name: "Details" }).click();
  await expect(newest(page)).toContainText("Engine");
  await newest(page).getByRole("button", { name: "Delete" }).click();

  await expect(page.locator("article")).toHaveCount(0);
});
