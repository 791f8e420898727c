import { expect, test } from "vitest";
import { duration, timelineOf } from "../src/pages/generation/timeline.ts";

const NOON = "2026-11-22T12:00:00.000Z";
const LATER = "2026-11-22T12:00:04.000Z";
const END = "2026-11-22T12:00:05.500Z";

test("a run that succeeded at its second attempt tells both", () => {
  const attempts = [
    {
      number: 1,
      engine: "paint",
      startedAt: NOON,
      endedAt: LATER,
      outcome: "failed" as const,
      reason: "Out of memory",
    },
    { number: 2, engine: "paint", startedAt: LATER, endedAt: END, outcome: "success" as const, reason: null },
  ];
  const told = timelineOf({ createdAt: NOON, status: "success", error: null, stage: "", attempts });

  expect(told.map((moment) => moment.title)).toEqual([
    "Accepted",
    "Attempt 1",
    "The attempt failed",
    "Attempt 2",
    "Done",
  ]);
  expect(told[2]).toMatchObject({ detail: "Out of memory", tone: "bad", afterSeconds: 4 });
  expect(told[4]).toMatchObject({ tone: "good", afterSeconds: 1.5 });
});

test("an attempt under way has no end yet", () => {
  const attempts = [{ number: 1, engine: "paint", startedAt: LATER, endedAt: null, outcome: null, reason: null }];
  const told = timelineOf({ createdAt: NOON, status: "processing", error: null, stage: "paint", attempts });

  expect(told.map((moment) => moment.tone)).toEqual(["plain", "live"]);
});

test.each([
  [0.25, "250 ms"],
  [4.21, "4.2 s"],
  [185, "3 min 5 s"],
])("%d seconds are read as %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
