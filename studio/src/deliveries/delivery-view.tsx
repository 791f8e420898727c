import { type DeliveryDetail, ServiceError } from "@mediamill/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client } from "../api/client.ts";
import { noticing } from "../app/account.ts";
import { inFull } from "../parts/time.ts";
import { texts } from "../texts/en.ts";
import { webhookTexts } from "../texts/en-webhooks.ts";
import { DeliveryChip } from "./delivery-chip.tsx";
import "./deliveries.css";
import { isTaken, resultOf } from "./words.ts";

const POLL_MILLISECONDS = 2_000; // while it is not settled
const FORBIDDEN = 403;
const words = webhookTexts.deliveries;

/** One delivery: where it goes, every attempt with what was answered, and sending it again. */
export function DeliveryView({ id, onResent }: { id: string; onResent?: () => void }) {
  const found = useSignal<DeliveryDetail | null>(null);
  const problem = useSignal("");

  async function ask(work: () => Promise<unknown>): Promise<boolean> {
    return noticing(async () => {
      try {
        await work();
        found.value = await client.transport.json("get", "/ext/deliveries/{id}", { path: { id } });
        problem.value = "";
      } catch (error) {
        if (error instanceof ServiceError) problem.value = error.status === FORBIDDEN ? words.forbidden : error.message;
        throw error;
      }
    });
  }

  const isPending = found.value?.status === "pending";
  useEffect(() => {
    ask(async () => undefined);
  }, [id]);
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => document.hidden || ask(async () => undefined), POLL_MILLISECONDS);
    return () => clearInterval(timer);
  }, [id, isPending]);

  async function resend(): Promise<void> {
    const path = { id };
    if (await ask(() => client.transport.json("post", "/ext/deliveries/{id}/resend", { path }))) onResent?.();
  }

  const delivery = found.value;
  return (
    <div class="stack delivery">
      {problem.value && (
        <p class="notice bad" role="alert">
          {problem.value}
        </p>
      )}
      {!delivery && !problem.value && <p class="quiet">{texts.parts.loading}</p>}
      {delivery && (
        <>
          <div class="row spread">
            <code class="delivery-url">{delivery.url}</code>
            <DeliveryChip status={delivery.status} />
          </div>
          <Attempts delivery={delivery} />
          {delivery.nextAttemptAt && <p class="small quiet">{words.next(inFull(delivery.nextAttemptAt))}</p>}
          <details>
            <summary>{words.body}</summary>
            <pre class="code" tabIndex={0}>
              {delivery.body}
            </pre>
          </details>
          <button type="button" class="button delivery-act" onClick={resend}>
            {words.resend}
          </button>
        </>
      )}
    </div>
  );
}

function Attempts({ delivery }: { delivery: DeliveryDetail }) {
  if (!delivery.attempts.length) return <p class="quiet">{words.noAttempts}</p>;
  return (
    <ol class="attempts" aria-label={words.attempts}>
      {delivery.attempts.map((attempt) => (
        <li key={attempt.number} class={isTaken(attempt.status) ? "good" : "bad"}>
          <span>
            <strong>{words.attempt(attempt.number)}</strong> · {resultOf(attempt)}
          </span>
          <time class="small quiet" dateTime={attempt.startedAt}>
            {inFull(attempt.startedAt)}
          </time>
          {attempt.answer && (
            <pre class="code" tabIndex={0}>
              {attempt.answer}
            </pre>
          )}
        </li>
      ))}
    </ol>
  );
}
