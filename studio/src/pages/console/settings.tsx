import { useSignal } from "@preact/signals";
import { place } from "../../app/router.ts";
import { Choice } from "../../parts/filters.tsx";
import { Table } from "../../parts/table.tsx";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { useLive } from "./live.ts";
import { ask, type Setting } from "./operator.ts";

const words = consoleTexts.settings;
const SOURCES = ["default", "file", "environment", "flag"] as const;
const COLUMNS = [{ text: words.name }, { text: words.value }, { text: words.source }];

/** The settings in force and where each comes from. */
export function Settings() {
  const settings = useSignal<Setting[] | null>(null);
  const { problem } = useLive(async () => {
    settings.value = (await ask("get", "/admin/settings")).data;
  });
  const source = place.value.query.get("source");
  const shown = settings.value?.filter((one) => !source || one.source === source) ?? [];
  return (
    <section class="card console-section">
      <h2>{consoleTexts.names.settings}</h2>
      <p class="quiet">{words.help}</p>
      <search class="console-filters">
        <Choice
          name="source"
          label={words.source}
          options={SOURCES.map((one) => ({ value: one, text: words.sources[one] }))}
        />
      </search>
      <p class="notice bad" role="status" hidden={!problem.value}>
        {problem.value}
      </p>
      {settings.value === null && <p class="quiet">{texts.parts.loading}</p>}
      {settings.value && shown.length === 0 && <p role="status">{consoleTexts.lists.none}</p>}
      {shown.length > 0 && (
        <Table label={consoleTexts.names.settings} columns={COLUMNS}>
          {shown.map((one) => (
            <tr key={one.name}>
              <td>
                <code class="console-id">{one.name}</code>
              </td>
              <td class="console-wide">{one.value ?? <span class="quiet">{words.unset}</span>}</td>
              <td>{words.sources[one.source]}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
