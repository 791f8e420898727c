import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { selectionTexts } from "../../texts/en-selection.ts";
import { deleteAll, newestIds, saveArchive } from "./bulk.ts";
import type { Filters } from "./filters.ts";
import { SELECTED_MAX, type Selection } from "./selection.ts";

const MEGABYTE = 1_000_000;
const words = selectionTexts;

interface SelectionBarProps {
  selection: Selection;
  filters: Filters;
  total: number;
  onDeleted: () => void;
}

/** What can be done with all that is selected, and what came of it. */
export function SelectionBar({ selection, filters, total, onDeleted }: SelectionBarProps) {
  const work = useSignal<"saving" | "deleting" | null>(null);
  const bytes = useSignal(0);
  const { outcome } = selection;
  const stopping = useRef(new AbortController());
  const ids = [...selection.ids.value];
  useEffect(() => () => stopping.current.abort(), []);

  async function save(): Promise<void> {
    stopping.current = new AbortController();
    outcome.value = null;
    bytes.value = 0;
    work.value = "saving";
    outcome.value = await saveArchive(ids, stopping.current.signal, (count) => {
      bytes.value = count;
    });
    work.value = null;
  }

  async function remove(): Promise<void> {
    work.value = "deleting";
    const done = await deleteAll(ids);
    selection.drop(done.deleted);
    outcome.value = done.outcome;
    work.value = null;
    if (done.deleted.length) onDeleted();
  }

  return (
    <section class="selection" aria-label={words.title} hidden={!selection.isShown}>
      <div class="selection-words" role="status">
        {ids.length > 0 && <strong>{words.count(ids.length)}</strong>}
        {selection.isFull.value && <p class="small quiet">{words.full(SELECTED_MAX)}</p>}
        {work.value === "saving" && <p class="small">{words.saving((bytes.value / MEGABYTE).toFixed(1))}</p>}
        {work.value === "deleting" && <p class="small">{words.deleting}</p>}
        {outcome.value?.sentences.map((sentence) => (
          <p key={sentence} class={outcome.value?.isBad ? "field-error" : "small"}>
            {sentence}
          </p>
        ))}
      </div>
      <div class="row">
        {work.value === "saving" ? (
          <button type="button" class="button" onClick={() => stopping.current.abort()}>
            {words.stop}
          </button>
        ) : (
          <button type="button" class="button" disabled={!ids.length || work.value !== null} onClick={save}>
            <Icon name="save" /> {words.save}
          </button>
        )}
        <ConfirmButton
          question={words.reallyDelete(ids.length)}
          disabled={!ids.length || work.value !== null}
          onConfirm={remove}
        >
          {words.delete}
        </ConfirmButton>
        <button type="button" class="button plain" onClick={async () => selection.add(await newestIds(filters))}>
          {total > SELECTED_MAX ? words.newest(SELECTED_MAX) : words.all(total)}
        </button>
        <button type="button" class="button plain" onClick={() => selection.clear()}>
          {words.clear}
        </button>
      </div>
    </section>
  );
}
