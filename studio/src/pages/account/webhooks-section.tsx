import { type Delivery, ServiceError, type WebhookSecret } from "@mediamill/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client } from "../../api/client.ts";
import { noticing } from "../../app/account.ts";
import { DeliveryChip } from "../../deliveries/delivery-chip.tsx";
import { DeliveryView } from "../../deliveries/delivery-view.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { copy } from "../../parts/copy.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Table } from "../../parts/table.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { inFull } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { webhookTexts } from "../../texts/en-webhooks.ts";
import { TestDeliveryForm } from "./test-delivery.tsx";

const PAGE_DELIVERIES = 20;
const STATUSES = ["", "pending", "delivered", "failed"] as const;
const words = webhookTexts.webhooks;
const COLUMNS = [
  { text: texts.account.when },
  { text: words.url },
  { text: words.status },
  { text: words.tries, isNumber: true },
  { text: words.act },
];

/** What signs the account's webhooks, what became of them, and a try of a receiver; nothing for a key that may not. */
export function WebhooksSection() {
  const secret = useSignal<WebhookSecret | null>(null);
  useEffect(() => {
    noticing(async () => {
      secret.value = await client.transport.json("get", "/ext/webhook-secret");
    });
  }, []);
  if (!secret.value) return null;
  return (
    <section class="card account-section">
      <h2>{words.title}</h2>
      <p class="quiet">
        {words.intro} <a href="/inbox">{words.inbox}</a>
      </p>
      <Secret
        secret={secret.value}
        onRotated={(next) => {
          secret.value = next;
        }}
      />
      <TestDeliveryForm />
      <Deliveries />
    </section>
  );
}

function Secret({ secret, onRotated }: { secret: WebhookSecret; onRotated: (next: WebhookSecret) => void }) {
  const isShown = useSignal(false);
  const rotate = () =>
    noticing(async () => onRotated(await client.transport.json("post", "/ext/webhook-secret/rotate")));
  return (
    <div class="stack tight">
      <h3>{words.secret}</h3>
      <div class="row">
        <code class="webhook-secret">{isShown.value ? secret.secret : words.hidden}</code>
        <button
          type="button"
          class="button"
          aria-pressed={isShown.value}
          onClick={() => {
            isShown.value = !isShown.value;
          }}
        >
          {words.show}
        </button>
        <button type="button" class="button" onClick={() => copy(secret.secret)}>
          {words.copy}
        </button>
        <ConfirmButton question={words.reallyRotate} onConfirm={rotate}>
          {words.rotate}
        </ConfirmButton>
      </div>
      <p class="small quiet" role="status">
        {words.since(inFull(secret.createdAt))}
        {secret.previousUntil && ` ${words.previous(inFull(secret.previousUntil))}`}
      </p>
    </div>
  );
}

function Deliveries() {
  const status = useSignal<(typeof STATUSES)[number]>("");
  const found = useSignal<Delivery[]>([]);
  const total = useSignal<number | null>(null);
  const opened = useSignal<string | null>(null);
  const problem = useSignal("");

  async function read(offset: number): Promise<void> {
    await noticing(async () => {
      try {
        const query = { limit: PAGE_DELIVERIES, offset, status: status.value || undefined };
        const { data, pagination } = await client.transport.json("get", "/ext/deliveries", { query });
        found.value = [...found.value.slice(0, offset), ...data];
        total.value = pagination.total;
      } catch (error) {
        if (error instanceof ServiceError) problem.value = error.message;
        throw error;
      }
    });
  }
  useEffect(() => {
    read(0);
  }, [status.value]);

  const left = (total.value ?? 0) - found.value.length;
  return (
    <div class="stack tight">
      <div class="row spread">
        <h3>{words.deliveries}</h3>
        <Tabs
          label={words.status}
          options={STATUSES.map((value) => ({
            value,
            text: value ? webhookTexts.deliveries.states[value] : texts.parts.all,
          }))}
          value={status.value}
          onChange={(value) => {
            status.value = value;
          }}
        />
      </div>
      {problem.value && <p class="notice bad">{problem.value}</p>}
      {total.value === 0 && <p class="quiet">{words.none}</p>}
      {found.value.length > 0 && (
        <Table label={words.deliveries} columns={COLUMNS}>
          {found.value.map((one) => (
            <tr key={one.id}>
              <td>
                <time dateTime={one.createdAt}>{inFull(one.createdAt)}</time>
              </td>
              <td class="webhook-url">{one.url}</td>
              <td>
                <DeliveryChip status={one.status} />
              </td>
              <td class="number">{one.attempts}</td>
              <td>
                <button
                  type="button"
                  class="button"
                  onClick={() => {
                    opened.value = one.id;
                  }}
                >
                  {words.attempts}
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {left > 0 && (
        <button type="button" class="button" onClick={() => read(found.value.length)}>
          {texts.parts.more(left)}
        </button>
      )}
      {opened.value && (
        <Dialog
          title={words.delivery}
          onClose={() => {
            opened.value = null;
            read(0);
          }}
        >
          <a href={`/generations/${opened.value}`}>{words.generation}</a>
          <DeliveryView key={opened.value} id={opened.value} />
        </Dialog>
      )}
    </div>
  );
}
