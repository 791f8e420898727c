import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { client } from "../../api/client.ts";
import { noticing } from "../../app/account.ts";
import { texts } from "../../texts/en.ts";
import { webhookTexts } from "../../texts/en-webhooks.ts";
import { Inbox } from "./inbox.ts";
import "./inbox.css";
import { ReceivedCard } from "./received-card.tsx";

const words = webhookTexts.inbox;

/** Webhooks of the account as they would arrive, each checked here. */
export default function InboxPage() {
  const inbox = useMemo(() => new Inbox(), []);
  const secret = useSignal("");
  useEffect(() => {
    noticing(async () => {
      ({ secret: secret.value } = await client.transport.json("get", "/ext/webhook-secret"));
    });
    inbox.listen();
    return () => inbox.close();
  }, [inbox]);

  const connection = inbox.connection.value;
  const received = inbox.received.value;
  return (
    <div class="stack inbox">
      <div class="row spread">
        <h1>{texts.pages.inbox}</h1>
        <span
          class={`chip ${connection === "listening" ? "good" : "live"}`}
          role="status"
          hidden={connection === "forbidden"}
        >
          {connection === "listening" ? words.listening : words.connecting}
        </span>
      </div>
      <p class="inbox-intro">{words.intro}</p>
      {connection === "forbidden" ? (
        <p class="notice bad" role="alert">
          {words.forbidden}
        </p>
      ) : (
        <>
          <form class="field" onSubmit={(event) => event.preventDefault()}>
            <label for="inbox-secret">{words.secret}</label>
            <input
              id="inbox-secret"
              class="input mono"
              type="password"
              autocomplete="off"
              spellcheck={false}
              aria-describedby="inbox-secret-help"
              value={secret.value}
              onInput={(event) => {
                secret.value = event.currentTarget.value.trim();
              }}
            />
            <p id="inbox-secret-help" class="small quiet">
              {words.secretHelp}
            </p>
          </form>
          {received.length === 0 && (
            <p class="notice">
              {words.empty} <a href="/">{texts.pages.studio}</a>
            </p>
          )}
          <ol class="inbox-list" aria-live="polite">
            {received.map((one) => (
              <li key={one.number}>
                <ReceivedCard received={one} secret={secret.value} />
              </li>
            ))}
          </ol>
          {received.length > 0 && (
            <button type="button" class="button inbox-clear" onClick={() => inbox.clear()}>
              {words.clear}
            </button>
          )}
        </>
      )}
    </div>
  );
}
