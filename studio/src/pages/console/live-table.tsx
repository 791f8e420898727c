import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Table } from "../../parts/table.tsx";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { useLive } from "./live.ts";
import { LiveList, type Slice } from "./live-list.ts";
import { attempt } from "./operator.ts";

const COUNTED_MAX = 10_000; // the service counts no further
const words = consoleTexts.lists;

interface LiveTableProps<T> {
  label: string;
  columns: readonly { text: string; isNumber?: boolean }[];
  /** What is asked for changes with these, such as filters. */
  inputs: readonly unknown[];
  read: (offset: number, limit: number) => Promise<Slice<T>>;
  /** The cells of a row; `refresh` after something was done with it. */
  cells: (row: T, refresh: () => Promise<void>) => ComponentChildren;
  /** Whenever it changes, the list is shown from its newest row on: something was done that adds to it. */
  version?: number;
}

/** A long list, newest first, that is brought up to date where it stands. */
export function LiveTable<T extends { id: string }>(props: LiveTableProps<T>) {
  const { label, columns, inputs, read, cells, version = 0 } = props;
  const list = useMemo(() => new LiveList<T>(read), inputs);
  const { problem, again } = useLive(() => list.refresh(), [list]);
  const trouble = useSignal("");
  useEffect(() => {
    if (version) attempt(() => list.showNewer(), trouble);
  }, [version]);
  const total = list.total.value;
  if (total === null)
    return <p class={problem.value ? "notice bad" : "quiet"}>{problem.value || texts.parts.loading}</p>;
  return (
    <>
      <div class="row small quiet console-count">
        <span role="status">{total === 0 ? words.none : words.count(total, COUNTED_MAX)}</span>
        {list.newer.value > 0 && (
          <button type="button" class="button" onClick={() => attempt(() => list.showNewer(), trouble)}>
            {words.newer(list.newer.value)}
          </button>
        )}
      </div>
      <p class="notice bad" role="status" hidden={!problem.value}>
        {problem.value}
      </p>
      {list.rows.value.length > 0 && (
        <Table label={label} columns={columns}>
          {list.rows.value.map((row) => (
            <tr key={row.id} class={list.gone.value.has(row.id) ? "console-gone" : ""}>
              {cells(row, again)}
            </tr>
          ))}
        </Table>
      )}
      {list.left > 0 && (
        <button type="button" class="button" onClick={() => attempt(() => list.more(), trouble)}>
          {texts.parts.more(list.left)}
        </button>
      )}
      <p class="field-error" role="alert" hidden={!trouble.value}>
        {trouble.value}
      </p>
    </>
  );
}
