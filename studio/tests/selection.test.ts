// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { outcomeOf } from "../src/pages/history/bulk.ts";
import { SELECTED_MAX, Selection } from "../src/pages/history/selection.ts";

const rows = new Map(["fox", "owl", "heron", "hare"].map((id, index) => [index, { id }]));

test("one is selected, and no longer when it is chosen again", () => {
  const selection = new Selection();
  selection.toggle(1, rows);
  expect([...selection.ids.value]).toEqual(["owl"]);
  selection.toggle(1, rows);

  expect(selection.ids.value.size).toBe(0);
});

test("a range goes from the last one, upwards too, over what is here", () => {
  const selection = new Selection();
  selection.toggle(3, rows);
  selection.toggle(1, rows, true);

  expect([...selection.ids.value].sort()).toEqual(["hare", "heron", "owl"]);
});

test("a row that is not here yet is not selected", () => {
  const selection = new Selection();
  selection.toggle(9, rows);

  expect(selection.ids.value.size).toBe(0);
});

test("no more are selected than the service takes, and that is known", () => {
  const selection = new Selection();
  selection.add(Array.from({ length: SELECTED_MAX + 5 }, (_, index) => `gen_${index}`));
  expect(selection.ids.value.size).toBe(SELECTED_MAX);
  expect(selection.isFull.value).toBe(true);
  selection.clear();

  expect(selection.isFull.value).toBe(false);
});

test("what stays is counted by its reason", () => {
  const refused = [
    { id: "fox", message: "Generation is still running" },
    { id: "owl", message: "Generation is still running" },
    { id: "hare", message: "Generation not found" },
  ];

  expect(outcomeOf({ deleted: ["heron"], refused })).toEqual({
    sentences: ["1 deleted.", "2 not deleted: Generation is still running.", "1 not deleted: Generation not found."],
    isBad: true,
  });
});
