import type { KeyRequest } from "@mediamill/client";

export const SCOPES = ["read", "run", "manage"] as const;
export type Scope = (typeof SCOPES)[number];

/** What the form for a new key says, as it was typed. */
export interface KeyDraft {
  name: string;
  scopes: readonly Scope[];
  /** A day, the last on which the key works; empty for ever. */
  lastDay: string;
  tools: readonly string[];
  networks: string;
  day: string;
  month: string;
  total: string;
  createsPerMinute: string;
}

export const EMPTY_DRAFT: KeyDraft = {
  name: "",
  scopes: SCOPES,
  lastDay: "",
  tools: [],
  networks: "",
  day: "",
  month: "",
  total: "",
  createsPerMinute: "",
};
const WINDOWS = ["day", "month", "total"] as const;

/** The request that the draft asks for. What is left empty is left out: then it is as it is for the calling key. */
export function requestOf(draft: KeyDraft): KeyRequest {
  const networks = draft.networks.split(/[\s,]+/).filter(Boolean);
  const capped = WINDOWS.filter((name) => draft[name] !== "");
  return {
    name: draft.name.trim(),
    scopes: [...draft.scopes],
    ...(draft.lastDay && { expiresAt: `${draft.lastDay}T23:59:59.999Z` }),
    ...(draft.tools.length && { tools: [...draft.tools] }),
    ...(networks.length && { networks }),
    ...(capped.length && { caps: Object.fromEntries(capped.map((name) => [name, Number(draft[name])])) }),
    ...(draft.createsPerMinute && { createsPerMinute: Number(draft.createsPerMinute) }),
  };
}
