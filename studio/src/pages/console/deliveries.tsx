import { Choice } from "../../parts/filters.tsx";
import { consoleTexts } from "../../texts/en-console.ts";
import { ActButton } from "./act.tsx";
import { filtersOf, Typed } from "./filters.tsx";
import { AccountLink, IdLink, Instant } from "./links.tsx";
import { LiveTable } from "./live-table.tsx";
import { type AdminDelivery, ask } from "./operator.ts";

const words = consoleTexts.deliveries;
const STATUSES = ["pending", "delivered", "failed"] as const;
const FILTERS = ["status", "account"] as const;
const TONES = { pending: "live", delivered: "good", failed: "bad" } as const;
const COLUMNS = [
  { text: words.created },
  { text: words.delivery },
  { text: words.account },
  { text: words.receiver },
  { text: words.status },
  { text: words.next },
  { text: consoleTexts.act },
];

/** Webhooks of all accounts, newest first. */
export function Deliveries() {
  const filters = filtersOf(FILTERS);
  const status = STATUSES.find((one) => one === filters.status);
  return (
    <section class="card console-section">
      <h2>{consoleTexts.names.deliveries}</h2>
      <search class="console-filters">
        <Choice
          name="status"
          label={words.status}
          options={STATUSES.map((one) => ({ value: one, text: words.states[one] }))}
        />
        <Typed name="account" label={consoleTexts.lists.account} />
      </search>
      <LiveTable<AdminDelivery>
        label={consoleTexts.names.deliveries}
        columns={COLUMNS}
        inputs={Object.values(filters)}
        read={(offset, limit) => ask("get", "/admin/deliveries", { query: { ...filters, status, offset, limit } })}
        cells={(one, refresh) => <Cells one={one} refresh={refresh} />}
      />
    </section>
  );
}

function Cells({ one, refresh }: { one: AdminDelivery; refresh: () => Promise<void> }) {
  return (
    <>
      <td>
        <Instant at={one.createdAt} />
      </td>
      <td>
        <IdLink href={`/console/deliveries/${one.id}`} id={one.id} />
      </td>
      <td>
        <AccountLink id={one.account} />
      </td>
      <td class="console-wide">{one.url}</td>
      <td>
        <DeliveryChip status={one.status} />
        <div class="small quiet">{words.attempts(one.attempts)}</div>
      </td>
      <td>
        <Instant at={one.nextAttemptAt} />
      </td>
      <td>
        <Resend id={one.id} onDone={refresh} />
      </td>
    </>
  );
}

/** What became of a delivery, in a word. */
export function DeliveryChip({ status }: Pick<AdminDelivery, "status">) {
  return <span class={`chip ${TONES[status]}`}>{words.states[status]}</span>;
}

/** A button that sends it again. */
export function Resend({ id, onDone }: { id: string; onDone: () => Promise<void> }) {
  return (
    <ActButton about={id} act={() => ask("post", "/admin/deliveries/{id}/resend", { path: { id } })} onDone={onDone}>
      {words.resend}
    </ActButton>
  );
}
