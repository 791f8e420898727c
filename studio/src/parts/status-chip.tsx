import type { GenerationItem } from "@mediamill/client";
import { texts } from "../texts/en.ts";

const TONES = { pending: "plain", processing: "live", uploading: "live", success: "good", error: "bad" } as const;

/** The state of a generation in a word. */
export function StatusChip({ status }: { status: GenerationItem["status"] }) {
  return <span class={`chip ${TONES[status]}`}>{texts.status[status]}</span>;
}
