import { useEffect, useRef } from "preact/hooks";
import { texts } from "../../texts/en.ts";
import type { Peaks } from "./peaks.ts";
import type { Player } from "./player.ts";
import { marked, reached } from "./wave-keys.ts";

const BAR_WIDTH = 3; // pixels, with the gap after it
const DRAG_SECONDS_MIN = 0.05; // less than that is a click

interface WaveformProps {
  player: Player;
  peaks: Peaks;
  /** Whether dragging marks a stretch to repeat. */
  marksRegion: boolean;
}

/** A sound as a picture: click to go there, drag to repeat a stretch; arrow keys move, and mark a stretch with Shift. */
export function Waveform({ player, peaks, marksRegion }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragFrom = useRef<number | null>(null);
  const { time, length, region } = player;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const redraw = () => draw(element, peaks, length.value ? time.value / length.value : 0);
    const observer = new ResizeObserver(redraw);
    observer.observe(element);
    const unsubscribe = time.subscribe(redraw);
    return () => {
      observer.disconnect();
      unsubscribe();
    };
  }, [peaks]);

  const secondsAt = (event: PointerEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    return box ? Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * length.value : 0;
  };
  const stretch = region.value && length.value ? region.value.map((seconds) => (seconds / length.value) * 100) : null;
  return (
    <div
      class="wave"
      role="slider"
      tabIndex={0}
      aria-label={texts.viewers.time}
      aria-valuemin={0}
      aria-valuemax={Math.round(length.value * 10) / 10}
      aria-valuenow={Math.round(time.value * 10) / 10}
      aria-keyshortcuts={marksRegion ? "Shift+ArrowRight Shift+ArrowLeft" : undefined}
      title={marksRegion ? texts.viewers.waveKeys : undefined}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const isMarking = event.shiftKey && marksRegion;
        const change = isMarking ? marked(event.key, time.value, length.value, region.value) : undefined;
        const target = isMarking ? undefined : reached(event.key, time.value, length.value);
        if (change === undefined && target === undefined) return;
        event.preventDefault();
        if (change !== undefined) player.change({ region: change });
        if (target !== undefined) player.seek(target);
      }}
      onPointerDown={(event) => {
        dragFrom.current = secondsAt(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (dragFrom.current === null || !marksRegion) return;
        const ends = [dragFrom.current, secondsAt(event)].sort((a, b) => a - b);
        if ((ends[1] ?? 0) - (ends[0] ?? 0) > DRAG_SECONDS_MIN) region.value = [ends[0] ?? 0, ends[1] ?? 0];
      }}
      onPointerUp={(event) => {
        const [from, to] = [dragFrom.current ?? 0, secondsAt(event)];
        dragFrom.current = null;
        if (marksRegion && Math.abs(to - from) > DRAG_SECONDS_MIN) player.change({ region: region.value });
        else player.seek(to);
      }}
    >
      <canvas ref={canvas} />
      {stretch && (
        <span
          class="wave-region"
          style={{ left: `${stretch[0]}%`, width: `${(stretch[1] ?? 0) - (stretch[0] ?? 0)}%` }}
        />
      )}
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, peaks: Peaks, played: number): void {
  const density = Math.min(devicePixelRatio, 2);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const context = canvas.getContext("2d");
  if (!context || !width) return;
  canvas.width = width * density;
  canvas.height = height * density;
  context.scale(density, density);
  const style = getComputedStyle(canvas);
  const bars = Math.floor(width / BAR_WIDTH);
  const loudest = Math.max(0.05, ...peaks.map(([low = 0, high = 0]) => Math.max(-low, high)));
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar / bars) * peaks.length);
    const group = peaks.slice(from, Math.max(from + 1, Math.floor(((bar + 1) / bars) * peaks.length)));
    const size = Math.max(...group.map(([low = 0, high = 0]) => Math.max(-low, high)), 0) / loudest;
    const tall = Math.max(2, size * (height - 4));
    context.fillStyle = style.getPropertyValue(bar / bars < played ? "--accent" : "--edge");
    context.globalAlpha = bar / bars < played ? 1 : 0.65;
    context.beginPath();
    context.roundRect(bar * BAR_WIDTH, (height - tall) / 2, BAR_WIDTH - 1, tall, 1);
    context.fill();
  }
}
