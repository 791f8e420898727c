import { expect, test } from "vitest";
import { columnsIn, gridPixels, rangeAt, reachable } from "../src/parts/grid-range.ts";

const SHAPE = { columns: 5, rowPixels: 240, total: 100_000 };

test.each([
  [360, 2],
  [320, 1],
  [1240, 6],
  [100, 1],
])("%i pixels have room for %i columns", (width, columns) => {
  expect(columnsIn(width, 168, 14)).toBe(columns);
});

test("only what is on the screen is drawn, with two rows around it", () => {
  expect(rangeAt(0, 900, SHAPE)).toEqual({ first: 0, last: 29 });
  expect(rangeAt(2_400_000, 900, SHAPE)).toEqual({ first: 49_990, last: 50_029 });
});

test("the end of the list is the end of the range", () => {
  expect(rangeAt(gridPixels(SHAPE) - 900, 900, SHAPE).last).toBe(99_999);
  expect(rangeAt(0, 900, { ...SHAPE, total: 7 })).toEqual({ first: 0, last: 6 });
});

test("a screen below a list that became short shows its last row", () => {
  expect(rangeAt(90_000, 900, { ...SHAPE, total: 12 })).toEqual({ first: 10, last: 11 });
});

test("a hundred thousand are reached on every screen, and a grid is never higher than a browser draws", () => {
  expect(reachable(100_000, 2, 240)).toBe(100_000);
  expect(gridPixels({ columns: 1, rowPixels: 240, total: reachable(9_000_000, 1, 240) })).toBeLessThanOrEqual(
    16_000_000,
  );
});
