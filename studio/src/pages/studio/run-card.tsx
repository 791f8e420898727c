import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { toolOf } from "../../api/catalogue.ts";
import { client } from "../../api/client.ts";
import { hasEnded, inputOfRun, type Run } from "../../api/runs.ts";
import { noticing } from "../../app/account.ts";
import type { Values } from "../../forms/fields.ts";
import { Icon } from "../../parts/icon.tsx";
import { ago, inFull } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { type Shown, Viewer } from "../../viewers/viewer.tsx";
import { RunActions } from "./run-actions.tsx";
import { RunDetails } from "./run-details.tsx";

interface CardProps {
  run: Run;
  isCompared: boolean;
  onTake: (tool: string, input: Values) => void;
  onCompare: () => void;
}

/** One generation: how far it is, what came of it, and what can be done with that. */
export function RunCard({ run, isCompared, onTake, onCompare }: CardProps) {
  const isOpen = useSignal(run.isNew || run.type !== "object");
  const hasDetails = useSignal(false);
  const input = useComputed(() => run.input);
  const tool = toolOf(run.tool);
  const shown = shownOf(run);

  useEffect(() => {
    if (!run.input) noticing(async () => void (await inputOfRun(run)));
  }, [run.id]);

  return (
    <article class="run-card card" data-status={run.status} data-id={run.id} data-compared={isCompared || undefined}>
      <header class="row spread">
        <div class="run-title">
          <strong>{tool?.name ?? run.tool}</strong>
          <span class="quiet small" title={inFull(run.createdAt)}>
            {ago(run.createdAt)}
          </span>
        </div>
        <StatusChip run={run} />
      </header>
      <p class="prompt quiet">{promptOf(run.input ?? input.value)}</p>
      {!hasEnded(run) && <Progress run={run} />}
      {run.status === "error" && (
        <p class="notice bad">
          {run.error} <span class="small">{texts.studio.notCharged}</span>
        </p>
      )}
      {shown &&
        (isOpen.value ? (
          <Viewer shown={shown} />
        ) : (
          <button
            type="button"
            class="poster"
            onClick={() => {
              isOpen.value = true;
            }}
          >
            {shown.thumbnail && <img src={shown.thumbnail} alt="" loading="lazy" />}
            <span class="button">
              <Icon name="play" /> {texts.viewers.open}
            </span>
          </button>
        ))}
      <RunActions
        run={run}
        onTake={onTake}
        onCompare={onCompare}
        onDetails={() => {
          hasDetails.value = !hasDetails.value;
        }}
        hasDetails={hasDetails.value}
      />
      {hasDetails.value && <RunDetails id={run.id} status={run.status} />}
    </article>
  );
}

/** What viewers are told of a run; null while it has no output. */
export function shownOf(run: Run): Shown | null {
  if (!run.output) return null;
  const { id, type, output, thumbnail } = run;
  return { id, type, output, thumbnail, label: promptOf(run.input) || (toolOf(run.tool)?.name ?? run.tool) };
}

function promptOf(input: Values | null): string {
  return typeof input?.prompt === "string" ? input.prompt : "";
}

function StatusChip({ run }: { run: Run }) {
  const tone = { success: "good", error: "bad", pending: "live", processing: "live", uploading: "live" }[run.status];
  return (
    <span class={`chip ${tone}`} role="status">
      {run.status === "success" && <Icon name="check" />}
      {texts.status[run.status]}
    </span>
  );
}

function Progress({ run }: { run: Run }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - Date.parse(run.createdAt)) / 1_000));
  return (
    <div class="progress">
      <progress class="bar" max={1} value={run.progress || undefined} aria-label={texts.studio.progress} />
      <div class="row spread small quiet">
        <span>{run.stage || texts.studio.waiting}</span>
        <span class="count">{texts.studio.seconds(seconds)}</span>
      </div>
      <button type="button" class="button" onClick={() => noticing(async () => void (await client.cancel(run.id)))}>
        {texts.studio.cancel}
      </button>
    </div>
  );
}
