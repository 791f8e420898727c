import { type Inspection, ServiceError } from "@mediamill/client";
import { signal } from "@preact/signals";
import { client } from "../../api/client.ts";
import { noticing } from "../../app/account.ts";
import { isReachable } from "../../app/session.ts";

/** A generation as it is now, followed until it has ended. */
export class Watching {
  readonly found = signal<Inspection | null>(null);
  readonly isMissing = signal(false);
  private readonly leaving = new AbortController();

  constructor(readonly id: string) {}

  async start(): Promise<void> {
    await this.read();
    if (!this.found.value || hasEnded(this.found.value)) return;
    await noticing(async () => {
      const onConnection = (up: boolean) => {
        isReachable.value = up;
      };
      for await (const news of client.events(this.id, { signal: this.leaving.signal, onConnection })) {
        if (news.kind === "status") await this.read();
        else if (this.found.value)
          this.found.value = { ...this.found.value, progress: news.progress, stage: news.stage };
      }
    });
    if (!this.leaving.signal.aborted) await this.read();
  }

  async read(): Promise<void> {
    await noticing(async () => {
      try {
        const found = await client.inspect(this.id);
        if (!this.leaving.signal.aborted) this.found.value = found;
      } catch (error) {
        this.isMissing.value = error instanceof ServiceError && error.status === 404;
        throw error;
      }
    });
  }

  stop(): void {
    this.leaving.abort();
  }
}

export function hasEnded({ status }: Pick<Inspection, "status">): boolean {
  return status === "success" || status === "error";
}
