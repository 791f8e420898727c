import type { UsageLine } from "@mediamill/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client } from "../../api/client.ts";
import { toolName } from "../../api/tool-names.ts";
import { noticing } from "../../app/account.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/en.ts";
import { type Chart, chartOf, daysUntil, type Measure } from "./chart.ts";

const DAYS = 30;
const WIDTH = 600;
const HEIGHT = 160;
const GAP = 3;
const MEASURES: readonly Measure[] = ["credits", "runs", "errors"];
const words = texts.account;

/** What was used on each of the last days, by tool. */
export function UsageSection() {
  const lines = useSignal<UsageLine[] | null>(null);
  const measure = useSignal<Measure>("credits");
  const days = daysUntil(Date.now(), DAYS);
  useEffect(() => {
    noticing(async () => {
      const query = { from: days[0], to: days.at(-1), by: "day,tool" };
      lines.value = (await client.transport.json("get", "/ext/usage", { query })).data;
    });
  }, []);
  if (!lines.value) return null;
  const chart = chartOf(lines.value, days, measure.value);
  return (
    <section class="card account-section">
      <div class="row spread">
        <h2>{words.usage}</h2>
        <Tabs
          label={words.measure}
          options={MEASURES.map((value) => ({ value, text: words.measures[value] }))}
          value={measure.value}
          onChange={(value) => {
            measure.value = value;
          }}
        />
      </div>
      {chart.total === 0 ? <p class="quiet">{words.noUsage}</p> : <Columns chart={chart} days={days} />}
    </section>
  );
}

function Columns({ chart, days }: { chart: Chart; days: string[] }) {
  const step = WIDTH / days.length;
  return (
    <>
      <svg
        class="usage-chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.chart(chart.total, DAYS)}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} class="usage-base" />
        {chart.bars.map((bar) => (
          <rect
            key={bar.day + bar.tool}
            class={`series-${bar.series}`}
            x={days.indexOf(bar.day) * step + GAP / 2}
            width={step - GAP}
            y={(1 - bar.from - bar.height) * HEIGHT}
            height={Math.max(1, bar.height * HEIGHT)}
          >
            <title>{words.bar(bar.day, toolName(bar.tool), bar.amount)}</title>
          </rect>
        ))}
      </svg>
      <div class="row spread small quiet">
        <span>{days[0]}</span>
        <span>{words.highest(chart.highest)}</span>
        <span>{days.at(-1)}</span>
      </div>
      <ul class="usage-legend">
        {chart.tools.map(({ tool, total, series }) => (
          <li key={tool}>
            <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
              <rect class={`series-${series}`} width="10" height="10" rx="3" />
            </svg>
            {toolName(tool)} <strong>{total.toLocaleString("en")}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
