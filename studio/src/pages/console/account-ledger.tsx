import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { amountOf } from "../account/ledger.ts";
import { GenerationLink, Instant } from "./links.tsx";
import { LiveTable } from "./live-table.tsx";
import { type AdminLedgerEntry, ask } from "./operator.ts";

const words = texts.account;
const COLUMNS = [
  { text: words.when },
  { text: words.what },
  { text: words.amount, isNumber: true },
  { text: words.about },
];

/** What moved the credits of an account. */
export function AccountLedger({ id, version }: { id: string; version: number }) {
  return (
    <section class="card console-section">
      <h3>{words.ledger}</h3>
      <LiveTable<AdminLedgerEntry>
        label={words.ledger}
        columns={COLUMNS}
        inputs={[id]}
        version={version}
        read={(offset, limit) => ask("get", "/admin/accounts/{id}/ledger", { path: { id }, query: { offset, limit } })}
        cells={(entry) => <Cells entry={entry} />}
      />
    </section>
  );
}

function Cells({ entry }: { entry: AdminLedgerEntry }) {
  const { kind, generation, reference, note, createdAt } = entry;
  return (
    <>
      <td>
        <Instant at={createdAt} />
      </td>
      <td>{words.entries[kind]}</td>
      <td class="number">{amountOf(entry)}</td>
      <td class="console-wide">
        {generation && <GenerationLink id={generation} />}
        {[reference && consoleTexts.accounts.referred(reference), note].filter(Boolean).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </td>
    </>
  );
}
