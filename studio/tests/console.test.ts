// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { ask, attempt, enter, leave, operator, problem } from "../src/pages/console/operator.ts";
import { arrived, troubleIn } from "../src/pages/console/trouble.ts";

const KEY = "mm_admin_grace";
const GRACE = {
  id: "adk_1",
  name: "grace",
  scopes: ["read"],
  ceiling: 0,
  movedToday: 0,
  createdAt: "2026-11-22T00:00:00.000Z",
};

/** A service that gives these answers in turn and notes what it was asked. */
function answering(...answers: Response[]) {
  const asked: { path: string; key: string | null }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push({ path, key: new Headers(init.headers).get("Authorization") });
    return answers.shift() ?? Response.error();
  });
  return asked;
}

afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

test("the admin key goes to the admin API and is stored nowhere", async () => {
  const asked = answering(Response.json(GRACE), Response.json({ data: [] }));
  await enter(KEY);
  await ask("get", "/admin/pools");

  expect(operator.value?.name).toBe("grace");
  expect(asked).toEqual([
    { path: "/admin/key", key: KEY },
    { path: "/admin/pools", key: KEY },
  ]);
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
});

test.each([
  [401, "This admin key is not valid."],
  [404, "There is no admin API for you here: no admin key exists yet, or your network may not use it."],
])("a door that answers %i says why it stays shut", async (status, sentence) => {
  answering(Response.json({ message: "No" }, { status }));
  await enter(KEY);

  expect([operator.value, problem.value]).toEqual([null, sentence]);
});

test("a key that is revoked meanwhile leads back to the door", async () => {
  answering(Response.json(GRACE), Response.json({ message: "Invalid or missing API key" }, { status: 401 }));
  await enter(KEY);
  const isDone = await attempt(async () => {
    await ask("get", "/admin/pools");
  });

  expect([isDone, operator.value]).toEqual([false, null]);
});

test("what an act is refused for is said, by its field where there is one", async () => {
  const errors = [{ field: "credits", message: "Is required", code: "missing" }];
  answering(Response.json(GRACE), Response.json({ message: "Validation failed", errors }, { status: 400 }));
  await enter(KEY);
  await attempt(async () => {
    await ask("post", "/admin/maintenance/end");
  });

  expect(problem.value).toBe("credits: Is required");
});

test("a missing scope is told with those that the key has, and what else is forbidden in the service's words", async () => {
  answering(
    Response.json(GRACE),
    Response.json({ message: "Forbidden" }, { status: 403 }),
    Response.json({ message: "The key's ceiling of 500 credits is reached." }, { status: 403 }),
  );
  await enter(KEY);
  const said = [];
  for (const _ of [1, 2]) {
    await attempt(() => ask("post", "/admin/maintenance/end"));
    said.push(problem.value);
  }

  expect(said).toEqual([
    "Your admin key may not do this: its scopes are read.",
    "The key's ceiling of 500 credits is reached.",
  ]);
});

test("there is a line for everything that nobody serves", () => {
  const seen = {
    maintenance: false,
    diskIsLow: false,
    pools: [
      { pool: "cpu", waiting: 2, running: 0, oldestSeconds: 4, isServed: false },
      { pool: "remote", waiting: 9, running: 1, oldestSeconds: 1, isServed: true },
    ],
    unserved: [{ pool: "remote", tool: "create-image", model: "flux" }],
  };

  expect(troubleIn(seen)).toEqual([
    "Nobody works for the pool cpu, and 2 wait there.",
    "Nobody serves create-image/flux in the pool remote, and something waits for it.",
  ]);
  expect(troubleIn({ ...seen, pools: [], unserved: [], diskIsLow: true, maintenance: true })).toHaveLength(2);
});

test("webhooks that are still under way say nothing about how many arrive", () => {
  expect(arrived({ delivered: 3, failed: 1, pending: 6 })).toBe(0.75);
  expect(arrived({ delivered: 0, failed: 0, pending: 6 })).toBeNull();
});
