import type { LedgerEntry } from "@mediamill/client";

/** What an entry did to the balance: `+40`, `-8`; what is only set aside for a run, or set free again, has no sign. */
export function amountOf({ kind, credits }: Pick<LedgerEntry, "kind" | "credits">): string {
  if (kind === "hold" || kind === "release") return credits.toLocaleString("en");
  return (kind === "capture" ? -credits : credits).toLocaleString("en", { signDisplay: "exceptZero" });
}
