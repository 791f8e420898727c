import { ServiceError, type SignedWebhook, type Verdict, verifyWebhook } from "@mediamill/client";
import { signal } from "@preact/signals";
import { client } from "../../api/client.ts";
import { end, isReachable } from "../../app/session.ts";

const KEPT_MAX = 100; // of what arrived; the oldest make room
const RECONNECT_MILLISECONDS = 1_000;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;

export type Connection = "connecting" | "listening" | "forbidden";

/** A webhook that the page received, numbered in the order of arrival. */
export interface Received extends SignedWebhook {
  number: number;
  at: string;
}

/** The account's successes as they arrive while the page is open. */
export class Inbox {
  readonly received = signal<readonly Received[]>([]);
  readonly connection = signal<Connection>("connecting");
  private readonly leaving = new AbortController();
  private arrived = 0;

  /** Listen until the page is left; again whenever the stream ends. */
  async listen(): Promise<void> {
    const { signal: left } = this.leaving;
    while (!left.aborted) {
      try {
        await this.take();
      } catch (error) {
        if (left.aborted) return;
        if (error instanceof ServiceError && error.status === UNAUTHORIZED) return end("revoked");
        if (error instanceof ServiceError && error.status === FORBIDDEN) {
          this.connection.value = "forbidden";
          return;
        }
        if (!(error instanceof ServiceError)) isReachable.value = false;
      }
      this.connection.value = "connecting";
      await new Promise((resume) => setTimeout(resume, RECONNECT_MILLISECONDS));
    }
  }

  clear(): void {
    this.received.value = [];
  }

  close(): void {
    this.leaving.abort();
  }

  private async take(): Promise<void> {
    const onOpen = () => {
      isReachable.value = true;
      this.connection.value = "listening";
    };
    for await (const webhook of client.inbox({ signal: this.leaving.signal, onOpen })) {
      this.arrived += 1;
      const next = { ...webhook, number: this.arrived, at: new Date().toISOString() };
      this.received.value = [next, ...this.received.value].slice(0, KEPT_MAX);
    }
  }
}

/** What checking it with a secret comes to. */
export async function verdictOf(secret: string, received: Received): Promise<Verdict | "no-secret"> {
  try {
    return await verifyWebhook(secret, received, Date.parse(received.at));
  } catch {
    return "no-secret"; // atob and importKey refuse what is no key
  }
}
