import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Table } from "../../parts/table.tsx";
import { inFull } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { duration } from "../generation/timeline.ts";
import { ActForm } from "./act.tsx";
import { Field } from "./field.tsx";
import { useLive } from "./live.ts";
import { ask, type Maintenance, type Overview, refreshOperator } from "./operator.ts";
import { arrived, troubleIn } from "./trouble.ts";

const words = consoleTexts.overview;
const GIGABYTE = 1e9; // bytes
const POOL_COLUMNS = [
  { text: words.pool },
  { text: words.waiting, isNumber: true },
  { text: words.oldest, isNumber: true },
  { text: words.running, isNumber: true },
  { text: words.served },
];
const FAILURE_COLUMNS = [
  { text: consoleTexts.failures.tool },
  { text: consoleTexts.failures.engine },
  { text: consoleTexts.failures.reason },
  { text: consoleTexts.failures.count, isNumber: true },
];
const MODEL_COLUMNS = [
  { text: words.model },
  { text: words.runs, isNumber: true },
  { text: words.p50, isNumber: true },
  { text: words.p95, isNumber: true },
];

/** What is the matter right now. */
export function OverviewSection() {
  const seen = useSignal<Overview | null>(null);
  const maintenance = useSignal<Maintenance | null>(null);
  const { problem, again } = useLive(async () => {
    [seen.value, maintenance.value] = await Promise.all([
      ask("get", "/admin/overview"),
      ask("get", "/admin/maintenance"),
      refreshOperator(),
    ]);
  });
  if (!seen.value) return <p class={problem.value ? "notice bad" : "quiet"}>{problem.value || texts.parts.loading}</p>;
  return (
    <>
      <h2 class="visually-hidden">{consoleTexts.names.overview}</h2>
      <div role="status" class="stack console-trouble">
        {[problem.value, ...troubleIn(seen.value)].filter(Boolean).map((sentence) => (
          <p key={sentence} class="notice bad">
            {sentence}
          </p>
        ))}
      </div>
      <Figures seen={seen.value} />
      <Pools seen={seen.value} />
      <Failures seen={seen.value} />
      <Models seen={seen.value} />
      <Warnings seen={seen.value} />
      {maintenance.value && <MaintenanceActs now={maintenance.value} onDone={again} />}
    </>
  );
}

interface Seen {
  seen: Overview;
}

function Figures({ seen }: Seen) {
  const { running, workers, webhooks, openAlerts, diskFreeBytes, diskIsLow, pools } = seen;
  const share = arrived(webhooks);
  const waiting = pools.reduce((sum, one) => sum + one.waiting, 0);
  return (
    <dl class="console-figures">
      <Figure name={words.waiting}>{waiting.toLocaleString("en")}</Figure>
      <Figure name={words.running}>{running.toLocaleString("en")}</Figure>
      <Figure name={words.workers} isBad={workers === 0} href="/console/workers">
        {workers.toLocaleString("en")}
      </Figure>
      <Figure name={words.alerts} isBad={openAlerts > 0} href="/console/alerts">
        {openAlerts.toLocaleString("en")}
      </Figure>
      <Figure name={words.webhooks} isBad={webhooks.failed > 0} href="/console/deliveries">
        {share === null ? words.noWebhooks : share.toLocaleString("en", { style: "percent" })}
        <span class="small quiet"> {words.ofWebhooks(webhooks.delivered, webhooks.failed, webhooks.pending)}</span>
      </Figure>
      <Figure name={words.disk} isBad={diskIsLow}>
        {words.gigabytes((diskFreeBytes / GIGABYTE).toLocaleString("en", { maximumFractionDigits: 1 }))}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  name: string;
  isBad?: boolean;
  href?: string;
  children: ComponentChildren;
}

function Figure({ name, isBad, href, children }: FigureProps) {
  return (
    <div class="card">
      <dt class="small quiet">{href ? <a href={href}>{name}</a> : name}</dt>
      <dd class={isBad ? "bad" : ""}>{children}</dd>
    </div>
  );
}

function Pools({ seen }: Seen) {
  return (
    <section class="card console-section">
      <div class="row spread">
        <h3>{words.pools}</h3>
        <a href="/console/work">{consoleTexts.names.work}</a>
      </div>
      <Table label={words.pools} columns={POOL_COLUMNS}>
        {seen.pools.map((one) => (
          <tr key={one.pool}>
            <td>{one.pool}</td>
            <td class="number">{one.waiting.toLocaleString("en")}</td>
            <td class="number">{one.oldestSeconds === null ? "" : duration(one.oldestSeconds)}</td>
            <td class="number">{one.running.toLocaleString("en")}</td>
            <td>
              <span class={`chip ${one.isServed ? "good" : "bad"}`}>{one.isServed ? words.yes : words.no}</span>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Failures({ seen }: Seen) {
  return (
    <section class="card console-section">
      <div class="row spread">
        <h3>{words.failures}</h3>
        <a href="/console/failures">{consoleTexts.names.failures}</a>
      </div>
      {seen.failures.length === 0 ? (
        <p class="quiet">{consoleTexts.failures.none}</p>
      ) : (
        <Table label={words.failures} columns={FAILURE_COLUMNS}>
          {seen.failures.map((one) => (
            <tr key={JSON.stringify([one.tool, one.engine, one.reason])}>
              <td>{one.tool}</td>
              <td>{one.engine}</td>
              <td class="console-wide">{one.reason}</td>
              <td class="number">{one.count.toLocaleString("en")}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function Models({ seen }: Seen) {
  if (!seen.models.length) return null;
  return (
    <section class="card console-section">
      <h3>{words.models}</h3>
      <Table label={words.models} columns={MODEL_COLUMNS}>
        {seen.models.map((one) => (
          <tr key={`${one.tool}/${one.model}`}>
            <td>
              {one.tool}/{one.model}
            </td>
            <td class="number">{one.runs.toLocaleString("en")}</td>
            <td class="number">{duration(one.p50Seconds)}</td>
            <td class="number">{duration(one.p95Seconds)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Warnings({ seen }: Seen) {
  if (!seen.warnings.length) return null;
  return (
    <section class="card console-section">
      <h3>{words.warnings}</h3>
      <ul class="console-warnings">
        {seen.warnings.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

function MaintenanceActs({ now, onDone }: { now: Maintenance; onDone: () => Promise<void> }) {
  const sentence = useSignal("");
  if (now.active) {
    return (
      <ActForm
        key="end"
        title={words.maintenance}
        help={words.closedSince(now.since ? inFull(now.since) : "", now.sentence)}
        button={words.endMaintenance}
        act={() => ask("post", "/admin/maintenance/end")}
        onDone={onDone}
      />
    );
  }
  return (
    <ActForm
      key="begin"
      title={words.maintenance}
      help={words.maintenanceHelp}
      button={words.beginMaintenance}
      act={() => ask("post", "/admin/maintenance/begin", { body: { sentence: sentence.value } })}
      onDone={onDone}
      isDangerous
    >
      <Field label={words.sentence} value={sentence} />
    </ActForm>
  );
}
