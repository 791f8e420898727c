import { GenerationFailed, ServiceError } from "./errors.ts";
import { checkedTimeout, Following } from "./following.ts";
import { blobOf, type FileInput, hasFiles, type InputOf, withUploads } from "./inputs.ts";
import { keyOf, type MapResult, mapped } from "./mapping.ts";
import { type Output, outputOf } from "./outputs.ts";
import {
  type Accepted,
  type Generation,
  type LedgerEntry,
  MediamillClient,
  newKey,
  type Quote,
  type RunInput,
  type UploadedFile,
} from "./service.ts";
import { sleep, type TransportOptions } from "./transport.ts";
import { readWebhook, type SignedWebhook, type WebhookBody } from "./webhooks.ts";

const PAGE_SIZE = 100;
const TIMEOUT_SECONDS = 60;
const RETRIES = 2;
const CONCURRENCY = 8;
const LOCAL = "http://localhost:8000";

export interface MediamillOptions {
  /** The API key; else MEDIAMILL_API_KEY, where there is an environment. */
  apiKey?: string;
  /** Where the service is; else MEDIAMILL_BASE_URL, else a page's own origin, else http://localhost:8000. */
  baseUrl?: string;
  /** How long one request may take; null for no limit. */
  timeoutSeconds?: number | null;
  /** How often a request is tried again where that can do no harm. */
  maxRetries?: number;
  fetch?: typeof fetch;
  sleep?: TransportOptions["sleep"];
}

export interface SubmitOptions {
  webhook?: string;
  /** Makes "once" hold for a day, over restarts of your program too; else each call has a key of its own. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface WaitOptions {
  /** How long to wait for the end; the generation goes on all the same. */
  timeoutSeconds?: number;
  onUpdate?: (generation: Pick<Generation, "id" | "status">) => void;
  /** How far the engine is, 0 to 1, and what it is doing. */
  onProgress?: (fraction: number, stage: string) => void;
  signal?: AbortSignal;
}

export type RunOptions = SubmitOptions & WaitOptions;
/** A generation that ended well, with its output. */
export type Made = Generation & { media: Output };

/** A mediamill service, spoken to from a browser or from Node; the same verbs as the Python client. */
export class Mediamill extends MediamillClient {
  private readonly sleep: NonNullable<TransportOptions["sleep"]>;

  constructor(private readonly options: MediamillOptions = {}) {
    const key = options.apiKey ?? setting("MEDIAMILL_API_KEY");
    if (!key) throw new TypeError("No API key: give apiKey, or set the environment variable MEDIAMILL_API_KEY");
    super({
      key: () => key,
      baseUrl: (options.baseUrl ?? setting("MEDIAMILL_BASE_URL") ?? ("document" in globalThis ? "" : LOCAL)).replace(
        /\/+$/,
        "",
      ),
      timeoutSeconds: options.timeoutSeconds === undefined ? TIMEOUT_SECONDS : options.timeoutSeconds,
      maxRetries: options.maxRetries ?? RETRIES,
      fetch: options.fetch,
      sleep: options.sleep,
    });
    this.sleep = options.sleep ?? sleep;
  }

  /** The same client with another time limit of requests, or another number of retries. */
  withOptions(options: { timeoutSeconds?: number | null; retries?: number }): Mediamill {
    const { timeoutSeconds, retries } = options;
    const changed = { ...this.options };
    if (timeoutSeconds !== undefined) changed.timeoutSeconds = timeoutSeconds;
    if (retries !== undefined) changed.maxRetries = retries;
    return new Mediamill(changed);
  }

  /** Submit and wait. Files in the input are uploaded. Throws GenerationFailed, WaitTimeout, ServiceError or Unreachable. */
  async run<Tool extends string>(tool: Tool, input: InputOf<Tool>, options: RunOptions = {}): Promise<Made> {
    checkedTimeout(options);
    const sent = await this.uploaded(input, options.signal);
    return this.followed(tool, sent, options, false);
  }

  /** Order a generation and return at once, with its id. A lost answer is asked for again: it is started once. */
  async submit<Tool extends string>(tool: Tool, input: InputOf<Tool>, options: SubmitOptions = {}): Promise<Accepted> {
    return this.start(tool, await this.uploaded(input, options.signal), options);
  }

