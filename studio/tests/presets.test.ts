// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { account } from "../src/app/session.ts";
import { dropPreset, keepPreset, presetsOf, renamePreset } from "../src/pages/studio/presets.ts";

const FOX = { prompt: "a fox", model: "nano-banana" };
const OWL = { prompt: "an owl", model: "nano-banana" };
const names = () => presetsOf("create-image", "nano-banana").map((one) => one.name);

function signIn(email: string): void {
  account.value = { email, credits: 10, plan: "free" } as NonNullable<typeof account.value>;
}

beforeEach(() => {
  localStorage.clear();
  signIn("ada@example.com");
});
afterEach(() => vi.unstubAllGlobals());

test("a form is kept under a name, for its tool and model alone", () => {
  keepPreset("create-image", "nano-banana", { name: "Fox", input: FOX });

  expect(presetsOf("create-image", "nano-banana")).toEqual([{ name: "Fox", input: FOX }]);
  expect(presetsOf("create-image", "flux-2-flex")).toEqual([]);
});

test("the same name replaces, and names are in order", () => {
  keepPreset("create-image", "nano-banana", { name: "Owl", input: FOX });
  keepPreset("create-image", "nano-banana", { name: "Fox", input: FOX });
  keepPreset("create-image", "nano-banana", { name: "Owl", input: OWL });

  expect(names()).toEqual(["Fox", "Owl"]);
  expect(presetsOf("create-image", "nano-banana")[1]?.input).toEqual(OWL);
});

test("one is renamed and deleted", () => {
  keepPreset("create-image", "nano-banana", { name: "Fox", input: FOX });
  renamePreset("create-image", "nano-banana", "Fox", "Fox in snow");
  expect(names()).toEqual(["Fox in snow"]);
  dropPreset("create-image", "nano-banana", "Fox in snow");

  expect(names()).toEqual([]);
});

test("another account of the same browser has its own", () => {
  keepPreset("create-image", "nano-banana", { name: "Fox", input: FOX });
  signIn("ben@example.com");
  expect(names()).toEqual([]);
  signIn("ada@example.com");

  expect(names()).toEqual(["Fox"]);
});

test("a browser that keeps nothing is noticed", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });

  expect(keepPreset("create-image", "nano-banana", { name: "Fox", input: FOX })).toBe(false);
  expect(names()).toEqual([]);
});

test("what stands there and is not ours counts as nothing", () => {
  localStorage.setItem(
    "mediamill.presets ada@example.com",
    '{"create-image/nano-banana": [{"name": 7}, "fox"], "x": 3}',
  );

  expect(names()).toEqual([]);
});
