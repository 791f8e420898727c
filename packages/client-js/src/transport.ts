import type { paths } from "../generated/openapi.ts";
import { errorOf, Unreachable } from "./errors.ts";

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
}

export interface TransportOptions {
  /** Where the service is; nothing stands for the page's own origin. */
  baseUrl?: string;
  /** The API key, asked for at each request; null where there is none. */
  key: () => string | null;
  fetch?: typeof fetch;
}

/** Sends requests with the API key; an answer that is an error is thrown as ServiceError, a broken connection as Unreachable. */
export class Transport {
  constructor(private readonly options: TransportOptions) {}

  async json<P extends keyof paths, M extends Method>(
    method: M,
    path: P,
    request: Request<P, M> = {},
  ): Promise<Answer<P, M>> {
    const response = await this.send(method, path, request);
    return (response.status === 204 ? undefined : await response.json()) as Answer<P, M>;
  }

  async send<P extends keyof paths, M extends Method>(
    method: M,
    path: P,
    request: Request<P, M> = {},
  ): Promise<Response> {
    const headers = new Headers(request.headers);
    if (request.body !== undefined) headers.set("Content-Type", "application/json");
    const body = request.file ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    return this.raw(method, `${fill(path, request.path)}${queryOf(request.query)}`, {
      headers,
      body,
      signal: request.signal,
    });
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
      throw new Unreachable("The service cannot be reached");
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
