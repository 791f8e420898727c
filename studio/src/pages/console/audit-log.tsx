import { consoleTexts } from "../../texts/en-console.ts";
import { filtersOf, Typed } from "./filters.tsx";
import { Instant } from "./links.tsx";
import { LiveTable } from "./live-table.tsx";
import { type AuditEntry, ask } from "./operator.ts";

const words = consoleTexts.audit;
const FILTERS = ["actor", "act", "subject"] as const;
const COLUMNS = [
  { text: words.when },
  { text: words.who },
  { text: words.act },
  { text: words.subject },
  { text: words.change },
];

/** What operators did, newest first. */
export function AuditLog() {
  const filters = filtersOf(FILTERS);
  return (
    <section class="card console-section">
      <h2>{consoleTexts.names.audit}</h2>
      <search class="console-filters">
        <Typed name="actor" label={words.byWhom} />
        <Typed name="act" label={words.whichAct} />
        <Typed name="subject" label={words.aboutWhat} />
      </search>
      <LiveTable<AuditEntry>
        label={consoleTexts.names.audit}
        columns={COLUMNS}
        inputs={Object.values(filters)}
        read={(offset, limit) => ask("get", "/admin/audit", { query: { ...filters, offset, limit } })}
        cells={(entry) => <Cells entry={entry} />}
      />
    </section>
  );
}

function Cells({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <td>
        <Instant at={entry.createdAt} />
      </td>
      <td>{entry.actor}</td>
      <td>{entry.act}</td>
      <td>{entry.subject}</td>
      <td class="console-wide">
        <code>
          {JSON.stringify(entry.before)} → {JSON.stringify(entry.after)}
        </code>
      </td>
    </>
  );
}
