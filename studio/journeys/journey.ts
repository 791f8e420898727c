import { test as base, expect, type Page } from "@playwright/test";
import { Mill, type Opened } from "./mill.ts";
import { Receiver } from "./receiver.ts";

interface Fixtures {
  /** Somebody with a thousand credits, signed in. */
  ada: Opened;
}

/** Journeys share one service; each watches that the page stays quiet, keeps to its policy and asks nobody else. */
export const test = base.extend<Fixtures, { mill: Mill; receiver: Receiver }>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape that fixtures have
    async ({}, use) => {
      const receiver = await new Receiver().open();
      await use(receiver);
      await receiver.close();
    },
    { scope: "worker" },
  ],
  mill: [
    async ({ receiver }, use) => {
      const mill = await new Mill("", receiver.settings).start();
      await use(mill);
      await mill.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ mill }, use) => use(mill.address),
  page: async ({ page, mill }, use) => {
    const noticed = watch(page, mill.address);
    await use(page);
    expect(noticed).toEqual([]);
  },
  ada: async ({ page, mill }, use, info) => {
    const account = mill.openAccount(`ada-${info.testId}-${info.retry}`);
    await signIn(page, account.apiKey);
    await use(account);
  },
});

export { expect };

/** Sign in as somebody who types their key. */
export async function signIn(page: Page, key: string): Promise<void> {
  await page.goto("/");
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
}

/** What a page says in its console, and whom it asks but the service. */
export function watch(page: Page, address: string): string[] {
  const noticed: string[] = [];
  page.on("console", (message) => {
    if (!isAboutAnAnswer(message.text())) noticed.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => noticed.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== address) noticed.push(request.url());
  });
  return noticed;
}

/** Chromium itself writes a line for each answer that is an error, and for each that does not come. */
function isAboutAnAnswer(text: string): boolean {
  return text.startsWith("Failed to load resource: ");
}
