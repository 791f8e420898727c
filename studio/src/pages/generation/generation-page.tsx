import { useEffect } from "preact/hooks";
import { readToolNames } from "../../api/tool-names.ts";
import type { PageProps } from "../../app/pages.ts";
import { navigate } from "../../app/router.ts";
import { texts } from "../../texts/en.ts";
import { GenerationView } from "./generation-view.tsx";

/** Everything about one generation. */
export default function GenerationPage({ path }: PageProps) {
  const id = path.id ?? "";
  useEffect(() => {
    readToolNames();
  }, []);
  return (
    <div class="stack">
      <a href="/history">{texts.generation.back}</a>
      <GenerationView key={id} id={id} onGone={() => navigate("/history")} isPage />
    </div>
  );
}
