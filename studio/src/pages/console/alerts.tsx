import { useSignal } from "@preact/signals";
import { Table } from "../../parts/table.tsx";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { Instant } from "./links.tsx";
import { useLive } from "./live.ts";
import { type Alert, ask } from "./operator.ts";

const ALERTS = 100; // the newest
const words = consoleTexts.alerts;
const COLUMNS = [
  { text: words.state },
  { text: words.what },
  { text: words.count, isNumber: true },
  { text: words.opened },
  { text: words.resolved },
];

/** What needs an operator, and what did. */
export function Alerts() {
  const alerts = useSignal<Alert[] | null>(null);
  const { problem } = useLive(async () => {
    alerts.value = (await ask("get", "/admin/alerts", { query: { limit: ALERTS } })).data;
  });
  const open = alerts.value?.filter(({ resolvedAt }) => resolvedAt === null) ?? [];
  const over = alerts.value?.filter(({ resolvedAt }) => resolvedAt !== null) ?? [];
  return (
    <section class="card console-section">
      <h2>{consoleTexts.names.alerts}</h2>
      <p class="quiet">{words.help}</p>
      <p class="notice bad" role="status" hidden={!problem.value}>
        {problem.value}
      </p>
      {alerts.value === null && <p class="quiet">{texts.parts.loading}</p>}
      {alerts.value?.length === 0 && <p role="status">{words.none}</p>}
      {!!alerts.value?.length && (
        <Table label={consoleTexts.names.alerts} columns={COLUMNS}>
          {[...open, ...over].map((alert) => (
            <tr key={alert.id}>
              <td>
                <span class={alert.resolvedAt ? "chip" : "chip bad"}>{alert.resolvedAt ? words.over : words.open}</span>
              </td>
              <td class="console-wide">
                {alert.sentence}
                <div class="small quiet">
                  {alert.kind.replaceAll("_", " ")}: {alert.subject}
                </div>
              </td>
              <td class="number">{alert.count.toLocaleString("en")}</td>
              <td>
                <Instant at={alert.openedAt} />
              </td>
              <td>
                <Instant at={alert.resolvedAt} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
