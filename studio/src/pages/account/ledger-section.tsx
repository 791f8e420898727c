import type { LedgerEntry } from "@mediamill/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client } from "../../api/client.ts";
import { noticing } from "../../app/account.ts";
import { Table } from "../../parts/table.tsx";
import { inFull } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { amountOf } from "./ledger.ts";

const PAGE_ENTRIES = 20;
const words = texts.account;
const COLUMNS = [
  { text: words.when },
  { text: words.what },
  { text: words.amount, isNumber: true },
  { text: words.about },
];

/** What moved the credits. */
export function LedgerSection() {
  const entries = useSignal<LedgerEntry[]>([]);
  const total = useSignal(0);
  async function more(): Promise<void> {
    await noticing(async () => {
      const query = { limit: PAGE_ENTRIES, offset: entries.value.length };
      const { data, pagination } = await client.transport.json("get", "/ext/ledger", { query });
      entries.value = [...entries.value, ...data];
      total.value = pagination.total;
    });
  }
  useEffect(() => {
    more();
  }, []);
  return (
    <section class="card account-section">
      <h2>{words.ledger}</h2>
      {entries.value.length === 0 ? (
        <p class="quiet">{words.noLedger}</p>
      ) : (
        <Table label={words.ledger} columns={COLUMNS}>
          {entries.value.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </Table>
      )}
      {entries.value.length < total.value && (
        <button type="button" class="button" onClick={more}>
          {texts.parts.more(total.value - entries.value.length)}
        </button>
      )}
    </section>
  );
}

function Row({ entry }: { entry: LedgerEntry }) {
  const { kind, generation, note, createdAt } = entry;
  return (
    <tr>
      <td>
        <time dateTime={createdAt}>{inFull(createdAt)}</time>
      </td>
      <td>{words.entries[kind]}</td>
      <td class="number">{amountOf(entry)}</td>
      <td>{generation ? <a href={`/generations/${generation}`}>{words.generation}</a> : note}</td>
    </tr>
  );
}
