import { useSignal } from "@preact/signals";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { texts } from "../../texts/en.ts";
import * as draft from "./draft.ts";
import { dropPreset, keepPreset, type Preset, presetsOf, renamePreset } from "./presets.ts";

const NAME_CHARACTERS_MAX = 60;
const words = texts.studio.presets;

/** What somebody kept of this form under a name: used by a click, renamed and deleted; and the form kept as it is now. */
export function Presets({ tool, model }: { tool: string; model: string }) {
  const opened = useSignal<Preset | "new" | null>(null);
  const close = () => {
    opened.value = null;
  };
  return (
    <div class="row" role="group" aria-label={words.title}>
      <span class="quiet small">{words.title}</span>
      {presetsOf(tool, model).map((preset) => (
        <span key={preset.name} class="preset">
          <button type="button" class="example" onClick={() => draft.take(tool, { ...preset.input, model })}>
            {preset.name}
          </button>
          <button
            type="button"
            class="example"
            title={words.change(preset.name)}
            aria-label={words.change(preset.name)}
            onClick={() => {
              opened.value = preset;
            }}
          >
            <Icon name="edit" />
          </button>
        </span>
      ))}
      <button
        type="button"
        class="example"
        onClick={() => {
          opened.value = "new";
        }}
      >
        {words.keep}
      </button>
      {opened.value && (
        <Dialog title={opened.value === "new" ? words.keep : words.change(opened.value.name)} onClose={close}>
          <PresetForm tool={tool} model={model} preset={opened.value === "new" ? null : opened.value} onDone={close} />
        </Dialog>
      )}
    </div>
  );
}

interface PresetFormProps {
  tool: string;
  model: string;
  /** Nothing while the form is kept for the first time. */
  preset: Preset | null;
  onDone: () => void;
}

function PresetForm({ tool, model, preset, onDone }: PresetFormProps) {
  const name = useSignal(preset?.name ?? "");
  const isKept = useSignal(true);
  const chosen = name.value.trim();
  const isTaken = chosen !== preset?.name && presetsOf(tool, model).some((one) => one.name === chosen);
  const finish = (isDone: boolean) => {
    isKept.value = isDone;
    if (isDone) onDone();
  };

  function submit(): void {
    if (!chosen) return;
    if (preset) finish(renamePreset(tool, model, preset.name, chosen));
    else finish(keepPreset(tool, model, { name: chosen, input: draft.input.value }));
  }

  return (
    <div class="stack">
      <div class="field">
        <label for="preset-name">{words.name}</label>
        <input
          id="preset-name"
          class="input"
          autocomplete="off"
          maxLength={NAME_CHARACTERS_MAX}
          aria-describedby="preset-problem"
          value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
            event.preventDefault(); // it stands in the form of the run
            submit();
          }}
        />
        <p id="preset-problem" class="small" role="status">
          {isTaken && words.replaces}
        </p>
      </div>
      {!isKept.value && (
        <p class="notice bad" role="alert">
          {words.notKept}
        </p>
      )}
      <div class="row">
        <button type="button" class="button primary" disabled={!chosen} onClick={submit}>
          {preset ? words.rename : words.save}
        </button>
        {preset && (
          <ConfirmButton question={words.reallyDelete} onConfirm={() => finish(dropPreset(tool, model, preset.name))}>
            {words.delete}
          </ConfirmButton>
        )}
      </div>
    </div>
  );
}
