import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const STUDIO = resolve(import.meta.dirname, "..");
const LINES_MAX = 400;
const FOLDERS = ["src", "tests", "journeys", "../packages/client-js/src", "../packages/client-js/tests"];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(resolve(STUDIO, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|css)$/.test(name))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(resolve(STUDIO, folder, name), "utf8") })),
);

test("no file is longer than can be read at once", () => {
  const long = FILES.filter(({ text }) => text.split("\n").length > LINES_MAX).map(({ name }) => name);

  expect(FILES.length).toBeGreaterThan(50);
  expect(long).toEqual([]);
});

test("no style is written into markup, which the policy refuses", () => {
  const inline = FILES.filter(({ name, text }) => name.endsWith("tsx") && /style="|dangerouslySetInnerHTML/.test(text));

  expect(inline.map(({ name }) => name)).toEqual([]);
});

test("no file asks anybody but the service", () => {
  const outside = FILES.filter(
    ({ name, text }) => name.startsWith("src") && /["'`(]https?:\/\/(?!www\.w3\.org)\w/.test(text),
  );

  expect(outside.map(({ name }) => name)).toEqual([]);
});
