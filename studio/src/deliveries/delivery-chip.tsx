import type { Delivery } from "@mediamill/client";
import { webhookTexts } from "../texts/en-webhooks.ts";

const TONES = { pending: "live", delivered: "good", failed: "bad" } as const;

/** The state of a delivery in a word. */
export function DeliveryChip({ status }: { status: Delivery["status"] }) {
  return <span class={`chip ${TONES[status]}`}>{webhookTexts.deliveries.states[status]}</span>;
}
