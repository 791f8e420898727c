import type { Inspection } from "@mediamill/client";
import { useEffect, useMemo } from "preact/hooks";
import "./generation.css";
import { toolName } from "../../api/tool-names.ts";
import { StatusChip } from "../../parts/status-chip.tsx";
import { inFull } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { Actions } from "./actions.tsx";
import { type Fact, Facts } from "./facts.tsx";
import { Output } from "./output.tsx";
import { duration } from "./timeline.ts";
import { Timeline } from "./timeline-list.tsx";
import { hasEnded, Watching } from "./watching.ts";
import { Webhook } from "./webhook.tsx";

interface GenerationViewProps {
  id: string;
  /** It was deleted. */
  onGone: () => void;
  /** Whether it is a page of its own, with its heading; otherwise it stands in a dialog. */
  isPage: boolean;
}

/** A generation with what went in, what came out, and how. */
export function GenerationView({ id, onGone, isPage }: GenerationViewProps) {
  const watching = useMemo(() => new Watching(id), [id]);
  useEffect(() => {
    watching.start();
    return () => watching.stop();
  }, [watching]);
  const found = watching.found.value;
  if (watching.isMissing.value) return <p class="notice">{texts.generation.missing}</p>;
  if (!found) return <p class="quiet">{texts.parts.loading}</p>;
  return (
    <div class="generation">
      <div class="stack">
        <Heading found={found} isPage={isPage} />
        <Output found={found} />
        {!hasEnded(found) && <Progress found={found} />}
        {found.error && (
          <p class="notice bad" role="status">
            {found.error}
          </p>
        )}
        {found.notUnderstood.length > 0 && (
          <p class="notice">{texts.generation.notUnderstood(found.notUnderstood.join(", "))}</p>
        )}
        <Actions found={found} onChange={() => watching.read()} onGone={onGone} isPage={isPage} />
      </div>
      <div class="stack">
        <Facts title={texts.generation.inputs} facts={inputsOf(found)} />
        <Facts title={texts.generation.facts} facts={factsOf(found)} />
        <Timeline found={found} />
        <Webhook found={found} />
        <Facts title={texts.generation.provenance} facts={provenanceOf(found)} />
        <details>
          <summary>{texts.generation.json}</summary>
          <pre class="code" tabIndex={0}>
            {JSON.stringify(found, null, 2)}
          </pre>
        </details>
      </div>
    </div>
  );
}

function Heading({ found, isPage }: { found: Inspection; isPage: boolean }) {
  const name = toolName(found.tool);
  return (
    <div class="row spread">
      {isPage ? <h1>{name}</h1> : <h3>{name}</h3>}
      <StatusChip status={found.status} />
    </div>
  );
}

function Progress({ found }: { found: Inspection }) {
  const { progress, stage, queuePosition } = found;
  return (
    <div class="stack tight">
      <progress class="bar" value={progress} max={1} aria-label={texts.generation.progress} />
      <p class="small quiet" role="status">
        {queuePosition ? texts.generation.queued(queuePosition) : stage}
      </p>
    </div>
  );
}

function inputsOf({ payload }: Inspection): Fact[] {
  return Object.entries(payload).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
}

function factsOf(found: Inspection): Fact[] {
  const words = texts.generation;
  const { engine, engineVersion, model, seed, credits, queueSeconds, runSeconds } = found;
  return [
    { name: words.id, value: found.id },
    { name: words.created, value: inFull(found.createdAt) },
    { name: words.model, value: model },
    { name: words.engine, value: [engine, engineVersion].filter(Boolean).join(" ") },
    { name: words.seed, value: seed === null ? "" : String(seed) },
    { name: words.credits, value: credits.held ? words.held(credits.held) : String(credits.captured) },
    { name: words.queueTime, value: queueSeconds === null ? "" : duration(queueSeconds) },
    { name: words.runTime, value: runSeconds === null ? "" : duration(runSeconds) },
  ].filter((fact) => fact.value !== "");
}

function provenanceOf({ provenance }: Inspection): Fact[] {
  return Object.entries(provenance).map(([name, value]) => ({ name, value: String(value) }));
}
