import type { Account } from "@mediamill/client";
import { signal } from "@preact/signals";

/** The API key is kept for this tab alone, and never in an address. */
const STORED = "mediamill.key";

export type Ended = "signed-out" | "revoked" | "link-used";

export const key = signal<string | null>(sessionStorage.getItem(STORED));
export const account = signal<Account | null>(null);
export const ended = signal<Ended | null>(null);
/** Whether the service answers, as far as the last request knows. */
export const isReachable = signal(true);

export function keep(newKey: string): void {
  sessionStorage.setItem(STORED, newKey);
  ended.value = null;
  key.value = newKey;
}

export function end(why: Ended): void {
  sessionStorage.removeItem(STORED);
  account.value = null;
  ended.value = why;
  key.value = null;
}
