import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Values } from "../../forms/fields.ts";
import { texts } from "../../texts/en.ts";
import * as draft from "./draft.ts";

/** The input as JSON: what is written here is in the form, and the other way round. */
export function JsonEditor() {
  const text = useSignal(JSON.stringify(draft.input.value, null, 2));
  const problem = useSignal("");

  useEffect(
    () =>
      draft.input.subscribe((input) => {
        if (!isSame(text.peek(), input)) text.value = JSON.stringify(input, null, 2);
      }),
    [],
  );

  function write(next: string): void {
    text.value = next;
    const given = parsed(next);
    problem.value = given ? "" : texts.studio.notJson;
    if (given) draft.take(draft.toolSlug.value, given);
  }

  return (
    <div class="field">
      <label for="json">{texts.studio.input}</label>
      <textarea
        id="json"
        class="input mono"
        rows={12}
        spellcheck={false}
        aria-invalid={problem.value !== ""}
        aria-describedby="json-problem"
        value={text.value}
        onInput={(event) => write(event.currentTarget.value)}
      />
      <p id="json-problem" class="field-error" role="alert" hidden={!problem.value}>
        {problem.value}
      </p>
      {draft.faults.value.map((fault) => (
        <p key={fault.field} class="field-error">
          {fault.field}: {fault.message}
        </p>
      ))}
    </div>
  );
}

function parsed(text: string): Values | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function isSame(text: string, input: Values): boolean {
  const written = parsed(text);
  return (
    written !== null && JSON.stringify(sorted({ ...written, model: input.model })) === JSON.stringify(sorted(input))
  );
}

function sorted(values: Values): [string, unknown][] {
  return Object.entries(values).sort(([a], [b]) => a.localeCompare(b));
}
