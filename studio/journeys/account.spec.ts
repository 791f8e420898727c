import { expect, signIn, test } from "./journey.ts";
import { look } from "./looks.ts";
import { make } from "./requests.ts";

test("an account shows its balance, its use and its ledger", async ({ page, mill, ada }) => {
  await make(mill, ada, "create-image", { prompt: "a lighthouse in fog" });
  await page.getByRole("link", { name: "Account" }).click();

  await expect(page.getByText("992", { exact: true }).last()).toBeVisible();
  await expect(page.getByRole("img", { name: "8 in the last 30 days" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Charged/ })).toContainText("-8");
  await expect(page.getByRole("row", { name: /Granted/ })).toContainText("+1,000");
  await look(page, "account");
});

test("a key is made, shown once, used with its rights, and revoked", async ({ page, mill, ada, browser }) => {
  await page.goto("/account");
  await page.getByRole("button", { name: "Create a key" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("nightly renders");
  await form.getByLabel(/^manage/).uncheck();
  await form.getByLabel("Credits per day, at most").fill("40");
  await form.getByText("All tools").click();
  await form.getByLabel("Create image").check();
  await look(page, "account-key");
  await form.getByRole("button", { name: "Create a key" }).click();

  const apiKey = (await page.locator(".new-key code").textContent()) ?? "";
  expect(apiKey).toMatch(/^mm_live_/);
  const row = page.getByRole("row", { name: /nightly renders/ });
  await expect(row).toContainText("read, run; only create-image");
  await expect(row).toContainText("40 of 40 left per day");
  expect((await fetch(`${mill.address}/ext/keys`, { headers: { Authorization: apiKey } })).status).toBe(403);
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.locator(".new-key")).toHaveCount(0);

  const other = await browser.newPage();
  await signIn(other, apiKey);
  await other.goto(`${mill.address}/account`);
  await expect(other.getByRole("heading", { name: "Ledger" })).toBeVisible();
  await expect(other.getByRole("heading", { name: "API keys" })).toHaveCount(0);
  await other.close();

  await row.getByRole("button", { name: "Revoke" }).click();
  await row.getByRole("button", { name: "Revoke for good?" }).click();
  await expect(row).toContainText("revoked");
  expect(ada.apiKey).not.toBe(apiKey);
  await expect(async () => {
    const answer = await fetch(`${mill.address}/api/account`, { headers: { Authorization: apiKey } });
    expect(answer.status).toBe(401);
  }).toPass();
});

test("a voucher is redeemed once", async ({ page, mill, ada }) => {
  expect(ada.apiKey).toBeTruthy();
  const made: { code: string }[] = JSON.parse(mill.run("vouchers", "create", "spring", "250", "--json"));
  await page.goto("/account");
  const code = page.getByLabel("Code of a voucher");
  await code.fill(made[0]?.code ?? "");
  await code.press("Enter");
  await expect(page.getByText("250 credits added.")).toBeVisible();
  await expect(page.locator(".account-balance")).toContainText("1,250");
  await expect(page.getByRole("row", { name: /\+250/ })).toBeVisible();

  await code.fill(made[0]?.code ?? "");
  await code.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "There is no such voucher" })).toBeVisible();
});
