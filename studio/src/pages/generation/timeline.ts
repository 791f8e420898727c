import type { Inspection } from "@mediamill/client";
import { texts } from "../../texts/en.ts";

/** Something that happened to a generation. */
export interface Moment {
  at: string;
  title: string;
  /** Why, or with what; may be empty. */
  detail: string;
  /** Seconds since the moment before. */
  afterSeconds: number | null;
  tone: "plain" | "good" | "bad" | "live";
}

type Told = Pick<Inspection, "createdAt" | "status" | "error" | "attempts" | "stage">;

/** What happened, in its order. */
export function timelineOf(told: Told): Moment[] {
  const words = texts.generation;
  const moments: Omit<Moment, "afterSeconds">[] = [
    { at: told.createdAt, title: words.accepted, detail: "", tone: "plain" },
  ];
  for (const attempt of told.attempts) {
    const { number, engine, startedAt, endedAt, outcome, reason } = attempt;
    moments.push({
      at: startedAt,
      title: words.attempt(number),
      detail: engine ?? "",
      tone: endedAt ? "plain" : "live",
    });
    if (!endedAt || !outcome) continue;
    const tone = outcome === "success" ? "good" : outcome === "released" ? "plain" : "bad";
    moments.push({ at: endedAt, title: words.outcomes[outcome], detail: reason ?? "", tone });
  }
  return moments.map((moment, index) => ({ ...moment, afterSeconds: secondsSince(moments[index - 1]?.at, moment.at) }));
}

function secondsSince(before: string | undefined, at: string): number | null {
  return before === undefined ? null : Math.max(0, (Date.parse(at) - Date.parse(before)) / 1000);
}

/** `250 ms`, `4.2 s`, `3 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
