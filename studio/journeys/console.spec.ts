import type { Page } from "@playwright/test";
import { test as base, expect } from "./journey.ts";
import { look } from "./looks.ts";
import { Mill, type Opened } from "./mill.ts";
import { ask, make } from "./requests.ts";
import { Vendor } from "./vendor.ts";

const FAILED = "Nothing came of this description; please describe it in another way.";
const ALL_SCOPES = ["read", "operate", "money"];

interface Shared {
  vendor: Vendor;
  mill: Mill;
}

/** A service that buys its pictures from a vendor. */
const test = base.extend<Record<never, never>, Shared>({
  vendor: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape that fixtures have
    async ({}, use) => {
      const vendor = await new Vendor().start();
      await use(vendor);
      await vendor.close();
    },
    { scope: "worker" },
  ],
  mill: [
    async ({ vendor }, use) => {
      const mill = await new Mill(vendor.settings).start();
      await use(mill);
      await mill.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

function picture(mill: Mill, by: Opened): Promise<string> {
  return make(mill, by, "create-image", { prompt: "a lighthouse in fog", model: "nano-banana" });
}

function adminKey(mill: Mill, name: string, scopes: readonly string[]): string {
  const flags = scopes.flatMap((scope) => ["--scope", scope]);
  const ceiling = scopes.includes("money") ? ["--ceiling", "5000"] : [];
  return JSON.parse(mill.run("admin-keys", "create", name, ...flags, ...ceiling, "--json")).adminKey;
}

async function enter(page: Page, key: string): Promise<void> {
  await page.goto("/console");
  await page.getByLabel("Admin key").fill(key);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("navigation", { name: "Sections of the console" })).toBeVisible();
}

async function open(page: Page, section: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Sections of the console" })
    .getByRole("link", { name: section, exact: true })
    .click();
}

test("an operator has the failed runs of a broken engine made again, then suspends, exports and deletes an account", async ({
  page,
  mill,
  vendor,
}) => {
  test.slow();
  const ben = mill.openAccount("ben-of-the-console");
  const whole = await picture(mill, ben);
  await vendor.failJobs(2);
  await picture(mill, ben);
  await picture(mill, ben);
  const key = adminKey(mill, "grace", ALL_SCOPES);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.headers().authorization === key) asked.push(new URL(request.url()).pathname);
  });

  await page.goto("/");
  await page.getByRole("link", { name: "Console for operators" }).click();
  await page.getByLabel("Admin key").fill(ben.apiKey);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText("This admin key is not valid.");
  await page.getByLabel("Admin key").fill("mm_admin_nobody");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText("This admin key is not valid.");
  await page.getByLabel("Admin key").fill(key);
  await page.getByRole("button", { name: "Continue" }).click();

  await open(page, "Failures");
  const cause = page.getByRole("row").filter({ hasText: FAILED });
  await expect(cause.getByRole("cell").nth(1)).toHaveText("fal");
  await expect(cause.getByRole("cell").nth(3)).toHaveText("2");
  await cause.getByRole("button", { name: "Make these again" }).click();
  await cause.getByRole("button", { name: "Make up to 2 again?" }).click();
  await expect(cause.getByText("2 are made again.")).toBeVisible();
  await cause.getByRole("link", { name: "Look at them" }).click();
  await expect(page.getByText("Made again as")).toHaveCount(2);
  await page.getByLabel("Status").selectOption("success");
  await page.getByLabel("Reason, in full").fill("");
  await page.getByLabel("Reason, in full").press("Enter");
  await page.getByLabel("Account: address or id").fill(ben.email);
  await page.getByLabel("Account: address or id").press("Enter");
  await expect(page.getByText("3 in all")).toBeVisible();

  await page.locator(`a[href="/console/generations/${whole}"]`).click();
  await page.getByRole("button", { name: "Refund" }).click();
  await expect(page.getByText("Done", { exact: true }).last()).toBeVisible();
  await page.getByRole("button", { name: "Refund" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /refunded/ })).toBeVisible();

  await open(page, "Accounts");
  await page.getByLabel("Part of an address, or an id").fill("OF-THE-CONSOLE");
  await page.getByLabel("Part of an address, or an id").press("Enter");
  await expect(page.getByText("1 in all", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: ben.email }).click();
  for (const _ of [1, 2]) {
    const form = page.getByRole("form", { name: "Adjust credits" });
    await form.getByLabel("Credits").fill("100");
    await form.getByLabel("Reference").fill("invoice 7");
    await form.getByRole("button").click();
    await expect(page.getByText("reference invoice 7")).toHaveCount(1);
  }
  await page.getByLabel("Reason, for other operators").fill("chargeback");
  await page.getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("suspended", { exact: true })).toBeVisible();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export everything" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^acc_\w+\.zip$/);
  const end = page.getByRole("form", { name: "Delete the account" });
  await end.getByLabel(`Type ${ben.email} to confirm`).fill("somebody-else@example.com");
  await expect(end.getByRole("button")).toBeDisabled();
  await end.getByLabel(`Type ${ben.email} to confirm`).fill(ben.email);
  await end.getByRole("button").click();
  await expect(page.getByRole("heading", { name: "Deleted account" })).toBeVisible();

  await open(page, "Audit log");
  for (const act of ["failures.retry", "generation.refund", "account.adjust", "account.suspend", "account.delete"]) {
    await expect(page.getByRole("row", { name: act }).first()).toBeVisible();
  }
  expect(asked.filter((path) => !path.startsWith("/admin/"))).toEqual([]);
  await page.reload();
  await expect(page.getByLabel("Admin key")).toHaveValue("");
});

