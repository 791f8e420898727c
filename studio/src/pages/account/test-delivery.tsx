import { ServiceError, type TestDelivery } from "@mediamill/client";
import { useSignal } from "@preact/signals";
import { client } from "../../api/client.ts";
import { noticing } from "../../app/account.ts";
import { isTaken, resultOf } from "../../deliveries/words.ts";
import { webhookTexts } from "../../texts/en-webhooks.ts";

const words = webhookTexts.webhooks;

/** Posts one signed sample to an address and shows what came back. */
export function TestDeliveryForm() {
  const url = useSignal("");
  const problem = useSignal("");
  const isSending = useSignal(false);
  const answer = useSignal<TestDelivery | null>(null);

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    problem.value = "";
    answer.value = null;
    isSending.value = true;
    await noticing(async () => {
      try {
        const body = { url: url.value.trim() };
        answer.value = await client.transport.json("post", "/ext/deliveries/test", { body });
      } catch (error) {
        if (error instanceof ServiceError)
          problem.value = error.faults.map((fault) => fault.message).join(" ") || error.message;
        throw error;
      }
    });
    isSending.value = false;
  }

  return (
    <form class="stack tight" onSubmit={send} novalidate>
      <h3>{words.test}</h3>
      <p class="small quiet">{words.testHelp}</p>
      <label for="test-url">{words.testUrl}</label>
      <div class="row wide-row">
        <input
          id="test-url"
          class="input"
          type="url"
          placeholder="https://…"
          autocomplete="off"
          value={url.value}
          aria-invalid={problem.value !== ""}
          aria-describedby="test-problem"
          onInput={(event) => {
            url.value = event.currentTarget.value;
            problem.value = "";
          }}
        />
        <button type="submit" class="button" disabled={isSending.value || !url.value.trim()}>
          {words.sendTest}
        </button>
      </div>
      <p id="test-problem" class="field-error" role="alert" hidden={!problem.value}>
        {problem.value}
      </p>
      <div role="status">{answer.value && <Answer answer={answer.value} />}</div>
    </form>
  );
}

function Answer({ answer }: { answer: TestDelivery }) {
  return (
    <div class="stack tight">
      <p class={isTaken(answer.status) ? "notice" : "notice bad"}>{resultOf(answer)}</p>
      {answer.answer && (
        <pre class="code" tabIndex={0}>
          {answer.answer}
        </pre>
      )}
      <details>
        <summary>{words.sent}</summary>
        <pre class="code" tabIndex={0}>
          {Object.entries(answer.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join("\n")}
          {"\n\n"}
          {answer.body}
        </pre>
      </details>
    </div>
  );
}
