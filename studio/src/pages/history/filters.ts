import type { FoundGeneration } from "@mediamill/client";

/** What of the history is shown, as the address and the service name it; empty texts stand for everything. */
export interface Filters {
  status: FoundGeneration["status"] | "";
  type: FoundGeneration["type"] | "";
  tool: string;
  model: string;
  q: string;
  from: string;
  to: string;
}

export const STATUSES = ["pending", "processing", "uploading", "success", "error"] as const;
export const TYPES = ["image", "video", "audio", "object"] as const;
const DAY = /^\d{4}-\d\d-\d\d$/;
const TEXT_CHARACTERS_MAX = 500; // the service takes no longer search

/** The filters in an address; what cannot be asked for is left out. */
export function filtersIn(query: URLSearchParams): Filters {
  const text = (name: string) => (query.get(name) ?? "").slice(0, TEXT_CHARACTERS_MAX);
  const day = (name: string) => (DAY.test(text(name)) ? text(name) : "");
  return {
    status: STATUSES.find((status) => status === query.get("status")) ?? "",
    type: TYPES.find((type) => type === query.get("type")) ?? "",
    tool: text("tool"),
    model: text("tool") && text("model"),
    q: text("q"),
    from: day("from"),
    to: day("to"),
  };
}

/** The filters as the service takes them. */
export function given({ status, ...others }: Filters) {
  return { ...others, status: status || undefined };
}

export function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== "");
}

/** The first text of an input: what somebody asked for, in their own words. */
export function wordsOf(payload: Record<string, unknown>): string {
  const named = payload.prompt ?? payload.text ?? payload.lyrics;
  return typeof named === "string" ? named : "";
}
