import type { paths } from "../generated/openapi.ts";
import { errorOf, ServiceError, Unreachable } from "./errors.ts";

export type Method = "get" | "post" | "delete";
type Operation<P extends keyof paths, M extends Method> = paths[P][M];
type Parameters<O, In extends string> = O extends { parameters: { [key in In]?: infer T } } ? T : undefined;
export type Answer<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: { 200: { content: { "application/json": infer T } } } } ? T : undefined;
export type Body<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody?: { content: { "application/json": infer T } } } ? T : undefined;

export interface Request<P extends keyof paths, M extends Method> {
  path?: Parameters<Operation<P, M>, "path">;
  query?: Parameters<Operation<P, M>, "query">;
  body?: Body<P, M>;
  file?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Instead of the transport's own limit; null for none. */
  timeoutSeconds?: number | null;
  /** A stream may take as long as it likes. */
  isStream?: boolean;
  /** Whether another try can do no harm; it never can for GET and DELETE. */
  isRepeatable?: boolean;
}

export interface TransportOptions {
  /** Where the service is; nothing stands for the page's own origin. */
  baseUrl?: string;
  /** The API key, asked for at each request; null where there is none. */
  key: () => string | null;
  fetch?: typeof fetch;
  /** How often a request is tried again where that can do no harm; not at all without it. */
  maxRetries?: number;
  /** How long a request may take, in seconds; without it, and with null, as long as it likes. */
  timeoutSeconds?: number | null;
  sleep?: (milliseconds: number, signal?: AbortSignal | null) => Promise<void>;
}

export const sleep: NonNullable<TransportOptions["sleep"]> = (milliseconds, signal) =>
  new Promise((resume, refuse) => {
    if (signal?.aborted) return refuse(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      refuse(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resume();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });

/** Sends requests with the API key; an answer that is an error is thrown as ServiceError, a broken connection as Unreachable. */
export class Transport {
  constructor(private readonly options: TransportOptions) {}

  /** The JSON of the answer. */
  json<P extends keyof paths, M extends Method>(
    method: M,
    path: P,
    request: Request<P, M> = {},
  ): Promise<Answer<P, M>> {
    return this.ask(method, path, request, async (response) => {
      if (response.status === 204) return undefined as Answer<P, M>;
      const text = await response.text().catch((cause: unknown) => {
        if (request.signal?.aborted) throw cause;
        throw new Unreachable("The connection broke within the answer", { cause });
      });
      return JSON.parse(text);
    });
  }

  /** The answer itself. */
  send<P extends keyof paths, M extends Method>(method: M, path: P, request: Request<P, M> = {}): Promise<Response> {
    return this.ask(method, path, request, async (response) => response);
  }

  private async ask<P extends keyof paths, M extends Method, T>(
    method: M,
    path: P,
    request: Request<P, M>,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const headers = new Headers(request.headers);
    if (request.body !== undefined) headers.set("Content-Type", "application/json");
    const body = request.file ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const target = `${fill(path, request.path)}${queryOf(request.query)}`;
    const limit = request.isStream ? null : (request.timeoutSeconds ?? this.options.timeoutSeconds ?? null);
    const retries = method === "post" && !request.isRepeatable ? 0 : (this.options.maxRetries ?? 0);
    for (let attempt = 0; ; attempt++) {
      try {
        return await read(await this.raw(method, target, { headers, body, signal: limited(request.signal, limit) }));
      } catch (error) {
        const wait = attempt < retries ? retryMilliseconds(error, attempt) : null;
        if (wait === null || request.signal?.aborted) throw error;
        await (this.options.sleep ?? sleep)(wait, request.signal);
      }
    }
  }

  /** Fetch what is behind any address, without the key. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    return (this.options.fetch ?? fetch)(url, init);
  }

  /** Send any request to a path of the service. */
  async raw(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const key = this.options.key();
    if (key) headers.set("Authorization", key);
    const url = `${this.options.baseUrl ?? ""}${path}`;
    const ask = this.options.fetch ?? fetch;
    let response: Response;
    try {
      response = await ask(url, { ...init, method: method.toUpperCase(), headers, cache: "no-store" });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      if (error instanceof DOMException && error.name === "TimeoutError")
        throw new Unreachable("The service is silent");
      throw new Unreachable("The service cannot be reached", { cause: error });
    }
    if (!response.ok) throw await errorOf(response);
    return response;
  }
}

function fill(path: string, values: unknown): string {
  const given = new Map(Object.entries(values ?? {}));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.get(name))));
}

function queryOf(values: unknown): string {
  const given = Object.entries(values ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

const RETRY_FIRST_MILLISECONDS = 500;
const RETRY_MAX_MILLISECONDS = 8_000;
const RETRY_AFTER_MAX_SECONDS = 120; // a service that asks for more is not coming back while somebody waits
const JITTER = 0.2;

/** How long to wait before another try; null where none would help. */
export function retryMilliseconds(error: unknown, attempt: number): number | null {
  if (!(error instanceof Unreachable) && !(error instanceof ServiceError && isPassing(error.status))) return null;
  const asked = error instanceof ServiceError ? error.retryAfterSeconds : null;
  if (asked !== null) return asked <= RETRY_AFTER_MAX_SECONDS ? asked * 1_000 : null;
  const scheduled = Math.min(RETRY_FIRST_MILLISECONDS * 2 ** attempt, RETRY_MAX_MILLISECONDS);
  return scheduled * (1 - JITTER * Math.random());
}

export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function limited(signal: AbortSignal | undefined, seconds: number | null): AbortSignal | undefined {
  if (seconds === null) return signal;
  const limit = AbortSignal.timeout(Math.ceil(seconds * 1_000));
  return signal ? AbortSignal.any([signal, limit]) : limit;
}
