import type { Page } from "@playwright/test";

type Watching = typeof globalThis & { tasks?: number[] };

/** From the next document on, note how long each task of the page takes that keeps it from answering. */
export async function watchTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    (globalThis as Watching).tasks = tasks;
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
      type: "longtask",
    });
  });
}

/** Milliseconds of the longest so far; 0 where none was noticed. */
export async function longestTask(page: Page): Promise<number> {
  return Math.max(0, ...(await page.evaluate(() => (globalThis as Watching).tasks ?? [])));
}

/** Begin anew. */
export async function forgetTasks(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as Watching).tasks?.splice(0));
}
