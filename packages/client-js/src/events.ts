import type { components } from "../generated/openapi.ts";
import { Silence } from "./errors.ts";

export type Status = components["schemas"]["Generation"]["status"];

export interface StatusEvent {
  kind: "status";
  number: number;
  id: string;
  status: Status;
  at: string;
  output?: string | null;
  thumbnail?: string | null;
  error?: string | null;
}

export interface ProgressEvent {
  kind: "progress";
  progress: number;
  stage: string;
}

export type GenerationEvent = StatusEvent | ProgressEvent;

export interface ServerEvent {
  id: string | null;
  name: string;
  data: string;
}

/** The events of a stream of server-sent events, comments left out. Throws Silence where nothing at all comes at first. */
export async function* serverEvents(
  stream: ReadableStream<Uint8Array>,
  { firstSilenceMilliseconds }: { firstSilenceMilliseconds?: number } = {},
): AsyncGenerator<ServerEvent> {
  let patience = firstSilenceMilliseconds;
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await (patience === undefined ? reader.read() : within(patience, reader.read()));
      patience = undefined;
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function within<T>(milliseconds: number, waiting: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Silence("The stream of events is silent")), milliseconds);
  });
  try {
    return await Promise.race([waiting, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function eventOf(block: string): ServerEvent | null {
  const event: ServerEvent = { id: null, name: "message", data: "" };
  for (const line of block.split("\n")) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "id") event.id = value ?? null;
    if (field === "event") event.name = value ?? "";
    if (field === "data") event.data += value ?? "";
  }
  return event.data ? event : null;
}

/** A `status` or `progress` event of a generation; null for anything else. */
export function generationEvent(event: ServerEvent): GenerationEvent | null {
  if (event.name === "status") return { kind: "status", number: Number(event.id), ...JSON.parse(event.data) };
  if (event.name === "progress") return { kind: "progress", ...JSON.parse(event.data) };
  return null;
}
