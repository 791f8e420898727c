import { expect, test } from "vitest";
import { rowsOf } from "../src/pages/console/csv.ts";

test.each([
  ["", []],
  [
    "day,runs\r\n2026-11-22,3\r\n",
    [
      ["day", "runs"],
      ["2026-11-22", "3"],
    ],
  ],
  [
    'tool,runs\r\n"a, ""quoted""\r\nname",1\r\n',
    [
      ["tool", "runs"],
      ['a, "quoted"\r\nname', "1"],
    ],
  ],
  [
    "a,\r\n,b",
    [
      ["a", ""],
      ["", "b"],
    ],
  ],
])("the rows of %j", (text, rows) => {
  expect(rowsOf(text)).toEqual(rows);
});

test("what is no table is not guessed at", () => {
  expect(() => rowsOf('a"b,c')).toThrow();
});
