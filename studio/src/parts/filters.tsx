import type { ComponentChildren } from "preact";
import { place, setQuery } from "../app/router.ts";
import { texts } from "../texts/en.ts";
import "./filters.css";

export interface Option {
  value: string;
  text: string;
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
export function Choice({ name, label, options, none = texts.parts.all, clears }: ChoiceProps) {
  return (
    <Labeled label={label}>
      <select
        class="input"
        value={place.value.query.get(name) ?? ""}
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

/** A control with its name above it. */
export function Labeled({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control stands in it
    <label class="filter">
      <span class="small quiet">{label}</span>
      {children}
    </label>
  );
}
