import { Icon } from "../../parts/icon.tsx";
import { texts } from "../../texts/en.ts";
import * as draft from "./draft.ts";

/** Every stem of the recording at once, for the price of all of them. */
export function SplitAll() {
  const field = draft.model.value?.fields.find((one) => one.name === "instrument");
  if (field?.kind !== "choice") return null;
  const { options } = field;
  const price = (draft.quote.value?.credits ?? 0) * options.length;

  async function split(): Promise<void> {
    const given = draft.input.value;
    for (const instrument of options) if (!(await draft.run({ ...given, instrument }))) return;
  }

  return (
    <button class="button large" type="button" disabled={draft.isSending.value || !draft.quote.value} onClick={split}>
      <Icon name="wave" /> {texts.studio.splitAll(options.length, price)}
    </button>
  );
}
