import type { Signal } from "@preact/signals";

interface FieldProps {
  label: string;
  value: Signal<string>;
  type?: "text" | "number" | "date";
  isRequired?: boolean;
}

/** A labeled line to type into. */
export function Field({ label, value, type = "text", isRequired }: FieldProps) {
  const common = {
    class: "input",
    value: value.value,
    required: isRequired,
    autocomplete: "off" as const,
    onInput: (event: { currentTarget: HTMLInputElement }) => {
      value.value = event.currentTarget.value;
    },
  };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control stands in it
    <label class="console-field">
      <span class="small quiet">{label}</span>
      {type === "number" && <input {...common} type="number" step={1} />}
      {type === "date" && <input {...common} type="date" />}
      {type === "text" && <input {...common} type="text" spellcheck={false} />}
    </label>
  );
}
