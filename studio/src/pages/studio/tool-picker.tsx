import { useSignal } from "@preact/signals";
import { KINDS, type Kind, tools } from "../../api/catalogue.ts";
import { texts } from "../../texts/en.ts";

/** Every tool by what it makes, with its picture. */
export function ToolPicker({ onChoose }: { onChoose: (slug: string) => void }) {
  const wanted = useSignal("");
  const kind = useSignal<Kind | null>(null);
  const words = wanted.value.trim().toLowerCase();
  const found = tools.value
    .filter((tool) => kind.value === null || tool.type === kind.value)
    .filter((tool) => `${tool.name} ${tool.description}`.toLowerCase().includes(words));
  return (
    <div class="stack">
      <div>
        <h2>{texts.studio.pick}</h2>
        <p class="quiet">{texts.studio.pickMore}</p>
      </div>
      <input
        class="input"
        type="search"
        data-shortcut="/"
        placeholder={texts.studio.search}
        aria-label={texts.studio.search}
        value={wanted.value}
        onInput={(event) => {
          wanted.value = event.currentTarget.value;
        }}
      />
      <div class="row" role="group" aria-label={texts.studio.kinds}>
        {[null, ...KINDS].map((one) => (
          <button
            key={one}
            type="button"
            class="choice small"
            aria-pressed={kind.value === one}
            onClick={() => {
              kind.value = one;
            }}
          >
            {one ? texts.kinds[one] : texts.studio.allKinds}
          </button>
        ))}
      </div>
      <div class="tools">
        {found.map((tool) => (
          <button key={tool.slug} type="button" class="tool card" onClick={() => onChoose(tool.slug)}>
            <img src={tool.thumbnail} alt="" loading="lazy" crossorigin="anonymous" />
            <strong>{tool.name}</strong>
          </button>
        ))}
      </div>
      {!found.length && <p class="quiet">{texts.studio.noTool}</p>}
    </div>
  );
}
