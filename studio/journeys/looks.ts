import { mkdirSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const FOLDER = new URL("../pictures/", import.meta.url).pathname;
const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } };
const LOOKING_MILLISECONDS = 120_000; // four pictures, each examined; more on a busy machine
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const SCHEMES = ["light", "dark"] as const;
const EXAMINED_BRIEFLY = ["desktop light", "phone dark"];
const FADED_MILLISECONDS = 200; // by then colors that change slowly have changed

interface Looking {
  /** What is not ours to judge. */
  exclude?: string;
  /** Look at all of the page, not only at what fits the window. */
  fullPage?: boolean;
  /** Examine two of the four pictures, where many pages are made of the same parts. */
  isBrief?: boolean;
}

/** The page as it is now, light and dark, on a desk and on a phone: kept as pictures, usable by everybody, never too wide. */
export async function look(page: Page, name: string, how: Looking = {}): Promise<void> {
  const { fullPage = false, isBrief = false } = how;
  test.info().setTimeout(test.info().timeout + LOOKING_MILLISECONDS);
  mkdirSync(FOLDER, { recursive: true });
  const faults: string[] = [];
  for (const [device, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.waitForTimeout(FADED_MILLISECONDS);
      await page.evaluate(drawn);
      await page.screenshot({ path: `${FOLDER}${name}-${device}-${colorScheme}.png`, fullPage });
      if (isBrief && !EXAMINED_BRIEFLY.includes(`${device} ${colorScheme}`)) continue;
      for (const fault of await examine(page, colorScheme === "dark", how)) faults.push(`${device} ${fault}`);
    }
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (tooWide > 0) faults.push(`${device}: ${tooWide} pixels too wide`);
  }
  await page.setViewportSize(SIZES.desktop);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
  expect(faults, name).toEqual([]);
}

/** What axe finds wrong. The dark scheme differs in nothing but colors: there it looks at those alone. */
async function examine(page: Page, isDark: boolean, { exclude }: Looking): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(); // one document without frames: no other page is opened for it
  if (exclude) axe.exclude(exclude);
  const { violations } = await (isDark ? axe.withRules("color-contrast") : axe.withTags(TAGS)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`);
}

/** Once the page has been drawn anew, in the colors that it was given. */
function drawn(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
