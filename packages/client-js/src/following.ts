import { ServiceError, Silence, Unreachable, WaitTimeout } from "./errors.ts";
import type { WaitOptions } from "./mediamill.ts";
import type { Accepted, Generation, MediamillClient } from "./service.ts";
import { isPassing, type TransportOptions } from "./transport.ts";

const STREAM_ATTEMPTS = 4;
const FIRST_SILENCE_MILLISECONDS = 5_000; // the service speaks at once: who hears nothing sits behind a proxy that collects
const PREFERRED_SECONDS_MAX = 60; // for which the service answers a run only when it has ended
const PREFERRED_MARGIN_SECONDS = 10;
const REPEATING_MILLISECONDS_MAX = 3_600_000; // the service knows an idempotency key for a day
const POLL_FIRST_MILLISECONDS = 200;
const POLL_GROWTH = 1.5;
const POLL_MAX_MILLISECONDS = 5_000;

/** One wait: the stream of events, else answers that wait (`Prefer: wait`), else looks on a schedule. */
export class Following {
  private readonly deadline: number;
  private progress = 0;

  constructor(
    private readonly client: MediamillClient,
    private readonly id: string,
    private readonly options: WaitOptions,
    private readonly sleep: NonNullable<TransportOptions["sleep"]>,
    private status: string | null = null,
    private readonly start: ((prefer: string, timeoutSeconds: number) => Promise<Accepted>) | null = null,
  ) {
    const timeoutSeconds = checkedTimeout(options);
    this.deadline = timeoutSeconds === undefined ? Infinity : performance.now() + timeoutSeconds * 1_000;
  }

  /** The generation at its end, good or bad. Throws WaitTimeout. */
  async end(): Promise<Generation> {
    const found = await this.ended();
    if (found.status === "success" && this.progress < 1) this.options.onProgress?.(1, "");
    return found;
  }

  private async ended(): Promise<Generation> {
    if (this.status === null) {
      const seen = await this.look();
      if (seen) return seen;
    }
    if (await this.stream()) {
      const seen = await this.look();
      if (seen) return seen;
    }
    return (await this.answered()) ?? (await this.polled());
  }

  private get left(): number {
    return Math.max(this.deadline - performance.now(), 0);
  }

  /** Whether the stream says that the generation has ended. */
  private async stream(): Promise<boolean> {
    if (this.left === 0) return false;
    const over = new AbortController();
    const timer = this.left === Infinity ? undefined : setTimeout(() => over.abort(), this.left);
    const { signal } = this.options;
    const events = this.client.events(this.id, {
      signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal,
      attempts: STREAM_ATTEMPTS,
      firstSilenceMilliseconds: FIRST_SILENCE_MILLISECONDS,
    });
    try {
      for await (const event of events) {
        if (event.kind === "progress") {
          this.progress = event.progress;
          this.options.onProgress?.(event.progress, event.stage);
        } else {
          if (event.status === "success" || event.status === "error") return true;
          this.tell(event);
        }
      }
      signal?.throwIfAborted();
      return true; // it had ended before, or the time is over: a look says which
    } catch (error) {
      if (error instanceof ServiceError || error instanceof Unreachable || error instanceof Silence) return false;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The run sent again under its key, with the wish to be answered at its end; null where that is not to be had. */
  private async answered(): Promise<Generation | null> {
    const until = performance.now() + REPEATING_MILLISECONDS_MAX;
    while (this.start && this.left >= 1_000 && performance.now() < until) {
      const seconds = Math.floor(Math.min(PREFERRED_SECONDS_MAX, this.left / 1_000));
      try {
        const answer = await this.start(`wait=${seconds}`, seconds + PREFERRED_MARGIN_SECONDS);
        if (answer.payload === undefined) return null; // answered at once, as if nothing had been wished for
        const seen = answer as Generation;
        this.tell(seen);
        if (seen.status === "success" || seen.status === "error") return seen;
      } catch (error) {
        if (error instanceof ServiceError || error instanceof Unreachable) return null;
        throw error;
      }
    }
    return null;
  }

  private async polled(): Promise<Generation> {
    for (let pause = POLL_FIRST_MILLISECONDS; ; pause = Math.min(pause * POLL_GROWTH, POLL_MAX_MILLISECONDS)) {
      await this.sleep(Math.min(pause, this.left), this.options.signal);
      const seen = await this.look();
      if (seen) return seen;
    }
  }

  /** The generation if it has ended; passing trouble is none. Throws WaitTimeout when the time is over. */
  private async look(): Promise<Generation | null> {
    try {
      const seen = await this.client.generation(this.id, { signal: this.options.signal });
      this.tell(seen);
      if (seen.status === "success" || seen.status === "error") return seen;
    } catch (error) {
      const isTrouble = error instanceof Unreachable || (error instanceof ServiceError && isPassing(error.status));
      if (!isTrouble) throw error;
    }
    if (this.left === 0) throw new WaitTimeout(this.id, this.options.timeoutSeconds ?? 0, this.status);
    return null;
  }

  private tell(seen: Pick<Generation, "id" | "status">): void {
    if (seen.status !== this.status) this.options.onUpdate?.({ id: this.id, status: seen.status });
    this.status = seen.status;
  }
}

/** The time limit of a wait. Throws RangeError for one that is none. */
export function checkedTimeout({ timeoutSeconds }: WaitOptions): number | undefined {
  if (timeoutSeconds !== undefined && !(timeoutSeconds >= 0)) throw new RangeError("timeoutSeconds must be 0 or more");
  return timeoutSeconds;
}
