import { useSignal } from "@preact/signals";
import { StatusChip } from "../../parts/status-chip.tsx";
import { inFull } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { type Fact, Facts } from "../generation/facts.tsx";
import "../generation/generation.css";
import { duration } from "../generation/timeline.ts";
import { Timeline } from "../generation/timeline-list.tsx";
import { ActForm } from "./act.tsx";
import { Field } from "./field.tsx";
import { QuickAct } from "./generation-list.tsx";
import { AccountLink, GenerationLink, IdLink } from "./links.tsx";
import { useLive } from "./live.ts";
import { type AdminGenerationDetail, ask } from "./operator.ts";

const words = consoleTexts.generations;

/** Everything about one generation, whoever's it is. */
export function GenerationDetail({ id }: { id: string }) {
  const found = useSignal<AdminGenerationDetail | null>(null);
  const { problem, again } = useLive(async () => {
    found.value = await ask("get", "/admin/generations/{id}", { path: { id } });
  }, [id]);
  const shown = found.value;
  return (
    <>
      <p class="notice bad" role="alert" hidden={!problem.value}>
        {problem.value}
      </p>
      {shown && (
        <>
          <div class="row spread">
            <div class="row">
              <h2>
                {shown.tool}/{shown.model}
              </h2>
              <StatusChip status={shown.status} />
            </div>
            <QuickAct one={shown} onDone={again} />
          </div>
          {shown.error && <p class="notice bad">{shown.error}</p>}
          <Relatives shown={shown} />
          <div class="generation">
            <div class="stack">
              <Facts title={texts.generation.inputs} facts={inputsOf(shown)} />
              <Facts title={texts.generation.facts} facts={factsOf(shown)} />
              {shown.credits.captured > 0 && <Refund id={id} onDone={again} />}
            </div>
            <div class="stack">
              <Picture shown={shown} />
              <Timeline found={shown} />
              <details>
                <summary>{texts.generation.json}</summary>
                <pre class="code" tabIndex={0}>
                  {JSON.stringify(shown, null, 2)}
                </pre>
              </details>
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** Whose it is, and what else belongs to it. */
function Relatives({ shown }: { shown: AdminGenerationDetail }) {
  return (
    <p class="row small">
      {words.account} <AccountLink id={shown.account} />
      {shown.retryOf && (
        <>
          {words.retryOf} <GenerationLink id={shown.retryOf} />
        </>
      )}
      {shown.retriedAs && (
        <>
          {words.retriedAs} <GenerationLink id={shown.retriedAs} />
        </>
      )}
      {shown.webhook && shown.status === "success" && (
        <>
          {words.delivery} <IdLink href={`/console/deliveries/${shown.id}`} id={shown.id} />
        </>
      )}
    </p>
  );
}

function Refund({ id, onDone }: { id: string; onDone: () => Promise<void> }) {
  const credits = useSignal("");
  const note = useSignal("");
  return (
    <ActForm
      title={words.refund}
      help={words.refundHelp}
      button={words.refund}
      act={() =>
        ask("post", "/admin/generations/{id}/refund", {
          path: { id },
          body: { credits: credits.value ? Number(credits.value) : null, note: note.value },
        })
      }
      onDone={onDone}
    >
      <Field label={words.refunded} value={credits} type="number" />
      <Field label={consoleTexts.accounts.note} value={note} />
    </ActForm>
  );
}

function Picture({ shown }: { shown: AdminGenerationDetail }) {
  const { thumbnail, output, tool } = shown;
  if (!output) return null;
  return (
    <p class="console-picture">
      {thumbnail && <img src={thumbnail} alt={texts.generation.outputOf(tool)} />}
      <a href={output} target="_blank" rel="noreferrer">
        {words.open}
      </a>
    </p>
  );
}

function inputsOf({ payload }: AdminGenerationDetail): Fact[] {
  return Object.entries(payload).map(([name, value]) => ({
    name,
    value: typeof value === "string" ? value : JSON.stringify(value),
  }));
}

function factsOf(shown: AdminGenerationDetail): Fact[] {
  const named = texts.generation;
  const { credits, engine, engineVersion, queueSeconds, runSeconds, seed, webhook } = shown;
  return [
    { name: named.id, value: shown.id },
    { name: named.created, value: inFull(shown.createdAt) },
    { name: words.pool, value: shown.pool },
    { name: named.engine, value: [engine, engineVersion].filter(Boolean).join(" ") },
    { name: named.seed, value: seed === null ? "" : String(seed) },
    { name: named.credits, value: credits.held ? named.held(credits.held) : String(credits.captured) },
    { name: named.queueTime, value: queueSeconds === null ? "" : duration(queueSeconds) },
    { name: named.runTime, value: runSeconds === null ? "" : duration(runSeconds) },
    { name: words.key, value: shown.key ?? "" },
    { name: words.webhook, value: webhook ?? "" },
  ].filter(({ value }) => value !== "");
}
