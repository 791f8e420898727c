// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { matched } from "../src/app/router.ts";

test.each([
  ["/", "/", {}],
  ["/generations/{id}", "/generations/gen_1", { id: "gen_1" }],
  ["/generations/{id}", "/generations", null],
  ["/generations/{id}", "/generations/a/b", null],
  ["/history", "/history/", null],
])("%s fits %s as %j", (pattern, path, names) => {
  expect(matched(pattern, path)).toEqual(names);
});
