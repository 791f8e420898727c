import type { UsageLine } from "@mediamill/client";

export type Measure = "credits" | "runs" | "errors";

/** The part of a tool in a day's column; heights are shares of the highest column. */
export interface Bar {
  day: string;
  tool: string;
  amount: number;
  /** Where it begins, from below. */
  from: number;
  height: number;
  series: number;
}

export interface Chart {
  bars: Bar[];
  /** Those with anything, the one with the most first. */
  tools: { tool: string; total: number; series: number }[];
  highest: number;
  total: number;
}

const SERIES_MAX = 8; // colors that can be told apart; what is beyond shares the last
const DAY_MILLISECONDS = 86_400_000;

/** Columns of days, each stacked from its tools. */
export function chartOf(lines: readonly UsageLine[], days: readonly string[], measure: Measure): Chart {
  const shown = lines.filter((line) => line[measure] > 0 && line.day && days.includes(line.day));
  const totals = new Map<string, number>();
  const columns = new Map<string, number>();
  for (const { tool = "", day = "", [measure]: amount } of shown) {
    totals.set(tool, (totals.get(tool) ?? 0) + amount);
    columns.set(day, (columns.get(day) ?? 0) + amount);
  }
  const tools = [...totals]
    .sort(([, a], [, b]) => b - a)
    .map(([tool, total], index) => ({ tool, total, series: Math.min(index, SERIES_MAX - 1) }));
  const highest = Math.max(0, ...columns.values());
  const bars = days.flatMap((day) => {
    let from = 0;
    return tools.flatMap(({ tool, series }) => {
      const amount = shown.find((line) => line.day === day && line.tool === tool)?.[measure] ?? 0;
      if (!amount) return [];
      const bar = { day, tool, amount, from: from / highest, height: amount / highest, series };
      from += amount;
      return [bar];
    });
  });
  return { bars, tools, highest, total: tools.reduce((sum, { total }) => sum + total, 0) };
}

/** The UTC days up to this instant, oldest first, as `2026-11-22`. */
export function daysUntil(now: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * DAY_MILLISECONDS).toISOString().slice(0, 10),
  );
}
