import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { client } from "../../api/client.ts";
import { toolItems } from "../../api/tool-names.ts";
import { noticing } from "../../app/account.ts";
import { setQuery } from "../../app/router.ts";
import { texts } from "../../texts/en.ts";
import { type Filters, STATUSES, TYPES } from "./filters.ts";

const TYPING_MILLISECONDS = 300; // without another letter, before it is searched for
const words = texts.history;

interface Option {
  value: string;
  text: string;
}

/** What is shown, kept in the address. */
export function FilterBar({ filters, total }: { filters: Filters; total: number | null }) {
  return (
    <search class="history-filters">
      <Search value={filters.q} />
      <Choice label={words.tool} name="tool" value={filters.tool} options={toolOptions()} also={{ model: null }} />
      {filters.tool && <ModelChoice tool={filters.tool} value={filters.model} />}
      <Choice
        label={words.type}
        name="type"
        value={filters.type}
        options={TYPES.map((type) => ({ value: type, text: texts.types[type] }))}
      />
      <Choice
        label={words.status}
        name="status"
        value={filters.status}
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

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  options: readonly Option[];
  /** What else of the address changes with it. */
  also?: Record<string, null>;
}

function Choice({ label, name, value, options, also = {} }: ChoiceProps) {
  return (
    <Labeled label={label}>
      <select
        class="input"
        value={value}
        onChange={(event) => setQuery({ ...also, [name]: event.currentTarget.value || null })}
      >
        <option value="">{words.all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Labeled>
  );
}

function ModelChoice({ tool, value }: { tool: string; value: string }) {
  const options = useSignal<Option[]>([]);
  useEffect(() => {
    options.value = [];
    noticing(async () => {
      const { models } = await client.tool(tool);
      options.value = models.map((model) => ({ value: model.slug, text: model.name }));
    });
  }, [tool]);
  return <Choice label={words.model} name="model" value={value} options={options.value} />;
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

function Labeled({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control stands in it
    <label class="filter">
      <span class="small quiet">{label}</span>
      {children}
    </label>
  );
}

function toolOptions(): Option[] {
  return toolItems.value.map((tool) => ({ value: tool.slug, text: tool.name }));
}
