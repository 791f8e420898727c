import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { place, setQuery } from "../../app/router.ts";
import { Choice, Labeled, type Option } from "../../parts/filters.tsx";
import { consoleTexts } from "../../texts/en-console.ts";
import { type AdminTool, ask, attempt } from "./operator.ts";

/** What the address says under these names; empty where nothing. */
export function filtersOf<N extends string>(names: readonly N[]): Record<N, string> {
  const { query } = place.value;
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""])) as Record<N, string>;
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
