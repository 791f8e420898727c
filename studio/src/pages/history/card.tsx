import type { FoundGeneration } from "@mediamill/client";
import { toolName } from "../../api/tool-names.ts";
import { StatusChip } from "../../parts/status-chip.tsx";
import { ago, inFull } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { selectionTexts } from "../../texts/en-selection.ts";
import { wordsOf } from "./filters.ts";

interface CardProps {
  /** Nothing while it is being fetched. */
  item: FoundGeneration | undefined;
  isSelected: boolean;
  /** Select it or no longer; with Shift everything from the last one to it. */
  onSelect: (isRange: boolean) => void;
  onOpen: (item: FoundGeneration) => void;
}

/** One generation of the grid. */
export function Card({ item, isSelected, onSelect, onOpen }: CardProps) {
  if (!item) return <div class="card history-card" aria-busy="true" />;
  const name = toolName(item.tool);
  const asked = wordsOf(item.payload);
  return (
    <article class="card history-card" data-selected={isSelected || undefined}>
      <input
        type="checkbox"
        class="history-check"
        aria-label={selectionTexts.select([name, asked].filter(Boolean).join(": "))}
        checked={isSelected}
        onClick={(event) => onSelect(event.shiftKey)}
      />
      <div class="history-picture">
        {item.thumbnail ? (
          <img src={item.thumbnail} alt="" loading="lazy" decoding="async" draggable={false} />
        ) : (
          <span class="quiet small">{texts.types[item.type]}</span>
        )}
      </div>
      <div class="history-words">
        <a
          class="history-name"
          href={`/generations/${item.id}`}
          onClick={(event) => {
            if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(item);
          }}
        >
          {name}
        </a>
        <p class="small quiet history-prompt">{asked}</p>
        <div class="row spread">
          <StatusChip status={item.status} />
          <time class="small quiet" dateTime={item.createdAt} title={inFull(item.createdAt)}>
            {ago(item.createdAt)}
          </time>
        </div>
      </div>
    </article>
  );
}
