import { useSignal } from "@preact/signals";
import type { ModelForm, ToolForm } from "../../api/catalogue.ts";
import { noticing } from "../../app/account.ts";
import { texts } from "../../texts/en.ts";
import { take } from "./draft.ts";
import { type Example, examplesOf, readyInput } from "./examples.ts";

/** What can be tried at once: a click fills the form. */
export function Examples({ tool, model }: { tool: ToolForm; model: ModelForm }) {
  const isBusy = useSignal(false);
  const names = model.fields.map((field) => field.name);

  async function use(example: Example): Promise<void> {
    isBusy.value = true;
    await noticing(async () => take(tool.slug, { model: model.slug, ...(await readyInput(example)) }));
    isBusy.value = false;
  }

  return (
    <div class="row" role="group" aria-label={texts.studio.examples}>
      <span class="quiet small">{texts.studio.examples}</span>
      {examplesOf(tool.slug, names, model.example).map((example) => (
        <button key={example.title} type="button" class="example" disabled={isBusy.value} onClick={() => use(example)}>
          {example.title}
        </button>
      ))}
    </div>
  );
}