  /** Follow a generation (or its id) until it has ended. Throws as `run` does. */
  async wait(generation: string | { id: string }, options: WaitOptions = {}): Promise<Made> {
    return this.made(await new Following(this, idOf(generation), options, this.sleep).end());
  }

  /** Run a tool on each input, several at once; results in the order of the inputs. With a `batch` each input is run once. */
  map<Tool extends string>(
    tool: Tool,
    inputs: Iterable<InputOf<Tool>> | AsyncIterable<InputOf<Tool>>,
    options: WaitOptions & { concurrency?: number; batch?: string } = {},
  ): AsyncGenerator<MapResult<Made>> {
    const { concurrency = CONCURRENCY, batch, ...rest } = options;
    return mapped(inputs as Iterable<RunInput>, concurrency, async (input) => {
      if (batch !== undefined && hasFiles(input))
        throw new TypeError("A batch takes no files: upload them first, and give their URLs");
      const idempotencyKey = batch === undefined ? undefined : await keyOf(batch, tool, input);
      return this.followed(tool, await this.uploaded(input, rest.signal), { ...rest, idempotencyKey }, true);
    });
  }

  override async quote(tool: string, input: RunInput, signal?: AbortSignal): Promise<Quote> {
    return super.quote(tool, await this.uploaded(input, signal), signal);
  }

  /** Upload an image or audio file; its URL then works as an input of this account for a day. */
  override async upload(file: FileInput, signal?: AbortSignal): Promise<UploadedFile> {
    return super.upload(await blobOf(file), signal);
  }

  /** What moved the credits, newest first; pages are fetched as they are needed. */
  async *ledger(): AsyncGenerator<LedgerEntry> {
    for (let offset = 0, hasMore = true; hasMore; ) {
      const page = await this.ledgerPage({ limit: PAGE_SIZE, offset });
      yield* page.data;
      offset += page.data.length;
      hasMore = page.pagination.hasMore && page.data.length > 0;
    }
  }

  /** The output of a generation; null while there is none. */
  output(generation: Generation): Output | null {
    return outputOf(this.transport, generation);
  }

  readonly webhooks = {
    /** The generation that a webhook tells of. Throws InvalidWebhook unless a secret signed it just now. */
    verify: readWebhook as (
      body: string | Uint8Array,
      headers: HeadersInit | Record<string, string | string[] | undefined>,
      secret: string | readonly string[],
    ) => Promise<WebhookBody>,
    secret: () => this.webhookSecret(),
    inbox: (options?: { signal?: AbortSignal; onOpen?: () => void }): AsyncGenerator<SignedWebhook> =>
      this.inbox(options),
  };

  private uploaded(input: unknown, signal?: AbortSignal): Promise<RunInput> {
    return withUploads(input as RunInput, (file) => super.upload(file, signal));
  }

  private async followed(tool: string, input: RunInput, options: RunOptions, isPatient: boolean): Promise<Made> {
    const idempotencyKey = options.idempotencyKey ?? newKey();
    const { webhook, signal } = options;
    const start = (prefer?: string, timeoutSeconds?: number) =>
      this.start(tool, input, { webhook, idempotencyKey, signal, prefer, timeoutSeconds });
    const accepted = await this.patiently(isPatient, start, signal);
    options.onUpdate?.(accepted);
    const following = new Following(this, accepted.id, options, this.sleep, accepted.status, start);
    return this.made(await following.end());
  }

  /** Rate limits are waited for as long as it takes, where many inputs are run at once. */
  private async patiently<T>(isPatient: boolean, ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        const wait = error instanceof ServiceError && error.status === 429 ? error.retryAfterSeconds : null;
        if (!isPatient || wait === null) throw error;
        await this.sleep(wait * 1_000, signal);
      }
    }
  }

  private made(generation: Generation): Made {
    const media = this.output(generation);
    if (media === null) throw new GenerationFailed(generation);
    return { ...generation, media };
  }
}

function idOf(generation: string | { id: string }): string {
  return typeof generation === "string" ? generation : generation.id;
}

function setting(name: string): string | undefined {
  const found = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return found.process?.env?.[name] || undefined;
}
