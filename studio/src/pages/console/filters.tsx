import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { place, setQuery } from "../../app/router.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { type AdminTool, ask, attempt } from "./operator.ts";

export interface Option {
  value: string;
  text: string;
}

/** What the address says under these names; empty where nothing. */
export function filtersOf<N extends string>(names: readonly N[]): Record<N, string> {
  const { query } = place.value;
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""])) as Record<N, string>;
}

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly Option[];
  /** What it is without a choice. */
  none?: string;
  /** What else of the address goes with a choice. */
  clears?: string;
}

/** A list to choose from, kept in the address. */
export function Choice({ name, label, options, none = consoleTexts.lists.all, clears }: ChoiceProps) {
  const chosen = place.value.query.get(name) ?? "";
  return (
    <Labeled label={label}>
      <select
        class="input"
        value={chosen}
        onChange={(event) => setQuery({ ...(clears && { [clears]: null }), [name]: event.currentTarget.value || null })}
      >
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Labeled>
  );
}

interface TypedProps {
  name: string;
  label: string;
  type?: "text" | "date";
}

/** A line to type into, kept in the address once it is left or Enter is pressed. */
export function Typed({ name, label, type = "text" }: TypedProps) {
  const common = {
    class: "input",
    value: place.value.query.get(name) ?? "",
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setQuery({ [name]: event.currentTarget.value.trim() || null }),
  };
  return (
    <Labeled label={label}>
      {type === "date" ? <input {...common} type="date" /> : <input {...common} type="text" spellcheck={false} />}
    </Labeled>
  );
}

/** Tool, and with one chosen its models. */
export function ToolChoices() {
  const tools = useSignal<AdminTool[]>([]);
  const trouble = useSignal("");
  useEffect(() => {
    attempt(async () => {
      tools.value = (await ask("get", "/admin/tools")).data;
    }, trouble);
  }, []);
  const chosen = tools.value.find(({ slug }) => slug === place.value.query.get("tool"));
  return (
    <>
      <Choice name="tool" clears="model" label={consoleTexts.lists.tool} options={tools.value.map(optionOf)} />
      {chosen && <Choice name="model" label={consoleTexts.lists.model} options={chosen.models.map(optionOf)} />}
    </>
  );
}

function optionOf({ slug, name }: { slug: string; name: string }): Option {
  return { value: slug, text: name };
}

function Labeled({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control stands in it
    <label class="console-filter">
      <span class="small quiet">{label}</span>
      {children}
    </label>
  );
}
