import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { client } from "../../api/client.ts";
import { toolItems } from "../../api/tool-names.ts";
import { noticing } from "../../app/account.ts";
import { setQuery } from "../../app/router.ts";
import { Choice, Labeled, type Option } from "../../parts/filters.tsx";
import { texts } from "../../texts/en.ts";
import { type Filters, STATUSES, TYPES } from "./filters.ts";

const TYPING_MILLISECONDS = 300; // without another letter, before it is searched for
const words = texts.history;

/** What is shown, kept in the address. */
export function FilterBar({ filters, total }: { filters: Filters; total: number | null }) {
  return (
    <search class="history-filters">
      <Search value={filters.q} />
      <Choice label={words.tool} name="tool" options={toolOptions()} clears="model" />
      {filters.tool && <ModelChoice tool={filters.tool} />}
      <Choice
        label={words.type}
        name="type"
        options={TYPES.map((type) => ({ value: type, text: texts.types[type] }))}
      />
      <Choice
        label={words.status}
        name="status"
        options={STATUSES.map((status) => ({ value: status, text: texts.status[status] }))}
      />
      <Day label={words.from} name="from" value={filters.from} />
      <Day label={words.to} name="to" value={filters.to} />
      <p class="small quiet history-count" role="status">
        {total === null ? texts.parts.loading : words.count(total)}
      </p>
    </search>
  );
}

function Search({ value }: { value: string }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Labeled label={words.search}>
      <input
        class="input"
        type="search"
        value={value}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => setQuery({ q: typed.trim() || null }), TYPING_MILLISECONDS);
        }}
      />
    </Labeled>
  );
}

function ModelChoice({ tool }: { tool: string }) {
  const options = useSignal<Option[]>([]);
  useEffect(() => {
    options.value = [];
    noticing(async () => {
      const { models } = await client.tool(tool);
      options.value = models.map((model) => ({ value: model.slug, text: model.name }));
    });
  }, [tool]);
  return <Choice label={words.model} name="model" options={options.value} />;
}

function Day({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <Labeled label={label}>
      <input
        class="input"
        type="date"
        value={value}
        onChange={(event) => setQuery({ [name]: event.currentTarget.value || null })}
      />
    </Labeled>
  );
}

function toolOptions(): Option[] {
  return toolItems.value.map((tool) => ({ value: tool.slug, text: tool.name }));
}
