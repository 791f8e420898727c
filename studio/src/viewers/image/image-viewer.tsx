import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { IconButton } from "../../parts/icon.tsx";
import { texts } from "../../texts/en.ts";
import type { Shown } from "../viewer.tsx";

const ZOOM_MAX = 8;
const STEP = 1.5;

/** A picture that can be enlarged and moved. */
export function ImageViewer({ shown }: { shown: Shown }) {
  const zoom = useSignal(1);
  const frame = useRef<HTMLDivElement>(null);
  const held = useRef<{ x: number; y: number } | null>(null);
  const set = (next: number) => {
    zoom.value = Math.max(1, Math.min(ZOOM_MAX, next));
  };
  return (
    <div class="viewer">
      <div
        ref={frame}
        class="image-frame"
        data-zoomed={zoom.value > 1 || undefined}
        onDblClick={() => set(zoom.value > 1 ? 1 : STEP * 2)}
        onPointerDown={(event) => {
          held.current = { x: event.clientX, y: event.clientY };
          frame.current?.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (!held.current || zoom.value === 1) return;
          frame.current?.scrollBy(held.current.x - event.clientX, held.current.y - event.clientY);
          held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerUp={() => {
          held.current = null;
        }}
      >
        <img src={shown.output} alt={shown.label} draggable={false} style={{ width: `${zoom.value * 100}%` }} />
      </div>
      <div class="viewer-bar">
        <IconButton
          name="zoomOut"
          label={texts.viewers.smaller}
          disabled={zoom.value === 1}
          onClick={() => set(zoom.value / STEP)}
        />
        <span class="small quiet count">{Math.round(zoom.value * 100)} %</span>
        <IconButton
          name="zoomIn"
          label={texts.viewers.larger}
          disabled={zoom.value === ZOOM_MAX}
          onClick={() => set(zoom.value * STEP)}
        />
      </div>
    </div>
  );
}
