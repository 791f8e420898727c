import { useSignal } from "@preact/signals";
import { Dialog } from "../../parts/dialog.tsx";
import { texts } from "../../texts/en.ts";
import type { Shown } from "../viewer.tsx";

/** Two pictures one above the other, and a line between them that can be moved. */
export function Compare({ left, right, onClose }: { left: Shown; right: Shown; onClose: () => void }) {
  const place = useSignal(50);
  return (
    <Dialog title={texts.viewers.compare} onClose={onClose}>
      <div class="compare">
        <img src={right.output} alt={right.label} />
        <img src={left.output} alt={left.label} style={{ clipPath: `inset(0 ${100 - place.value}% 0 0)` }} />
        <span class="compare-line" style={{ left: `${place.value}%` }} />
      </div>
      <input
        type="range"
        min={0}
        max={100}
        value={place.value}
        aria-label={texts.viewers.compareLine}
        onInput={(event) => {
          place.value = Number(event.currentTarget.value);
        }}
      />
    </Dialog>
  );
}
