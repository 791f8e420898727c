import type { Region } from "./player.ts";

const STEP_SECONDS = 1;
const MARK_SECONDS = 0.25;

/** Where a key leads from here, in seconds; undefined for a key that leads nowhere. */
export function reached(key: string, time: number, length: number): number | undefined {
  const target = { ArrowLeft: time - STEP_SECONDS, ArrowRight: time + STEP_SECONDS, Home: 0, End: length }[key];
  return target === undefined ? undefined : Math.max(0, Math.min(length, target));
}

/** The stretch after a key that makes it longer or shorter; it begins where the sound is. Undefined for any other key. */
export function marked(key: string, time: number, length: number, region: Region): Region | undefined {
  const by = { ArrowLeft: -MARK_SECONDS, ArrowRight: MARK_SECONDS }[key];
  if (by === undefined) return undefined;
  const [from, to] = region ?? [time, time];
  const end = Math.min(length, to + by);
  return end - from < MARK_SECONDS ? null : [from, end];
}
