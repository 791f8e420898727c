import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { setQuery } from "../../app/router.ts";
import { download } from "../../parts/copy.ts";
import { Table } from "../../parts/table.tsx";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { rowsOf } from "./csv.ts";
import { filtersOf, Typed } from "./filters.tsx";
import { AccountLink } from "./links.tsx";
import { askFile, attempt } from "./operator.ts";

const words = consoleTexts.usage;
const FILTERS = ["from", "to", "account", "by"] as const;
const DIMENSIONS = ["day", "account", "key", "tool", "model"] as const;
const BY_DEFAULT = "day,tool";
const ROWS_MAX = 1_000; // drawn; the file has all of them
const DIGITS_MAX = 4; // of money: runs cost fractions of a cent

interface Told {
  columns: string[];
  rows: string[][];
  file: Blob;
}

/** What was made, earned and spent: a table, and the same as a file. */
export function Usage() {
  const { from, to, account, by } = filtersOf(FILTERS);
  const told = useSignal<Told | null>(null);
  const trouble = useSignal("");
  const chosen = (by || BY_DEFAULT).split(",");
  useEffect(() => {
    let isGone = false;
    attempt(async () => {
      const query = { from, to, account, by: by || BY_DEFAULT };
      const file = await askFile("get", "/admin/usage.csv", { query });
      const [columns = [], ...rows] = rowsOf(await file.text());
      if (!isGone) told.value = { columns, rows, file };
    }, trouble);
    return () => {
      isGone = true;
    };
  }, [from, to, account, by]);

  function toggle(dimension: string): void {
    const now = DIMENSIONS.filter((one) => chosen.includes(one) !== (one === dimension));
    if (now.length) setQuery({ by: now.join(",") });
  }

  return (
    <section class="card console-section">
      <h2>{consoleTexts.names.usage}</h2>
      <search class="console-filters">
        <Typed name="from" label={texts.history.from} type="date" />
        <Typed name="to" label={texts.history.to} type="date" />
        <Typed name="account" label={consoleTexts.lists.account} />
      </search>
      <fieldset class="row console-choices">
        <legend class="small quiet">{words.by}</legend>
        {DIMENSIONS.map((one) => (
          <label key={one} class="row">
            <input type="checkbox" checked={chosen.includes(one)} onChange={() => toggle(one)} />
            {words.columns[one]}
          </label>
        ))}
      </fieldset>
      <p class="notice bad" role="alert" hidden={!trouble.value}>
        {trouble.value}
      </p>
      {told.value === null && !trouble.value && <p class="quiet">{texts.parts.loading}</p>}
      {told.value && <Shown told={told.value} />}
    </section>
  );
}

function Shown({ told }: { told: Told }) {
  const { columns, rows, file } = told;
  const isNumber = (name: string) => !DIMENSIONS.some((one) => one === name);
  const named = columns.map((name) => ({ text: nameOf(name), isNumber: isNumber(name) }));
  return (
    <>
      <div class="row">
        <button type="button" class="button" onClick={() => download(file, "usage.csv")}>
          {words.save}
        </button>
        <span class="small quiet" role="status">
          {words.lines(rows.length, ROWS_MAX)}
        </span>
      </div>
      {rows.length > 0 && (
        <Table label={consoleTexts.names.usage} columns={named}>
          {rows.slice(0, ROWS_MAX).map((row) => (
            <tr key={row.join()}>
              {columns.map((name, index) => (
                <td key={name} class={isNumber(name) ? "number" : ""}>
                  <Cell name={name} text={row[index] ?? ""} isNumber={isNumber(name)} />
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

function Cell({ name, text, isNumber }: { name: string; text: string; isNumber: boolean }) {
  if (name === "account") return <AccountLink id={text} />;
  return <>{isNumber ? Number(text).toLocaleString("en", { maximumFractionDigits: DIGITS_MAX }) : text}</>;
}

function nameOf(column: string): string {
  return Object.entries(words.columns).find(([name]) => name === column)?.[1] ?? column;
}
