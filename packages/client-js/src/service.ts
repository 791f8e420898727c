import type { components } from "../generated/openapi.ts";
import { ServiceError, Silence, Unreachable } from "./errors.ts";
import { type GenerationEvent, generationEvent, serverEvents } from "./events.ts";
import { sleep, Transport, type TransportOptions } from "./transport.ts";
import type { SignedWebhook } from "./webhooks.ts";

type Schemas = components["schemas"];
export type Account = Schemas["Account"];
export type Delivery = Schemas["Delivery"];
export type DeliveryDetail = Schemas["DeliveryDetail"];
export type Generation = Schemas["Generation"];
export type GenerationItem = Schemas["GenerationItem"];
export type FoundGeneration = Schemas["FoundGeneration"];
export type FoundPage = Schemas["FoundPage"];
export type GenerationPage = Schemas["GenerationPage"];
export type Inspection = Schemas["Inspection"];
export type Key = Schemas["Key"];
export type KeyRequest = Schemas["KeyRequest"];
export type LedgerEntry = Schemas["LedgerEntry"];
export type Peaks = Schemas["Peaks"];
export type TestDelivery = Schemas["TestDelivery"];
export type WebhookSecret = Schemas["WebhookSecret"];
export type SeveralDeleted = Schemas["SeveralDeleted"];
export type UsageLine = Schemas["UsageLine"];
export type Quote = Schemas["Quote"];
export type ToolItem = Schemas["ToolItem"];
export type ToolDetail = Schemas["ToolDetail"];
export type UploadedFile = Schemas["File"];
export type SearchText = "tool" | "model" | "type" | "q" | "from" | "to";
export type RunInput = Record<string, unknown>;
/** The answer to a start: without output; with `prefer` the whole generation. */
export type Accepted = Schemas["Accepted"] & Partial<Generation>;
export type LedgerPage = Schemas["LedgerPage"];

export interface CallOptions {
  signal?: AbortSignal;
  /** How long a request may take, in seconds; null for no limit. */
  timeoutSeconds?: number | null;
}

export interface StartOptions extends CallOptions {
  webhook?: string;
  idempotencyKey?: string;
  /** A value of the header `Prefer`, such as `wait=30`: the answer comes when the generation has ended. */
  prefer?: string;
}

export interface EventsOptions {
  signal?: AbortSignal;
  onConnection?: (up: boolean) => void;
  pauseMilliseconds?: number;
  attempts?: number;
  /** An error where nothing at all comes for so long, as behind a proxy that collects answers. */
  firstSilenceMilliseconds?: number;
}

const RECONNECT_MILLISECONDS = 1_000;
const FINAL = new Set(["success", "error"]);

/** A mediamill service, as its API key sees it: one method for each endpoint. `Mediamill` builds upon it. */
export class MediamillClient {
  readonly transport: Transport;

  constructor(options: TransportOptions) {
    this.transport = new Transport(options);
  }

  account(): Promise<Account> {
    return this.transport.json("get", "/api/account");
  }

  async tools(): Promise<ToolItem[]> {
    return (await this.transport.json("get", "/api/tools")).data;
  }

  tool(slug: string): Promise<ToolDetail> {
    return this.transport.json("get", "/api/tools/{slug}", { path: { slug } });
  }

  quote(tool: string, input: RunInput, signal?: AbortSignal): Promise<Quote> {
    return this.transport.json("post", "/ext/quote", { body: { tool, input } as never, signal, isRepeatable: true });
  }

  /** Start a generation. The same idempotency key starts it once, however often it is sent: each call has one. */
  async start(tool: string, input: RunInput, options: StartOptions = {}): Promise<Accepted> {
    const { webhook, idempotencyKey = newKey(), prefer, timeoutSeconds, signal } = options;
    const body = webhook ? { tool, input, webhook } : { tool, input };
    const headers: Record<string, string> = { "Idempotency-Key": idempotencyKey };
    if (prefer) headers.Prefer = prefer;
    const request = { body: body as never, headers, timeoutSeconds, signal, isRepeatable: true };
    return this.transport.json("post", "/api/run", request);
  }

  generation(id: string, options: CallOptions = {}): Promise<Generation> {
    return this.transport.json("get", "/api/generations/{id}", { path: { id }, ...options });
  }

  inspect(id: string): Promise<Inspection> {
    return this.transport.json("get", "/ext/generations/{id}", { path: { id } });
  }

