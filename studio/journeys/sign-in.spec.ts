import { expect, signIn, test } from "./journey.ts";

test("the printed link signs in once, and leaves nothing in the address", async ({ page, mill, browser }) => {
  await page.goto(mill.link);
  await expect(page.getByText("credits")).toBeVisible();
  expect(page.url()).toBe(`${mill.address}/`);

  const second = await browser.newPage();
  await second.goto(mill.link);
  await expect(second.getByLabel("API key")).toBeVisible();
  await expect(second.getByText("used already")).toBeVisible();
  await second.close();
});

test("a wrong key is refused at its field", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("API key").fill("mm_live_nobody");
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("alert")).toHaveText("This key is not valid.");
});

test("a key that is revoked while the page is open ends the session", async ({ page, mill }) => {
  const ben = mill.openAccount("ben");
  await signIn(page, ben.apiKey);
  mill.run("keys", "revoke", ben.apiKey);
  await expect(async () => {
    for (const name of ["History", "Studio"]) {
      const link = page.getByRole("link", { name, exact: true });
      if (await link.isVisible()) await link.click({ timeout: 1_000 });
    }
    await expect(page.getByText("revoked or has expired")).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test("the API reference shows every operation and can be tried", async ({ page, ada }) => {
  await page.goto("/docs");
  await page.locator("#operations-account-getAccount button").first().click();
  await page.getByRole("button", { name: "Execute" }).click();

  await expect(page.locator(".live-responses-table")).toContainText(ada.email);
});
