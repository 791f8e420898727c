import type { DeliveryDetail } from "@mediamill/client";
import { webhookTexts } from "../texts/en-webhooks.ts";

type Attempt = DeliveryDetail["attempts"][number];
const words = webhookTexts.deliveries;
const TROUBLES: Readonly<Record<string, string>> = words.troubles;

/** What came back, in a few words: `200`, `no status within 5 seconds`. */
export function resultOf({ status, error, milliseconds }: Pick<Attempt, "status" | "error" | "milliseconds">): string {
  if (status === null && error === null) return words.underWay;
  const what = status === null ? (TROUBLES[error ?? ""] ?? error ?? "") : words.answered(status);
  return milliseconds === null ? what : `${what} · ${words.took(milliseconds)}`;
}

/** Whether a receiver took it. */
export function isTaken(status: number | null): boolean {
  return status === 200;
}
