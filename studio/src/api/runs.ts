import { type GenerationItem, ServiceError, Unreachable } from "@mediamill/client";
import { signal } from "@preact/signals";
import { refreshAccount } from "../app/account.ts";
import { end, isReachable } from "../app/session.ts";
import { client } from "./client.ts";

const RECENT = 12; // earlier generations that are shown below those of this visit
const STREAMS_MAX = 3; // browsers open six connections to a host; the others are for everything else
const POLL_MILLISECONDS = 1_500;

export interface Run extends GenerationItem {
  /** The input as it was sent; null until somebody asked for it. */
  input: Record<string, unknown> | null;
  progress: number;
  stage: string;
  /** Whether it was started while the page has been open: then its result is shown at once. */
  isNew: boolean;
}

/** What was run, newest first. */
export const runs = signal<readonly Run[]>([]);
let streams = 0;

export function hasEnded(run: Pick<Run, "status">): boolean {
  return run.status === "success" || run.status === "error";
}

/** Start a generation and show it from now on. */
export async function start(tool: string, type: Run["type"], input: Record<string, unknown>): Promise<string> {
  const { id } = await client.start(tool, input);
  const createdAt = new Date().toISOString();
  const shown = {
    id,
    tool,
    type,
    status: "processing" as const,
    createdAt,
    output: null,
    thumbnail: null,
    error: null,
  };
  runs.value = [{ ...shown, input, progress: 0, stage: "", isNew: true }, ...runs.value];
  refreshAccount();
  follow(id);
  return id;
}

/** The account's latest generations, those under way followed. */
export async function readRecent(): Promise<void> {
  const { data } = await client.generations({ limit: RECENT });
  const known = new Set(runs.value.map((run) => run.id));
  const found = data.filter((item) => !known.has(item.id)).map(asRun);
  runs.value = [...runs.value, ...found].sort((a, b) => b.id.localeCompare(a.id));
  for (const run of found) if (!hasEnded(run)) follow(run.id);
}

/** The input of a run as it was sent. */
export async function inputOfRun(run: Run): Promise<Record<string, unknown>> {
  if (run.input) return run.input;
  const { payload } = await client.generation(run.id);
  change(run.id, { input: payload });
  return payload;
}

export function change(id: string, news: Partial<Run>): void {
  runs.value = runs.value.map((run) => (run.id === id ? { ...run, ...news } : run));
}

export function forget(id: string): void {
  runs.value = runs.value.filter((run) => run.id !== id);
}

function asRun(item: GenerationItem): Run {
  return { ...item, input: null, progress: 0, stage: "", isNew: false };
}

async function follow(id: string): Promise<void> {
  try {
    if (streams < STREAMS_MAX) await followStream(id);
    else await poll(id);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return end("revoked");
    if (error instanceof ServiceError && error.status === 404) return forget(id);
    throw error;
  }
  refreshAccount();
}

async function followStream(id: string): Promise<void> {
  streams += 1;
  const onConnection = (up: boolean) => {
    isReachable.value = up;
  };
  try {
    for await (const news of client.events(id, { onConnection })) {
      if (news.kind === "progress") change(id, { progress: news.progress, stage: news.stage });
      else {
        const { status, output = null, thumbnail = null, error = null } = news;
        change(id, { status, output, thumbnail, error });
      }
    }
  } finally {
    streams -= 1;
  }
}

async function poll(id: string): Promise<void> {
  for (;;) {
    try {
      const { status, output, thumbnail, error, progress, stage } = await client.inspect(id);
      change(id, { status, output, thumbnail, error, progress, stage });
      if (hasEnded({ status })) return;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      isReachable.value = false;
    }
    if (streams < STREAMS_MAX) return followStream(id);
    await new Promise((resume) => setTimeout(resume, POLL_MILLISECONDS));
  }
}
