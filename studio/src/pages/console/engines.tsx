import { useSignal } from "@preact/signals";
import { Table } from "../../parts/table.tsx";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { ActButton } from "./act.tsx";
import { Instant } from "./links.tsx";
import { useLive } from "./live.ts";
import { ask, type Engine } from "./operator.ts";
import { StopButton } from "./stop.tsx";

const words = consoleTexts.engines;
const DIGITS_MAX = 4; // of money: calls cost fractions of a cent
const KEY_COLUMNS = [
  { text: words.key },
  { text: words.jobs, isNumber: true },
  { text: words.today, isNumber: true },
  { text: words.thisMonth, isNumber: true },
];
const BREAKER_COLUMNS = [
  { text: words.what },
  { text: words.opened },
  { text: words.nextProbe },
  { text: words.reason },
];

/** Vendors' engines: what works, what does not, and what they cost. */
export function Engines() {
  const engines = useSignal<Engine[] | null>(null);
  const { problem, again } = useLive(async () => {
    engines.value = (await ask("get", "/admin/engines")).data;
  });
  return (
    <>
      <h2>{consoleTexts.names.engines}</h2>
      <p class="notice bad" role="status" hidden={!problem.value}>
        {problem.value}
      </p>
      {engines.value === null && <p class="quiet">{texts.parts.loading}</p>}
      {engines.value?.length === 0 && <p class="notice">{words.none}</p>}
      {engines.value?.map((engine) => (
        <EngineCard key={engine.engine} engine={engine} onDone={again} />
      ))}
    </>
  );
}

function EngineCard({ engine, onDone }: { engine: Engine; onDone: () => Promise<void> }) {
  const path = { name: engine.engine };
  return (
    <section class="card console-section">
      <div class="row spread">
        <div class="row">
          <h3>{engine.engine}</h3>
          <span class={`chip ${engine.state === "working" ? "good" : "bad"}`}>{words.states[engine.state]}</span>
        </div>
        {engine.state === "paused" ? (
          <ActButton
            about={engine.engine}
            act={() => ask("post", "/admin/engines/{name}/resume", { path })}
            onDone={onDone}
          >
            {consoleTexts.stops.resume}
          </ActButton>
        ) : (
          <StopButton
            title={words.pauseOf(engine.engine)}
            help={words.pauseHelp}
            act={(reason) => ask("post", "/admin/engines/{name}/pause", { path, body: { reason } })}
            onDone={onDone}
          >
            {consoleTexts.stops.pause}
          </StopButton>
        )}
      </div>
      {engine.since && (
        <p>
          {words.since} <Instant at={engine.since} />
          {engine.reason && `: ${engine.reason}`}
          {engine.isByItself && ` (${words.byItself})`}
        </p>
      )}
      {engine.missing && <p class="notice bad">{engine.missing}</p>}
      {engine.breakers.length > 0 && <Breakers engine={engine} />}
      <Table label={words.moneyOf(engine.engine)} columns={KEY_COLUMNS}>
        {[engine.total, ...(engine.keys.length > 1 ? engine.keys : [])].map((one) => (
          <tr key={one.key ?? ""}>
            <td>{one.key ?? words.allKeys}</td>
            <td class="number">{one.jobs.toLocaleString("en")}</td>
            <td class="number">{spent(one.today)}</td>
            <td class="number">{spent(one.thisMonth)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** What is left alone for a while, and until when. */
function Breakers({ engine }: { engine: Engine }) {
  return (
    <Table label={words.breakersOf(engine.engine)} columns={BREAKER_COLUMNS}>
      {engine.breakers.map((one) => (
        <tr key={`${one.key} ${one.model}`}>
          <td>{[one.model, one.key && words.keyNamed(one.key)].filter(Boolean).join(", ") || words.everything}</td>
          <td>
            <Instant at={one.openedAt} />
          </td>
          <td>
            <Instant at={one.nextProbeAt} />
          </td>
          <td class="console-wide">
            {one.reason}
            {one.needsOperator && (
              <div>
                <span class="chip bad">{words.needsOperator}</span>
              </div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function spent({ used, cap }: Engine["total"]["today"]): string {
  const amount = used.toLocaleString("en", { maximumFractionDigits: DIGITS_MAX });
  return cap === null ? amount : words.ofCap(amount, cap.toLocaleString("en", { maximumFractionDigits: DIGITS_MAX }));
}
