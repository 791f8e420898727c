const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** `5 minutes ago`. */
export function ago(instant: string, now = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return "just now";
}

/** The instant in full, as the reader's clock has it. */
export function inFull(instant: string): string {
  return new Date(instant).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" });
}

/** `1:05` of 65 seconds. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, seconds);
  const tenths = Math.floor((whole % 1) * 10);
  return `${Math.floor(whole / 60)}:${String(Math.floor(whole % 60)).padStart(2, "0")}.${tenths}`;
}
