import { useSignal } from "@preact/signals";
import { Table } from "../../parts/table.tsx";
import { ago } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { ActButton } from "./act.tsx";
import { GenerationLink, Instant } from "./links.tsx";
import { inOrderOf, useLive } from "./live.ts";
import { type AdminWorker, ask } from "./operator.ts";

const words = consoleTexts.workers;
const COLUMNS = [
  { text: words.name },
  { text: words.state },
  { text: words.pools },
  { text: words.running },
  { text: words.models },
  { text: words.started },
  { text: consoleTexts.act },
];

/** The processes that are alive, and what each does. */
export function Workers() {
  const workers = useSignal<AdminWorker[] | null>(null);
  const { problem, again } = useLive(async () => {
    const { data } = await ask("get", "/admin/workers");
    workers.value = inOrderOf(workers.value ?? [], data, ({ name }) => name);
  });
  return (
    <section class="card console-section">
      <h2>{consoleTexts.names.workers}</h2>
      <p class="notice bad" role="status" hidden={!problem.value}>
        {problem.value}
      </p>
      {workers.value === null && <p class="quiet">{texts.parts.loading}</p>}
      {workers.value?.length === 0 && <p class="notice bad">{words.none}</p>}
      {!!workers.value?.length && (
        <Table label={consoleTexts.names.workers} columns={COLUMNS}>
          {workers.value.map((worker) => (
            <Row key={worker.name} worker={worker} onDone={again} />
          ))}
        </Table>
      )}
    </section>
  );
}

function Row({ worker, onDone }: { worker: AdminWorker; onDone: () => Promise<void> }) {
  const { name, host, version, state, pools, models, loaded, runs } = worker;
  const isDraining = state === "draining" || state === "drained";
  return (
    <tr>
      <td class="console-process">
        {name}
        <div class="small quiet">{words.at(host, version)}</div>
      </td>
      <td>
        <span class={`chip ${state === "working" ? "good" : isDraining ? "bad" : ""}`}>{words.states[state]}</span>
        <div class="small quiet">{words.seen(ago(worker.beatAt))}</div>
      </td>
      <td>
        {pools.map((one) => (
          <div key={one.pool}>
            {words.slots(one.pool, one.slots)}
            {one.paused && <span class="small quiet"> {consoleTexts.stops.states.paused}</span>}
          </div>
        ))}
      </td>
      <td>
        {runs.map((one) => (
          <div key={one.id}>
            <GenerationLink id={one.id} />
            <div class="small quiet">
              {one.tool}/{one.model}
            </div>
          </div>
        ))}
      </td>
      <td>
        {models.length > 0 && (
          <details>
            <summary>{words.modelCount(models.length)}</summary>
            <ul class="console-models">
              {models.map((model) => (
                <li key={model}>{model}</li>
              ))}
            </ul>
          </details>
        )}
        {loaded.length > 0 && <div class="small quiet">{words.loaded(loaded.join(", "))}</div>}
      </td>
      <td>
        <Instant at={worker.startedAt} />
        {worker.reloadedAt && (
          <div class="small quiet">
            {words.reloaded} <Instant at={worker.reloadedAt} />
          </div>
        )}
        {worker.reloadFault && <div class="field-error">{worker.reloadFault}</div>}
      </td>
      <td>
        {isDraining ? (
          <ActButton
            about={name}
            act={() => ask("post", "/admin/workers/{name}/resume", { path: { name } })}
            onDone={onDone}
          >
            {consoleTexts.stops.resume}
          </ActButton>
        ) : (
          pools.length > 0 && (
            <ActButton
              about={name}
              question={words.reallyDrain}
              act={() => ask("post", "/admin/workers/{name}/drain", { path: { name } })}
              onDone={onDone}
            >
              {consoleTexts.stops.drain}
            </ActButton>
          )
        )}
      </td>
    </tr>
  );
}
