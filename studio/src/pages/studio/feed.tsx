import { useSignal } from "@preact/signals";
import { type Run, runs } from "../../api/runs.ts";
import type { Values } from "../../forms/fields.ts";
import { texts } from "../../texts/en.ts";
import { Compare } from "../../viewers/image/compare.tsx";
import type { Shown } from "../../viewers/viewer.tsx";
import { RunCard, shownOf } from "./run-card.tsx";

interface FeedProps {
  onTake: (tool: string, input: Values) => void;
}

/** What was made, newest first. */
export function Feed({ onTake }: FeedProps) {
  const first = useSignal<Shown | null>(null);
  const second = useSignal<Shown | null>(null);

  function compare(run: Run): void {
    const shown = shownOf(run);
    if (!first.value || first.value.id === run.id) first.value = first.value ? null : shown;
    else second.value = shown;
  }

  return (
    <section class="feed" aria-label={texts.studio.results}>
      {!runs.value.length && (
        <div class="empty">
          <h2>{texts.studio.empty}</h2>
          <p class="quiet">{texts.studio.emptyMore}</p>
        </div>
      )}
      {runs.value.map((run) => (
        <RunCard
          key={run.id}
          run={run}
          isCompared={first.value?.id === run.id}
          onTake={onTake}
          onCompare={() => compare(run)}
        />
      ))}
      {first.value && second.value && (
        <Compare
          left={first.value}
          right={second.value}
          onClose={() => {
            first.value = null;
            second.value = null;
          }}
        />
      )}
    </section>
  );
}
