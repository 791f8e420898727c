import { useSignal } from "@preact/signals";
import type { Values } from "../../forms/fields.ts";
import { copy } from "../../parts/copy.ts";
import { IconButton } from "../../parts/icon.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/en.ts";
import { LANGUAGES, type Language, snippet } from "./snippets.ts";

/** The call as a program, to be copied. */
export function Snippets({ tool, input }: { tool: string; input: Values }) {
  const language = useSignal<Language>("curl");
  const text = snippet(language.value, location.origin, tool, input);
  return (
    <div class="stack tight">
      <div class="row spread">
        <Tabs
          label={texts.studio.language}
          value={language.value}
          options={LANGUAGES.map((value) => ({ value, text: value }))}
          onChange={(next) => {
            language.value = next;
          }}
        />
        <IconButton name="copy" label={texts.studio.copyCode} onClick={() => copy(text)} />
      </div>
      <pre class="code" role="region" tabIndex={0} aria-label={texts.studio.code}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
