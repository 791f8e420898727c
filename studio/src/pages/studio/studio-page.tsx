import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { readCatalogue, tools } from "../../api/catalogue.ts";
import { readRecent } from "../../api/runs.ts";
import { noticing } from "../../app/account.ts";
import { place } from "../../app/router.ts";
import { isReachable } from "../../app/session.ts";
import { texts } from "../../texts/en.ts";
import { Composer } from "./composer.tsx";
import { choose, take, tool, toolSlug, watchPrice } from "./draft.ts";
import { Feed } from "./feed.tsx";
import "./studio.css";
import { ToolPicker } from "./tool-picker.tsx";

const RETRY_MILLISECONDS = 2_000;

/** Where things are made: tools, the form of the chosen one, and what came of it. */
export default function StudioPage() {
  const isPicking = useSignal(!place.value.query.get("tool"));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const open = async () => {
      const isDone = await noticing(async () => {
        await readCatalogue();
        takeUpAddress();
        await readRecent();
      });
      if (!isDone && !isReachable.value) timer = setTimeout(open, RETRY_MILLISECONDS);
    };
    open();
    const stop = watchPrice();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);

  if (!tools.value.length) return <p class="quiet">{texts.parts.loading}</p>;
  return (
    <div class="studio">
      <h1 class="visually-hidden">{texts.pages.studio}</h1>
      <section class="compose" aria-label={texts.studio.compose}>
        {isPicking.value || !tool.value ? (
          <ToolPicker
            onChoose={(slug) => {
              choose(slug);
              isPicking.value = false;
            }}
          />
        ) : (
          <Composer
            onOtherTool={() => {
              isPicking.value = true;
            }}
          />
        )}
      </section>
      <Feed
        onTake={(slug, input) => {
          take(slug, input);
          isPicking.value = false;
          scrollTo({ top: 0 });
        }}
      />
    </div>
  );
}

/** The tool and model that the address names. */
function takeUpAddress(): void {
  const { query } = place.value;
  const slug = query.get("tool") ?? "";
  if (slug && slug !== toolSlug.value && tools.value.some((one) => one.slug === slug)) {
    choose(slug, query.get("model") ?? undefined);
  }
}
