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