  generations(query: { limit?: number; offset?: number; status?: Generation["status"] } = {}): Promise<GenerationPage> {
    return this.transport.json("get", "/api/generations", { query });
  }

  /** Generations that fit every filter, newest first. */
  search(
    query: { limit?: number; offset?: number; status?: Generation["status"] } & Partial<Record<SearchText, string>>,
    signal?: AbortSignal,
  ): Promise<FoundPage> {
    return this.transport.json("get", "/ext/generations", { query, signal });
  }

  cancel(id: string): Promise<Generation> {
    return this.transport.json("post", "/ext/generations/{id}/cancel", { path: { id }, isRepeatable: true });
  }

  /** Delete a generation that has ended, and its files. */
  async delete(id: string): Promise<void> {
    await this.transport.send("delete", "/ext/generations/{id}", { path: { id } });
  }

  /** A page of what moved the credits, newest first. */
  ledgerPage(query: { limit?: number; offset?: number } = {}): Promise<LedgerPage> {
    return this.transport.json("get", "/ext/ledger", { query });
  }

  /** What signs the account's webhooks; needs a key with the scope `manage`. */
  webhookSecret(): Promise<WebhookSecret> {
    return this.transport.json("get", "/ext/webhook-secret");
  }

  /** The outline of a sound, or of a film's. */
  peaks(id: string, signal?: AbortSignal): Promise<Peaks> {
    return this.transport.json("get", "/ext/generations/{id}/peaks", { path: { id }, signal });
  }

  /** A zip archive of the outputs of these generations, as it arrives. */
  async archive(ids: readonly string[], signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const response = await this.transport.send("post", "/ext/generations/archive", { body: { ids: [...ids] }, signal });
    return response.body ?? new Blob().stream();
  }

  /** Delete these generations; each that stays is named with the reason. */
  deleteSeveral(ids: readonly string[]): Promise<SeveralDeleted> {
    return this.transport.json("post", "/ext/generations/delete", { body: { ids: [...ids] } });
  }

  /** Each success of the account from now on, as its webhook would be; until the service ends the stream. */
  async *inbox(options: { signal?: AbortSignal; onOpen?: () => void } = {}): AsyncGenerator<SignedWebhook> {
    const { signal, onOpen } = options;
    const response = await this.transport.send("get", "/ext/inbox", { signal });
    onOpen?.();
    if (!response.body) return;
    for await (const event of serverEvents(response.body)) if (event.name === "delivery") yield JSON.parse(event.data);
  }

  upload(file: Blob, signal?: AbortSignal): Promise<UploadedFile> {
    const headers = { "Content-Type": "application/octet-stream" };
    return this.transport.json("post", "/ext/files", { file, headers, signal });
  }

  /**
   * States and progress until the generation has ended; connects again where the service goes away meanwhile.
   * With `attempts` it gives up, by an error, after so many connections in a row from which nothing came.
   */
  async *events(id: string, options: EventsOptions = {}): AsyncGenerator<GenerationEvent> {
    const { signal, onConnection, pauseMilliseconds = RECONNECT_MILLISECONDS, attempts = Infinity } = options;
    let seen = "";
    for (let barren = 0; !signal?.aborted; barren++) {
      let trouble: unknown = new Unreachable("The stream of events is empty");
      try {
        const headers: Record<string, string> = seen ? { "Last-Event-ID": seen } : {};
        const path = "/ext/generations/{id}/events";
        const response = await this.transport.send("get", path, { path: { id }, headers, signal, isStream: true });
        onConnection?.(true);
        if (response.status === 204 || !response.body) return;
        for await (const event of serverEvents(response.body, options)) {
          const news = generationEvent(event);
          if (!news) continue;
          barren = -1;
          seen = event.id ?? seen;
          yield news;
          if (news.kind === "status" && FINAL.has(news.status)) return;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof ServiceError && error.status < 500 && error.status !== 429) throw error;
        if (error instanceof Silence) throw error;
        if (error instanceof Unreachable || !(error instanceof ServiceError)) onConnection?.(false);
        trouble = error;
      }
      if (barren + 1 >= attempts) throw trouble;
      await sleep(pauseMilliseconds, signal).catch(() => undefined); // the loop sees that it was aborted
    }
  }
}

/** An idempotency key; `crypto.randomUUID` is missing in pages without https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
