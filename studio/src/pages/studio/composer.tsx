import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ToolForm } from "../../api/catalogue.ts";
import { drawSeed } from "../../forms/fields.ts";
import { Form } from "../../forms/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/en.ts";
import * as draft from "./draft.ts";
import { Examples } from "./example-list.tsx";
import { JsonEditor } from "./json-editor.tsx";
import { Presets } from "./preset-list.tsx";
import { PriceLine } from "./price-line.tsx";
import { Snippets } from "./snippet-view.tsx";
import { SplitAll } from "./split-all.tsx";

type View = "form" | "json" | "code";

/** The chosen tool: its form, its price, and the button that runs it. */
export function Composer({ onOtherTool }: { onOtherTool: () => void }) {
  const view = useSignal<View>("form");
  const tool = draft.tool.value;
  const model = draft.model.value;

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  async function submit(): Promise<void> {
    if (await draft.run()) return;
    if (view.value === "code") view.value = "form";
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.compose [aria-invalid="true"]')?.focus());
  }

  if (!tool || !model) return null;
  const hasSeed = model.fields.some((field) => field.kind === "seed");
  return (
    <form
      class="stack"
      novalidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Head tool={tool} onOtherTool={onOtherTool} />
      {tool.models.length > 1 && <Models tool={tool} />}
      <p class="quiet small">{model.description}</p>
      <Examples tool={tool} model={model} />
      <Presets tool={tool.slug} model={model.slug} />
      <Tabs
        label={texts.studio.view}
        value={view.value}
        options={[
          { value: "form", text: texts.studio.form },
          { value: "json", text: "JSON" },
          { value: "code", text: texts.studio.code },
        ]}
        onChange={(next) => {
          view.value = next;
        }}
      />
      {view.value === "form" && (
        <Form fields={model.fields} values={draft.values.value} faults={draft.faults.value} onChange={draft.setValue} />
      )}
      {view.value === "json" && <JsonEditor />}
      {view.value === "code" && <Snippets tool={tool.slug} input={draft.input.value} />}
      <div class="run-bar">
        {draft.problem.value && (
          <p class="notice bad" role="alert">
            {draft.problem.value}
          </p>
        )}
        <PriceLine />
        <div class="row">
          <button class="button primary large run" type="submit" disabled={draft.isSending.value} data-shortcut="r">
            <Icon name="play" /> {texts.studio.run}
          </button>
          {hasSeed && (
            <button
              class="button large"
              type="button"
              disabled={draft.isSending.value}
              onClick={() => draft.run({ ...draft.input.value, seed: drawSeed() })}
            >
              <Icon name="dice" /> {texts.studio.runOtherSeed}
            </button>
          )}
          {tool.slug === "song-splitter" && <SplitAll />}
          <kbd class="quiet small hint">Ctrl + Enter</kbd>
        </div>
      </div>
    </form>
  );
}

function Head({ tool, onOtherTool }: { tool: ToolForm; onOtherTool: () => void }) {
  return (
    <div class="tool-head">
      <img src={tool.thumbnail} alt="" crossorigin="anonymous" />
      <div>
        <h2>{tool.name}</h2>
        <p class="quiet small">{tool.description}</p>
      </div>
      <button type="button" class="button" onClick={onOtherTool}>
        {texts.studio.otherTool}
      </button>
    </div>
  );
}

function Models({ tool }: { tool: ToolForm }) {
  return (
    <div class="field">
      <span id="models" class="label">
        {texts.studio.model}
      </span>
      <div class="choices" role="group" aria-labelledby="models">
        {tool.models.map((one) => (
          <button
            key={one.slug}
            type="button"
            class="choice"
            aria-pressed={one.slug === draft.model.value?.slug}
            onClick={() => draft.chooseModel(one.slug)}
          >
            {one.name}
          </button>
        ))}
      </div>
    </div>
  );
}
