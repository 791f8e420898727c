import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { copy } from "../../parts/copy.ts";
import { Icon } from "../../parts/icon.tsx";
import { inFull } from "../../parts/time.ts";
import { webhookTexts } from "../../texts/en-webhooks.ts";
import { type Received, verdictOf } from "./inbox.ts";

const words = webhookTexts.inbox;

/** One webhook: whether its signature fits, its headers and its body. */
export function ReceivedCard({ received, secret }: { received: Received; secret: string }) {
  const verdict = useSignal<keyof typeof words.verdicts | null>(null);
  useEffect(() => {
    let isGone = false;
    verdictOf(secret, received).then((found) => {
      if (!isGone) verdict.value = found;
    });
    return () => {
      isGone = true;
    };
  }, [received, secret]);

  const { headers, body, at } = received;
  const id = headers["X-Media-Id"] ?? "";
  const isGenuine = verdict.value === "genuine";
  return (
    <article class="card received">
      <div class="row spread">
        <a class="mono received-id" href={`/generations/${id}`}>
          {id}
        </a>
        <time class="small quiet" dateTime={at}>
          {inFull(at)}
        </time>
      </div>
      {verdict.value && (
        <p class={isGenuine ? "chip good" : "chip bad"}>
          <Icon name={isGenuine ? "check" : "close"} /> {words.verdicts[verdict.value]}
        </p>
      )}
      <h2>{words.headers}</h2>
      <dl class="received-headers">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div class="row spread">
        <h2>{words.body}</h2>
        <button type="button" class="button" onClick={() => copy(body)}>
          <Icon name="copy" /> {words.copyBody}
        </button>
      </div>
      <pre class="code" tabIndex={0}>
        {body}
      </pre>
    </article>
  );
}
