import { type Fault, ServiceError } from "@mediamill/client";
import { useSignal } from "@preact/signals";
import { client } from "../../api/client.ts";
import { toolItems } from "../../api/tool-names.ts";
import { noticing } from "../../app/account.ts";
import { texts } from "../../texts/en.ts";
import { EMPTY_DRAFT, type KeyDraft, requestOf, SCOPES } from "./new-key.ts";

const words = texts.account.keys;
const CAPS = ["day", "month", "total"] as const;

/** The form for a new key. */
export function KeyForm({ onMade }: { onMade: (apiKey: string) => void }) {
  const draft = useSignal<KeyDraft>(EMPTY_DRAFT);
  const problem = useSignal("");
  const faults = useSignal<readonly Fault[]>([]);
  const set = (news: Partial<KeyDraft>) => {
    draft.value = { ...draft.value, ...news };
  };
  const toggled = <T extends string>(list: readonly T[], value: T) =>
    list.includes(value) ? list.filter((one) => one !== value) : [...list, value];

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    problem.value = "";
    faults.value = [];
    await noticing(async () => {
      try {
        const { apiKey } = await client.transport.json("post", "/ext/keys", { body: requestOf(draft.value) });
        onMade(apiKey);
      } catch (error) {
        if (error instanceof ServiceError) {
          problem.value = error.status === 403 ? words.tooMuch : error.message;
          faults.value = error.faults;
        }
        throw error;
      }
    });
  }

  const { name, scopes, lastDay, tools, networks, createsPerMinute } = draft.value;
  return (
    <form class="stack key-form" onSubmit={submit}>
      <Text label={words.name} value={name} isRequired onInput={(value) => set({ name: value })} />
      <fieldset class="key-choices">
        <legend>{words.may}</legend>
        {SCOPES.map((scope) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={() => set({ scopes: toggled(scopes, scope) })}
            />
            {words.scopes[scope]}
          </label>
        ))}
      </fieldset>
      <div class="key-fields">
        <Text label={words.lastDay} type="date" value={lastDay} onInput={(value) => set({ lastDay: value })} />
        {CAPS.map((cap) => (
          <Text
            key={cap}
            label={words.cap(words.windows[cap])}
            type="number"
            value={draft.value[cap]}
            onInput={(value) => set({ [cap]: value })}
          />
        ))}
        <Text
          label={words.createsPerMinute}
          type="number"
          value={createsPerMinute}
          onInput={(value) => set({ createsPerMinute: value })}
        />
        <Text label={words.networks} value={networks} onInput={(value) => set({ networks: value })} />
      </div>
      <details>
        <summary>{tools.length ? words.chosenTools(tools.length) : words.allTools}</summary>
        <fieldset class="key-choices">
          <legend class="visually-hidden">{words.tools}</legend>
          {toolItems.value.map((tool) => (
            <label key={tool.slug}>
              <input
                type="checkbox"
                checked={tools.includes(tool.slug)}
                onChange={() => set({ tools: toggled(tools, tool.slug) })}
              />
              {tool.name}
            </label>
          ))}
        </fieldset>
      </details>
      {problem.value && (
        <div class="notice bad" role="alert">
          <p>{problem.value}</p>
          {faults.value.map((fault) => (
            <p key={fault.field}>
              {fault.field}: {fault.message}
            </p>
          ))}
        </div>
      )}
      <button type="submit" class="button primary" disabled={!name.trim() || !scopes.length}>
        {words.create}
      </button>
    </form>
  );
}

interface TextProps {
  label: string;
  value: string;
  type?: "text" | "date" | "number";
  isRequired?: boolean;
  onInput: (value: string) => void;
}

function Text({ label, value, type = "text", isRequired, onInput }: TextProps) {
  const common = {
    class: "input",
    value,
    required: isRequired,
    autocomplete: "off" as const,
    onInput: (event: { currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value),
  };
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control stands in it
    <label class="key-field">
      <span>{label}</span>
      {type === "number" && <input {...common} type="number" min={0} />}
      {type === "date" && <input {...common} type="date" />}
      {type === "text" && <input {...common} type="text" />}
    </label>
  );
}
