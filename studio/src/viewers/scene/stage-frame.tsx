import type { RefObject } from "preact";
import { texts } from "../../texts/en.ts";
import type { Loading } from "./use-stage.ts";

interface FrameProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  state: Loading;
  turn: number;
  label: string;
  poster: string | null;
  again: () => void;
}

/** The canvas of a scene, with what is said or shown while there is nothing on it. */
export function StageFrame({ canvas, state, turn, label, poster, again }: FrameProps) {
  return (
    <div class="stage" data-state={state}>
      <canvas key={turn} ref={canvas} tabIndex={0} role="img" aria-label={`${label}. ${texts.viewers.turnable}`} />
      {state !== "ready" && poster && <img class="stage-cover" src={poster} alt="" />}
      {state === "loading" && <span class="stage-note">{texts.parts.loading}</span>}
      {state === "failed" && <span class="stage-note">{texts.viewers.noScene}</span>}
      {state === "released" && (
        <button type="button" class="button stage-note" onClick={again}>
          {texts.viewers.showAgain}
        </button>
      )}
    </div>
  );
}
