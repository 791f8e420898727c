import { expect, test } from "vitest";
import { chartOf, daysUntil } from "../src/pages/account/chart.ts";
import { amountOf } from "../src/pages/account/ledger.ts";
import { EMPTY_DRAFT, requestOf } from "../src/pages/account/new-key.ts";

const FRIDAY = "2026-11-20";
const SATURDAY = "2026-11-21";

function line(day: string, tool: string, credits: number, errors = 0) {
  return { day, tool, credits, errors, runs: 1, seconds: 1 };
}

test("each day is a column of its tools, the tool with the most at the bottom", () => {
  const lines = [line(FRIDAY, "create-image", 8), line(FRIDAY, "create-music", 24), line(SATURDAY, "create-image", 8)];
  const { bars, tools, highest, total } = chartOf(lines, [FRIDAY, SATURDAY], "credits");

  expect(tools.map(({ tool }) => tool)).toEqual(["create-music", "create-image"]);
  expect([highest, total]).toEqual([32, 40]);
  expect(bars.filter((bar) => bar.day === FRIDAY).map(({ from, height }) => [from, height])).toEqual([
    [0, 0.75],
    [0.75, 0.25],
  ]);
});

test("a day beyond the chart, and a tool with nothing, are not drawn", () => {
  const lines = [line("2026-10-01", "create-image", 8), line(FRIDAY, "create-film", 0)];

  expect(chartOf(lines, [FRIDAY], "credits")).toEqual({ bars: [], tools: [], highest: 0, total: 0 });
});

test("days are those of UTC, the last one today", () => {
  expect(daysUntil(Date.parse("2026-11-21T00:30:00Z"), 3)).toEqual(["2026-11-19", FRIDAY, SATURDAY]);
});

test("what is left empty is left out, so that the new key has it from the one that makes it", () => {
  expect(requestOf({ ...EMPTY_DRAFT, name: " nightly " })).toEqual({
    name: "nightly",
    scopes: ["read", "run", "manage"],
  });
});

test("caps, an end, networks and a rate are asked for as they were typed", () => {
  const draft = {
    ...EMPTY_DRAFT,
    name: "nightly",
    scopes: ["run"] as const,
    lastDay: SATURDAY,
    tools: ["create-image"],
    networks: "203.0.113.0/24, 2001:db8::1",
    day: "0",
    total: "500",
    createsPerMinute: "6",
  };

  expect(requestOf(draft)).toEqual({
    name: "nightly",
    scopes: ["run"],
    expiresAt: "2026-11-21T23:59:59.999Z",
    tools: ["create-image"],
    networks: ["203.0.113.0/24", "2001:db8::1"],
    caps: { day: 0, total: 500 },
    createsPerMinute: 6,
  });
});

test.each([
  ["grant", 1_000, "+1,000"],
  ["capture", 8, "-8"],
  ["hold", 8, "8"],
  ["release", 8, "8"],
  ["refund", 8, "+8"],
  ["adjust", -40, "-40"],
] as const)("a %s of %i is shown as %s", (kind, credits, shown) => {
  expect(amountOf({ kind, credits })).toBe(shown);
});
