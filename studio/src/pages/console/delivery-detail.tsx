import { useSignal } from "@preact/signals";
import { Table } from "../../parts/table.tsx";
import { consoleTexts } from "../../texts/en-console.ts";
import { duration } from "../generation/timeline.ts";
import { DeliveryChip, Resend } from "./deliveries.tsx";
import { AccountLink, GenerationLink, Instant } from "./links.tsx";
import { useLive } from "./live.ts";
import { type AdminDeliveryDetail, ask } from "./operator.ts";

const words = consoleTexts.deliveries;
const COLUMNS = [
  { text: words.attempt, isNumber: true },
  { text: words.started },
  { text: words.took, isNumber: true },
  { text: words.answer },
];

/** One webhook with its body and every attempt. */
export function DeliveryDetail({ id }: { id: string }) {
  const found = useSignal<AdminDeliveryDetail | null>(null);
  const { problem, again } = useLive(async () => {
    found.value = await ask("get", "/admin/deliveries/{id}", { path: { id } });
  }, [id]);
  const shown = found.value;
  return (
    <>
      <p class="notice bad" role="alert" hidden={!problem.value}>
        {problem.value}
      </p>
      {shown && (
        <section class="card console-section">
          <div class="row spread">
            <div class="row">
              <h2>{words.delivery}</h2>
              <DeliveryChip status={shown.status} />
            </div>
            <Resend id={id} onDone={again} />
          </div>
          <p class="console-url">{shown.url}</p>
          <p class="row small">
            {consoleTexts.generations.generation} <GenerationLink id={shown.id} />
            {words.account} <AccountLink id={shown.account} />
            {shown.nextAttemptAt && (
              <>
                {words.next} <Instant at={shown.nextAttemptAt} />
              </>
            )}
          </p>
          {shown.attempts.length > 0 && (
            <Table label={words.all} columns={COLUMNS}>
              {shown.attempts.map((one) => (
                <tr key={one.number}>
                  <td class="number">{one.number}</td>
                  <td>
                    <Instant at={one.startedAt} />
                  </td>
                  <td class="number">{one.milliseconds === null ? "" : duration(one.milliseconds / 1000)}</td>
                  <td class="console-wide">
                    {one.error ?? one.status ?? words.underWay}
                    {one.answer && <pre class="code small">{one.answer}</pre>}
                  </td>
                </tr>
              ))}
            </Table>
          )}
          <details>
            <summary>{words.body}</summary>
            <pre class="code" tabIndex={0}>
              {shown.body}
            </pre>
          </details>
        </section>
      )}
    </>
  );
}
