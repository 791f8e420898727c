import type { components } from "../generated/openapi.ts";
import { ServiceError, Unreachable } from "./errors.ts";
import { type GenerationEvent, generationEvent, serverEvents } from "./events.ts";
import { Transport, type TransportOptions } from "./transport.ts";
import type { SignedWebhook } from "./webhooks.ts";

export type { components, paths } from "../generated/openapi.ts";
export { type Fault, ServiceError, Unreachable } from "./errors.ts";
export { type GenerationEvent, type ServerEvent, type Status, serverEvents } from "./events.ts";
export { type Answer, type Body, type Method, type Request, Transport, type TransportOptions } from "./transport.ts";
export { type SignedWebhook, type Verdict, verifyWebhook } from "./webhooks.ts";

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

const RECONNECT_MILLISECONDS = 1_000;
const FINAL = new Set(["success", "error"]);

/** A mediamill service, as its API key sees it. */
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
    return this.transport.json("post", "/ext/quote", { body: { tool, input } as never, signal });
  }

  /** Start a generation. The same idempotency key starts it once, however often it is sent. */
  async run(
    tool: string,
    input: RunInput,
    options: { webhook?: string; idempotencyKey?: string } = {},
  ): Promise<string> {
    const { webhook, idempotencyKey } = options;
    const body = webhook ? { tool, input, webhook } : { tool, input };
    const headers: Record<string, string> = idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {};
    return (await this.transport.json("post", "/api/run", { body: body as never, headers })).id;
  }

  generation(id: string): Promise<Generation> {
    return this.transport.json("get", "/api/generations/{id}", { path: { id } });
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
    return this.transport.json("post", "/ext/generations/{id}/cancel", { path: { id } });
  }

  async remove(id: string): Promise<void> {
    await this.transport.send("delete", "/ext/generations/{id}", { path: { id } });
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
  removeSeveral(ids: readonly string[]): Promise<SeveralDeleted> {
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
    return this.transport.json("post", "/ext/files", {
      file,
      headers: { "Content-Type": "application/octet-stream" },
      signal,
    });
  }

  /** States and progress until the generation has ended; connects again where the service goes away meanwhile. */
  async *follow(
    id: string,
    options: { signal?: AbortSignal; onConnection?: (up: boolean) => void; pauseMilliseconds?: number } = {},
  ): AsyncGenerator<GenerationEvent> {
    const { signal, onConnection, pauseMilliseconds = RECONNECT_MILLISECONDS } = options;
    let seen = "";
    while (!signal?.aborted) {
      try {
        const headers: Record<string, string> = seen ? { "Last-Event-ID": seen } : {};
        const response = await this.transport.send("get", "/ext/generations/{id}/events", {
          path: { id },
          headers,
          signal,
        });
        onConnection?.(true);
        if (response.status === 204 || !response.body) return;
        for await (const event of serverEvents(response.body)) {
          const news = generationEvent(event);
          if (!news) continue;
          seen = event.id ?? seen;
          yield news;
          if (news.kind === "status" && FINAL.has(news.status)) return;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (error instanceof ServiceError && error.status < 500 && error.status !== 429) throw error;
        if (error instanceof Unreachable || !(error instanceof ServiceError)) onConnection?.(false);
      }
      await new Promise((resume) => setTimeout(resume, pauseMilliseconds));
    }
  }
}
