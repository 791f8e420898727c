import type { components } from "../generated/openapi.ts";

export type Fault = NonNullable<components["schemas"]["Problem"]["errors"]>[number];

/** An error that the service answered: its status, its sentence and, where fields can be named, what is wrong with each. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly faults: readonly Fault[] = [],
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

/** The service could not be reached, or the connection broke. */
export class Unreachable extends Error {}

/** A stream is open and says nothing, not even that it is there. */
export class Silence extends Error {}

type Ended = Pick<components["schemas"]["Generation"], "id" | "status" | "error">;

/** The generation ended in `error`; it cost nothing. */
export class GenerationFailed extends Error {
  constructor(readonly generation: Ended) {
    super(`${generation.id} failed: ${generation.error ?? "the service does not say why"}`);
  }
}

/** The generation had not ended in the time given; it goes on. */
export class WaitTimeout extends Error {
  constructor(
    readonly id: string,
    readonly seconds: number,
    readonly status: string | null,
  ) {
    super(`${id} ${status ? `is still ${status}` : "has not been seen"} after ${seconds} s; it goes on`);
  }
}

/** The media could not be fetched. */
export class DownloadFailed extends Error {
  constructor(
    readonly url: string,
    message: string,
    readonly status: number | null = null,
  ) {
    super(`${message} while downloading ${url}`);
  }
}

/** What an input gives for a file can not be uploaded; nothing was sent. */
export class UnusableFile extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(`${field}: ${message}`);
  }
}

/** The webhook was not sent by the service just now: answer 400 and do nothing. */
export class InvalidWebhook extends Error {}

/** The error that a response is. */
export async function errorOf(response: Response): Promise<ServiceError> {
  const wait = Number(response.headers.get("Retry-After"));
  const retryAfter = Number.isFinite(wait) && wait > 0 ? wait : null;
  const body: unknown = await response.json().catch(() => null);
  if (!isProblem(body))
    return new ServiceError(response.status, `The service answered ${response.status}`, [], retryAfter);
  return new ServiceError(response.status, body.message, body.errors ?? [], retryAfter);
}

function isProblem(value: unknown): value is components["schemas"]["Problem"] {
  return typeof value === "object" && value !== null && "message" in value && typeof value.message === "string";
}
