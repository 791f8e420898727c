import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const BUILT = `${resolve(import.meta.dirname, "../../packages/mediamill/src/mediamill/http/static/page")}/`;
const FIRST_LOAD_BYTES_MAX = 60_000; // gzip, without 3D

/** What the document and a page's script load before anything is clicked. */
function firstLoad(page: string): string[] {
  const index = readFileSync(`${BUILT}index.html`, "utf8");
  const entries = [...index.matchAll(/\/static\/page\/(assets\/[^"]+)/g)].map((found) => found[1] ?? "");
  const scripts = entries.filter((name) => name.endsWith(".js"));
  const mentioned = scripts.flatMap((name) => [
    ...readFileSync(BUILT + name, "utf8").matchAll(new RegExp(`${page}-[\\w-]+\\.(?:js|css)`, "g")),
  ]);
  const found = new Set([...entries, ...mentioned.map((one) => `assets/${one[0]}`)]);
  for (const name of found) {
    if (!name.endsWith(".js")) continue;
    for (const [, imported] of readFileSync(BUILT + name, "utf8").matchAll(/from"\.\/([\w.-]+\.js)"/g)) {
      found.add(`assets/${imported}`);
    }
  }
  return [...found];
}

function packedBytes(names: string[]): number {
  return names.reduce((sum, name) => sum + statSync(`${BUILT}${name}.gz`).size, 0);
}

test("Studio is there after 60 KB", () => {
  const names = firstLoad("studio-page");

  expect(names.length).toBeGreaterThanOrEqual(3);
  expect(packedBytes([...names, "index.html"])).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
});
