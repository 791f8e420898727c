import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Stage } from "./stage.ts";

export type Loading = "loading" | "ready" | "failed" | "released";

/** A stage on a canvas, filled by `fill`; given back when the canvas goes. `again` shows it anew after it was released. */
export function useStage(
  url: string,
  fill: (stage: Stage) => Promise<void>,
): {
  canvas: RefObject<HTMLCanvasElement | null>;
  stage: Signal<Stage | null>;
  state: Signal<Loading>;
  again: () => void;
  turn: number;
} {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useSignal<Stage | null>(null);
  const state = useSignal<Loading>("loading");
  const turn = useSignal(0);

  useEffect(() => {
    if (!canvas.current) return;
    let isGone = false;
    state.value = "loading";
    try {
      const made = new Stage(canvas.current, () => {
        isGone = true;
        stage.value = null;
        state.value = "released";
      });
      stage.value = made;
      fill(made).then(
        () => {
          if (!isGone) state.value = "ready";
        },
        () => {
          if (!isGone) state.value = "failed";
        },
      );
    } catch {
      state.value = "failed";
    }
    return () => {
      isGone = true;
      stage.value?.dispose();
      stage.value = null;
    };
  }, [url, turn.value]);

  return {
    canvas,
    stage,
    state,
    again: () => {
      turn.value += 1;
    },
    turn: turn.value,
  };
}
