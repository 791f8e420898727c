import type { Fault } from "@mediamill/client";
import { texts } from "../texts/en.ts";
import { ChoiceInput, NumberInput, SeedInput, SwitchInput, TextInput } from "./controls.tsx";
import { type Field, labelOf, type Values } from "./fields.ts";
import { FileInput } from "./file-input.tsx";
import "./forms.css";

interface FormProps {
  fields: readonly Field[];
  values: Values;
  faults: readonly Fault[];
  onChange: (name: string, value: unknown) => void;
}

/** What a model asks for, each fault at its field; what is optional is folded where there is much of it. */
export function Form({ fields, values, faults, onChange }: FormProps) {
  const show = (field: Field) => (
    <Row key={field.name} field={field} value={values[field.name]} faults={faults} onChange={onChange} />
  );
  const seed = fields.filter((field) => field.kind === "seed" && !field.isRequired);
  const others = fields.filter((field) => !seed.includes(field));
  const alone = others.length === 0;
  const hasFault = seed.some((field) => faults.some((fault) => fault.field === `input.${field.name}`));
  return (
    <div class="form">
      {others.map(show)}
      {alone
        ? seed.map(show)
        : seed.length > 0 && (
            <details class="more" open={hasFault || undefined}>
              <summary>{texts.forms.more}</summary>
              <div class="form">{seed.map(show)}</div>
            </details>
          )}
    </div>
  );
}

interface RowProps {
  field: Field;
  value: unknown;
  faults: readonly Fault[];
  onChange: (name: string, value: unknown) => void;
}

function Row({ field, value, faults, onChange }: RowProps) {
  const id = `field-${field.name}`;
  const problem = faults
    .filter((fault) => fault.field === `input.${field.name}`)
    .map((fault) => fault.message)
    .join(" ");
  const set = (next: unknown) => onChange(field.name, next);
  const common = { id, describedBy: `${id}-help ${id}-problem`, isInvalid: problem !== "", set };
  return (
    <div class="field">
      <div class="row spread">
        <label for={id} id={`${id}-label`}>
          {labelOf(field.name)}
          {!field.isRequired && <span class="quiet small"> {texts.forms.optional}</span>}
        </label>
        {field.kind === "text" && field.lengthMax && (
          <span class="quiet small count">
            {[...String(value ?? "")].length} / {field.lengthMax}
          </span>
        )}
      </div>
      {field.kind === "text" && <TextInput {...common} field={field} value={value} />}
      {field.kind === "choice" && <ChoiceInput {...common} field={field} value={value} />}
      {field.kind === "number" && <NumberInput {...common} field={field} value={value} />}
      {field.kind === "seed" && <SeedInput {...common} value={value} />}
      {field.kind === "switch" && <SwitchInput {...common} value={value} />}
      {field.kind === "file" && <FileInput {...common} media={field.media} value={value} />}
      <p id={`${id}-help`} class="quiet small">
        {field.help}
      </p>
      <p id={`${id}-problem`} class="field-error" role="alert" hidden={!problem}>
        {problem}
      </p>
    </div>
  );
}
