import { Choice } from "../../parts/filters.tsx";
import { StatusChip } from "../../parts/status-chip.tsx";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { ActButton } from "./act.tsx";
import { filtersOf, ToolChoices, Typed } from "./filters.tsx";
import { AccountLink, GenerationLink, Instant } from "./links.tsx";
import { LiveTable } from "./live-table.tsx";
import { type AdminGeneration, ask } from "./operator.ts";

const words = consoleTexts.generations;
const STATUSES = ["pending", "processing", "uploading", "success", "error"] as const;
const FILTERS = ["status", "tool", "model", "account", "engine", "reason", "from", "to"] as const;
const COLUMNS = [
  { text: words.created },
  { text: words.generation },
  { text: words.account },
  { text: words.made },
  { text: words.status },
  { text: consoleTexts.act },
];

/** Generations of all accounts, newest first. */
export function GenerationList() {
  const filters = filtersOf(FILTERS);
  const status = STATUSES.find((one) => one === filters.status);
  return (
    <section class="card console-section">
      <h2>{consoleTexts.names.generations}</h2>
      <search class="console-filters">
        <Choice
          name="status"
          label={words.status}
          options={STATUSES.map((one) => ({ value: one, text: texts.status[one] }))}
        />
        <ToolChoices />
        <Typed name="account" label={consoleTexts.lists.account} />
        <Typed name="engine" label={words.engine} />
        <Typed name="reason" label={words.reason} />
        <Typed name="from" label={texts.history.from} type="date" />
        <Typed name="to" label={texts.history.to} type="date" />
      </search>
      <LiveTable<AdminGeneration>
        label={consoleTexts.names.generations}
        columns={COLUMNS}
        inputs={Object.values(filters)}
        read={(offset, limit) => ask("get", "/admin/generations", { query: { ...filters, status, offset, limit } })}
        cells={(one, refresh) => <Cells one={one} refresh={refresh} />}
      />
    </section>
  );
}

function Cells({ one, refresh }: { one: AdminGeneration; refresh: () => Promise<void> }) {
  return (
    <>
      <td>
        <Instant at={one.createdAt} />
      </td>
      <td>
        <GenerationLink id={one.id} />
      </td>
      <td>
        <AccountLink id={one.account} />
      </td>
      <td>
        {one.tool}/{one.model}
        <div class="small quiet">{[one.engine, words.tries(one.attempts)].filter(Boolean).join(", ")}</div>
      </td>
      <td class="console-wide">
        <StatusChip status={one.status} />
        {one.error && <div class="small">{one.error}</div>}
        {one.retriedAs && (
          <div class="small">
            {words.retriedAs} <GenerationLink id={one.retriedAs} />
          </div>
        )}
      </td>
      <td>
        <QuickAct one={one} onDone={refresh} />
      </td>
    </>
  );
}

type Actable = Pick<AdminGeneration, "id" | "status" | "retriedAs">;

/** What most often has to be done with a generation as it is: canceled while it runs, made again once it has failed. */
export function QuickAct({ one, onDone }: { one: Actable; onDone: () => Promise<void> }) {
  const path = { id: one.id };
  if (one.status === "success" || one.retriedAs) return null;
  if (one.status === "error") {
    return (
      <ActButton about={one.id} act={() => ask("post", "/admin/generations/{id}/retry", { path })} onDone={onDone}>
        {words.retry}
      </ActButton>
    );
  }
  return (
    <ActButton
      about={one.id}
      question={words.reallyCancel}
      isDangerous
      act={() => ask("post", "/admin/generations/{id}/cancel", { path })}
      onDone={onDone}
    >
      {words.cancel}
    </ActButton>
  );
}
