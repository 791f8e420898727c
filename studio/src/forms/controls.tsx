import { Icon } from "../parts/icon.tsx";
import { texts } from "../texts/en.ts";
import { type ChoiceField, drawSeed, type NumberField, RANDOM_SEED, type TextField } from "./fields.ts";

const CHIPS_MAX = 6; // more options than these are a list to choose from
const SHORT_TEXT = 100; // characters that fit one line

export interface ControlProps {
  id: string;
  describedBy: string;
  isInvalid: boolean;
  value: unknown;
  set: (value: unknown) => void;
}

export function TextInput({ id, describedBy, isInvalid, field, value, set }: ControlProps & { field: TextField }) {
  return (
    <textarea
      id={id}
      class="input"
      rows={field.lengthMax !== null && field.lengthMax <= SHORT_TEXT ? 1 : 4}
      placeholder={field.example}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      value={String(value ?? "")}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}

export function ChoiceInput({ id, describedBy, isInvalid, field, value, set }: ControlProps & { field: ChoiceField }) {
  if (field.options.length > CHIPS_MAX) {
    return (
      <select
        id={id}
        class="input"
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        value={String(value ?? "")}
        onChange={(event) => set(field.options[event.currentTarget.selectedIndex])}
      >
        {field.options.map((option) => (
          <option key={option} value={String(option)}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  return (
    <div
      id={id}
      class="choices"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      tabIndex={-1}
    >
      {field.options.map((option) => (
        <button
          key={option}
          type="button"
          class="choice"
          aria-pressed={String(option) === String(value)}
          onClick={() => set(option)}
        >
          {option}
        </button>
      ))}
    </div>
  );
}

export function NumberInput({ id, describedBy, isInvalid, field, value, set }: ControlProps & { field: NumberField }) {
  const { min, max } = field;
  const step = field.isInteger ? 1 : max !== null && max <= 100 ? 0.5 : "any";
  const shown = typeof value === "number" ? value : "";
  const change = (text: string) => set(text === "" ? null : Number(text));
  return (
    <div class="number-input">
      {min !== null && max !== null && (
        <input
          type="range"
          aria-hidden="true"
          tabIndex={-1}
          min={min}
          max={max}
          step={step}
          value={shown}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      <input
        id={id}
        type="number"
        class="input"
        min={min ?? undefined}
        max={max ?? undefined}
        step="any"
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        value={shown}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
}

export function SeedInput({ id, describedBy, isInvalid, value, set }: ControlProps) {
  const isRandom = value === RANDOM_SEED || value === undefined || value === null;
  return (
    <div class="row seed">
      <input
        id={id}
        type="number"
        class="input"
        placeholder={texts.forms.randomSeed}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        value={isRandom ? "" : String(value)}
        onInput={(event) => set(event.currentTarget.value === "" ? RANDOM_SEED : Number(event.currentTarget.value))}
      />
      <button type="button" class="button icon" title={texts.forms.drawSeed} onClick={() => set(drawSeed())}>
        <Icon name="dice" label={texts.forms.drawSeed} />
      </button>
      {!isRandom && (
        <button type="button" class="button plain" onClick={() => set(RANDOM_SEED)}>
          {texts.forms.randomSeed}
        </button>
      )}
    </div>
  );
}

export function SwitchInput({ id, describedBy, value, set }: ControlProps) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      aria-describedby={describedBy}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}
