import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { attempt } from "./operator.ts";

const POLL_MILLISECONDS = 5_000;

export interface Live {
  /** Why the last reading failed; empty where it did not. */
  problem: Signal<string>;
  /** Read now, such as after an act. */
  again: () => Promise<void>;
}

/** Read at once, whenever `inputs` change, and every few seconds while somebody can see it. */
export function useLive(read: () => Promise<void>, inputs: readonly unknown[] = []): Live {
  const problem = useSignal("");
  const again = async () => {
    await attempt(read, problem);
  };
  useEffect(() => {
    let isReading = false;
    const follow = async () => {
      if (document.hidden || isReading) return; // a slow service is not asked twice at a time
      isReading = true;
      try {
        await again();
      } finally {
        isReading = false;
      }
    };
    follow();
    const timer = setInterval(follow, POLL_MILLISECONDS);
    document.addEventListener("visibilitychange", follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", follow);
    };
  }, inputs);
  return { problem, again };
}

/** The rows as they are now, those that were there before in the order that they had: nothing moves under a reader. */
export function inOrderOf<T>(before: readonly T[], now: readonly T[], key: (row: T) => string): T[] {
  const rows = new Map(now.map((row) => [key(row), row]));
  const kept = before.flatMap((row) => rows.get(key(row)) ?? []);
  const known = new Set(before.map(key));
  return [...kept, ...now.filter((row) => !known.has(key(row)))];
}