test("an operator opens an account, stops a pool and a model, and sees what a vendor refuses", async ({
  page,
  mill,
  vendor,
}) => {
  test.slow();
  await enter(page, adminKey(mill, "mae", ALL_SCOPES));
  await open(page, "Accounts");
  const form = page.getByRole("form", { name: "Open an account" });
  await form.getByLabel("Address").fill("cem@example.com");
  await form.getByLabel("First credits").fill("500");
  await form.getByRole("button").click();
  await expect(page.getByText(/^mm_\w+/)).toBeVisible();
  const cem = { email: "cem@example.com", apiKey: await page.getByText(/^mm_\w+/).innerText() };
  await form.getByLabel("Address").fill("cem@example.com");
  await form.getByRole("button").click();
  await expect(page.getByRole("alert").filter({ hasText: "already an account" })).toBeVisible();

  await open(page, "Work");
  const pool = page
    .getByRole("row")
    .filter({ has: page.getByRole("cell", { name: "gpu", exact: true }) })
    .first();
  await pool.getByRole("button", { name: /^Pause/ }).click();
  await page.getByRole("dialog").getByLabel("Reason, for other operators").fill("new cards");
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await expect(pool.getByText("paused", { exact: true })).toBeVisible();
  await expect(page.locator(".table-frame:focus-within")).toHaveCount(1);
  await pool.getByRole("button", { name: /^Resume/ }).click();
  await expect(pool.getByText("open", { exact: true })).toBeVisible();
  await expect(page.locator(".table-frame:focus-within")).toHaveCount(1);

  await vendor.refuseKey();
  await ask(mill, cem, "create-image", { prompt: "a mill", model: "nano-banana" });
  await open(page, "Engines");
  await expect(page.getByText(/does not take the key/).first()).toBeVisible();
  await look(page, "console-engines", { isBrief: true });
  await open(page, "Generations");
  await page
    .getByRole("button", { name: /^Cancel/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^Cancel it for good/ }).click();
  await expect(page.getByRole("row").filter({ hasText: "Canceled" }).first()).toBeVisible();
  await open(page, "Alerts");
  await expect(page.getByText(/key refused/).first()).toBeVisible();
  await look(page, "console-alerts", { isBrief: true });
});

