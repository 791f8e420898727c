import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { IconButton } from "../../parts/icon.tsx";
import { PlayButton } from "../../parts/play-button.tsx";
import { clockTime } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import type { Shown } from "../viewer.tsx";

const FRAME_SECONDS = 1 / 24;
const SPEEDS = [0.25, 0.5, 1, 2];

/** A film: played, repeated, stepped through frame by frame, slower or faster. */
export function FilmViewer({ shown }: { shown: Shown }) {
  const film = useRef<HTMLVideoElement>(null);
  const isPlaying = useSignal(false);
  const isRepeated = useSignal(true);
  const time = useSignal(0);
  const length = useSignal(0);

  const toggle = () => (film.current?.paused ? film.current.play() : film.current?.pause());
  const seek = (seconds: number) => {
    if (!film.current) return;
    film.current.pause();
    film.current.currentTime = Math.max(0, Math.min(length.value, seconds));
  };
  return (
    <div class="viewer">
      {/* biome-ignore lint/a11y/useMediaCaption: what is generated has no captions */}
      <video
        ref={film}
        class="film"
        src={shown.output}
        poster={shown.thumbnail ?? undefined}
        preload="metadata"
        playsInline
        loop={isRepeated.value}
        aria-label={shown.label}
        onClick={toggle}
        onPlay={() => {
          isPlaying.value = true;
        }}
        onPause={() => {
          isPlaying.value = false;
        }}
        onTimeUpdate={(event) => {
          time.value = event.currentTarget.currentTime;
        }}
        onLoadedMetadata={(event) => {
          length.value = event.currentTarget.duration;
        }}
      />
      <div class="viewer-bar">
        <PlayButton isPlaying={isPlaying.value} onClick={toggle} />
        <IconButton name="back" label={texts.viewers.frameBack} onClick={() => seek(time.value - FRAME_SECONDS)} />
        <IconButton
          name="forward"
          label={texts.viewers.frameForward}
          onClick={() => seek(time.value + FRAME_SECONDS)}
        />
        <input
          type="range"
          class="seek"
          min={0}
          max={length.value || 1}
          step={FRAME_SECONDS}
          value={time.value}
          aria-label={texts.viewers.time}
          onInput={(event) => seek(Number(event.currentTarget.value))}
        />
        <span class="small quiet count">{clockTime(time.value)}</span>
        <IconButton
          name="repeat"
          label={texts.viewers.repeat}
          pressed={isRepeated.value}
          onClick={() => {
            isRepeated.value = !isRepeated.value;
          }}
        />
        <Speed onChange={(speed) => film.current && Object.assign(film.current, { playbackRate: speed })} />
      </div>
    </div>
  );
}

/** How fast it goes. */
export function Speed({ onChange }: { onChange: (speed: number) => void }) {
  return (
    <select
      class="speed"
      aria-label={texts.viewers.speed}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={speed} selected={speed === 1}>
          {speed}×
        </option>
      ))}
    </select>
  );
}
