import { signal, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { place } from "../../app/router.ts";
import { Choice } from "../../parts/filters.tsx";
import { Table } from "../../parts/table.tsx";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { ActButton } from "./act.tsx";
import { Instant } from "./links.tsx";
import { inOrderOf, useLive } from "./live.ts";
import { ask, type Failure } from "./operator.ts";

const words = consoleTexts.failures;
const HOURS = [1, 24, 24 * 7, 24 * 30];
const HOURS_DEFAULT = 24;
const COLUMNS = [
  { text: words.tool },
  { text: words.engine },
  { text: words.reason },
  { text: words.count, isNumber: true },
  { text: words.last },
  { text: consoleTexts.act },
];

/** What failed, by cause. */
export function Failures() {
  const hours = Number(place.value.query.get("hours")) || HOURS_DEFAULT;
  const causes = useMemo(() => signal<Failure[] | null>(null), [hours]);
  const { problem, again } = useLive(async () => {
    const { data } = await ask("get", "/admin/failures", { query: { hours } });
    causes.value = inOrderOf(causes.value ?? [], data, keyOf);
  }, [hours]);
  return (
    <section class="card console-section">
      <h2>{consoleTexts.names.failures}</h2>
      <p class="quiet">{words.help}</p>
      <search class="console-filters">
        <Choice
          name="hours"
          label={words.since}
          options={HOURS.filter((one) => one !== HOURS_DEFAULT).map((one) => ({
            value: String(one),
            text: words.hours(one),
          }))}
          none={words.hours(HOURS_DEFAULT)}
        />
      </search>
      <p class="notice bad" role="status" hidden={!problem.value}>
        {problem.value}
      </p>
      {causes.value === null && <p class="quiet">{texts.parts.loading}</p>}
      {causes.value?.length === 0 && <p role="status">{words.none}</p>}
      {!!causes.value?.length && (
        <Table label={consoleTexts.names.failures} columns={COLUMNS}>
          {causes.value.map((cause) => (
            <Row key={keyOf(cause)} cause={cause} hours={hours} onDone={again} />
          ))}
        </Table>
      )}
    </section>
  );
}

function Row({ cause, hours, onDone }: { cause: Failure; hours: number; onDone: () => Promise<void> }) {
  const { tool, engine, reason, count } = cause;
  const told = useSignal<string[]>([]);
  const query = new URLSearchParams({ status: "error", tool, reason, ...(engine && { engine }) });
  async function retry(): Promise<void> {
    const { retried, refused } = await ask("post", "/admin/failures/retry", { body: { tool, engine, reason, hours } });
    told.value = [words.retried(retried.length), ...new Set(refused.map(({ message }) => message))];
  }
  return (
    <tr>
      <td>{tool}</td>
      <td>{engine}</td>
      <td class="console-wide">
        {reason}
        <div class="small">
          <a href={`/console/generations?${query}`}>
            {words.look}
            <span class="visually-hidden">: {reason}</span>
          </a>
        </div>
        <div class="small" role="status">
          {told.value.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      </td>
      <td class="number">{count.toLocaleString("en")}</td>
      <td>
        <Instant at={cause.lastAt} />
      </td>
      <td>
        <ActButton about={`${tool}: ${reason}`} question={words.really(count)} act={retry} onDone={onDone}>
          {words.retry}
        </ActButton>
      </td>
    </tr>
  );
}

function keyOf({ tool, engine, reason }: Failure): string {
  return JSON.stringify([tool, engine, reason]);
}