test("an operator makes vouchers and a key, each shown once, and revokes them", async ({ page, mill }) => {
  const eve = mill.openAccount("eve-of-the-console");
  await enter(page, adminKey(mill, "nia", ALL_SCOPES));
  await open(page, "Vouchers");
  const form = page.getByRole("form", { name: "Make vouchers" });
  await form.getByLabel("What for").fill("spring");
  await form.getByLabel("Credits").fill("50");
  await form.getByLabel("How many").fill("2");
  await form.getByRole("button").click();
  await expect(page.getByText("The codes are shown only now")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "spring" })).toHaveCount(2);
  const [code = ""] = (await page.locator(".console-secret code").innerText()).split("\n");
  const redeemed = await fetch(`${mill.address}/ext/vouchers/redeem`, {
    method: "POST",
    headers: { Authorization: eve.apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  expect(redeemed.status).toBe(200);
  await expect(page.getByRole("cell", { name: "1 of 1" })).toBeVisible();
  await page.getByRole("button", { name: "Revoke spring" }).first().click();
  await page.getByRole("button", { name: "Revoke for good? spring" }).click();
  await expect(page.getByText("revoked", { exact: true })).toHaveCount(1);

  await page.goto(`/console/accounts/${eve.email}`); // which forgets the key
  await page.getByLabel("Admin key").fill(adminKey(mill, "nia", ALL_SCOPES));
  await page.getByRole("button", { name: "Continue" }).click();
  const keys = page.getByRole("form", { name: "Create a key" });
  await keys.getByLabel("Name").fill("laptop");
  await keys.getByLabel("run").uncheck();
  await keys.getByLabel("manage").uncheck();
  await keys.getByRole("button").click();
  const made = await page.locator(".console-secret code").innerText();
  const asked = await fetch(`${mill.address}/api/account`, { headers: { Authorization: made } });
  expect(asked.status).toBe(200);
  await expect(page.getByRole("row").filter({ hasText: "laptop" }).getByRole("cell").nth(1)).toHaveText("read");
  await page.getByRole("button", { name: "Revoke laptop" }).click();
  await page.getByRole("button", { name: "Revoke for good? laptop" }).click();
  await expect(page.getByRole("row").filter({ hasText: "laptop" })).toContainText("revoked");
});

test("a list follows what happens without moving what is being read", async ({ page, mill }) => {
  const fay = mill.openAccount("fay-of-the-console");
  const input = { prompt: "a mill", model: "flux-2-flex" };
  const first = await make(mill, fay, "create-image", input);
  await enter(page, adminKey(mill, "sol", ["read"]));
  await page.getByRole("link", { name: "Generations", exact: true }).click();
  await page.getByLabel("Account: address or id").fill(fay.email);
  await page.getByLabel("Account: address or id").press("Enter");
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await expect(rows).toHaveCount(1);
  const second = await ask(mill, fay, "create-image", input);

  await page.getByRole("button", { name: "Show 1 newer" }).waitFor();
  await expect(rows).toHaveCount(1);
  await expect(rows.first().locator(`a[href="/console/generations/${first}"]`)).toBeVisible();
  await page.getByRole("button", { name: "Show 1 newer" }).click();
  await expect(rows.first().locator(`a[href="/console/generations/${second}"]`)).toBeVisible();
  await expect(rows.first().getByText("Done")).toBeVisible();
});

test("a key that may only read is told so where the act was", async ({ page, mill }) => {
  await enter(page, adminKey(mill, "ivo", ["read"]));
  const form = page.getByRole("form", { name: "Maintenance" });
  await form.getByRole("button", { name: "Begin maintenance" }).click();

  await expect(page.getByRole("alert").filter({ hasText: "its scopes are read" })).toBeVisible();
});

const SECTIONS = [
  "Overview",
  "Generations",
  "Failures",
  "Work",
  "Workers",
  "Accounts",
  "Vouchers",
  "Deliveries",
  "Usage",
  "Settings",
];

test("every section can be used by everybody", async ({ page, mill }) => {
  test.slow();
  const dora = mill.openAccount("dora-of-the-console");
  const id = await make(
    mill,
    dora,
    "create-image",
    { prompt: "a mill", model: "flux-2-flex" },
    "https://hooks.example.com/made",
  );
  await page.goto("/console");
  await look(page, "console-door");
  await enter(page, adminKey(mill, "lou", ALL_SCOPES));
  for (const section of SECTIONS) {
    await open(page, section);
    await expect(page.locator(".console h2").first()).toBeAttached();
    await expect(page.getByText("Loading …")).toHaveCount(0);
    await look(page, `console-${section.toLowerCase()}`, { isBrief: true });
  }
  await open(page, "Deliveries");
  await page.locator(`a[href="/console/deliveries/${id}"]`).click();
  await expect(page.getByText("Body", { exact: true })).toBeVisible();
  await look(page, "console-delivery", { isBrief: true });
  await page.getByRole("link", { name: "gen_" }).first().click();
  await expect(page.getByRole("heading", { name: "create-image/" })).toBeVisible();
  await look(page, "console-generation", { isBrief: true });
  await page.getByRole("link", { name: "acc_" }).first().click();
  await expect(page.getByRole("heading", { name: dora.email })).toBeVisible();
  await look(page, "console-account", { isBrief: true });
});
