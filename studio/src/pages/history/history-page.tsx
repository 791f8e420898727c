import type { FoundGeneration } from "@mediamill/client";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import "./history.css";
import { client } from "../../api/client.ts";
import { readToolNames } from "../../api/tool-names.ts";
import { noticing } from "../../app/account.ts";
import { place, setQuery } from "../../app/router.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { PagedList, type Read, type Slice } from "../../parts/paged-list.ts";
import { useShortcuts } from "../../parts/shortcuts.ts";
import { VirtualGrid } from "../../parts/virtual-grid.tsx";
import { texts } from "../../texts/en.ts";
import { GenerationView } from "../generation/generation-view.tsx";
import { Card } from "./card.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type Filters, filtersIn, given, isFiltered } from "./filters.ts";
import { Selection } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";

const ROW_PIXELS = 240;
const POLL_MILLISECONDS = 4_000; // while something on the screen is under way

/** Everything that the account made, however much it is. */
export default function HistoryPage() {
  const filters = filtersIn(place.value.query);
  const asked = JSON.stringify(filters);
  const list = useMemo(() => new PagedList<FoundGeneration>(readerOf(filters)), [asked]);
  const selection = useMemo(() => new Selection(), [asked]);
  const current = useSignal<number | null>(null);
  const opened = place.value.query.get("open");
  const total = list.total.value;

  useEffect(() => {
    readToolNames();
  }, []);
  useEffect(() => {
    current.value = null;
    return () => list.close();
  }, [list]);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && isUnderWay(list) && list.refresh(), POLL_MILLISECONDS);
    return () => clearInterval(timer);
  }, [list]);

  function step(by: number): void {
    const from = current.value ?? placeOf(list, opened) ?? -1;
    const next = Math.max(0, Math.min((total ?? 0) - 1, from + by));
    const row = list.rows.value.get(next);
    if (!total || (opened && !row)) return;
    current.value = next;
    if (opened && row) setQuery({ open: row.id });
  }
  function select(isRange: boolean): void {
    if (current.value !== null && !opened) selection.toggle(current.value, list.rows.value, isRange);
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () => select(false),
    X: () => select(true),
    ...(!opened && selection.isShown && { Escape: () => selection.clear() }),
  });

  return (
    <div class="stack">
      <div class="row spread">
        <h1>{texts.pages.history}</h1>
        <p class="small quiet history-hint">{texts.history.keys}</p>
      </div>
      <FilterBar filters={filters} total={total} />
      {total === 0 && (
        <p class="notice">
          {isFiltered(filters) ? texts.history.noneFound : texts.history.none} <a href="/">{texts.pages.studio}</a>
        </p>
      )}
      <VirtualGrid
        key={asked} // each list is asked for what is shown, also one that follows a list that never answered
        label={texts.pages.history}
        total={total ?? 0}
        rowPixels={ROW_PIXELS}
        current={opened ? null : current.value}
        onFocused={(index) => {
          current.value = index;
        }}
        onRange={(first, last) => list.show(first, last)}
        cell={(index) => (
          <Card
            item={list.rows.value.get(index)}
            isSelected={selection.ids.value.has(list.rows.value.get(index)?.id ?? "")}
            onSelect={(isRange) => selection.toggle(index, list.rows.value, isRange)}
            onOpen={(item) => {
              current.value = index;
              setQuery({ open: item.id });
            }}
          />
        )}
      />
      <SelectionBar
        key={asked}
        selection={selection}
        filters={filters}
        total={total ?? 0}
        onDeleted={() => list.reload()}
      />
      {opened && (
        <Dialog title={texts.history.opened} onClose={() => setQuery({ open: null })}>
          <GenerationView key={opened} id={opened} onGone={() => closeGone(list)} isPage={false} />
        </Dialog>
      )}
    </div>
  );
}

function readerOf(filters: Filters): Read<FoundGeneration> {
  return async (offset, limit, signal) => {
    let found: Slice<FoundGeneration> | null = null;
    await noticing(async () => {
      found = await client.search({ offset, limit, ...given(filters) }, signal);
    });
    return found;
  };
}

function isUnderWay(list: PagedList<FoundGeneration>): boolean {
  return [...list.rows.value.values()].some((item) => item.status === "processing" || item.status === "uploading");
}

function placeOf(list: PagedList<FoundGeneration>, id: string | null): number | null {
  for (const [index, item] of list.rows.value) if (item.id === id) return index;
  return null;
}

function closeGone(list: PagedList<FoundGeneration>): void {
  setQuery({ open: null });
  list.reload();
}
