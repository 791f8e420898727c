// @vitest-environment happy-dom
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useLive } from "../src/pages/console/live.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  render(null, document.body);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A page that follows a service, which answers when it is told to. */
async function following() {
  const waiting: (() => void)[] = [];
  const service = {
    asked: 0,
    answer: async () => {
      waiting.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
  function Page() {
    useLive(() => {
      service.asked += 1;
      return new Promise<void>((resolve) => waiting.push(resolve));
    });
    return null;
  }
  await act(() => render(h(Page, null), document.body));
  return service;
}

test("a service that is slow is not asked twice at a time", async () => {
  const service = await following();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(service.asked).toBe(1);
  await service.answer();
  await vi.advanceTimersByTimeAsync(5_000);

  expect(service.asked).toBe(2);
});

test("nothing is asked while nobody sees it, and at once when somebody does", async () => {
  const service = await following();
  await service.answer();
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(service.asked).toBe(1);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));

  expect(service.asked).toBe(2);
});

test("a page that is left asks nothing more", async () => {
  const service = await following();
  await service.answer();
  await act(() => render(null, document.body));
  await vi.advanceTimersByTimeAsync(60_000);

  expect(service.asked).toBe(1);
});
