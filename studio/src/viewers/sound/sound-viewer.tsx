import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { IconButton } from "../../parts/icon.tsx";
import { PlayButton } from "../../parts/play-button.tsx";
import { clockTime } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { Speed } from "../film/film-viewer.tsx";
import type { Shown } from "../viewer.tsx";
import { fetchPeaks, type Peaks, peaksOf } from "./peaks.ts";
import { Player } from "./player.ts";
import { drawSpectrogram } from "./spectrogram.ts";
import { Waveform } from "./waveform.tsx";

const ONLY = "only";
const SPECTROGRAM_TINT = [124, 108, 255];

/** A sound: its waveform, its spectrogram, repeated as a whole or a stretch of it. */
export function SoundViewer({ shown }: { shown: Shown }) {
  const player = useMemo(() => new Player([{ name: ONLY, url: shown.output }]), [shown.output]);
  const peaks = useSignal<Peaks>([]);
  const hasSpectrogram = useSignal(false);
  const isPlayable = useSignal(true);
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const leaving = new AbortController();
    const look = async () => {
      const kept = await fetchPeaks(shown.id, leaving.signal);
      if (kept) {
        player.length.value = kept.seconds;
        peaks.value = kept.peaks;
        return;
      }
      await player.load();
      const sound = player.buffers.get(ONLY);
      if (sound && !leaving.signal.aborted) peaks.value = peaksOf(sound);
    };
    look().catch(() => {
      isPlayable.value = leaving.signal.aborted;
    });
    return () => {
      leaving.abort();
      player.close();
    };
  }, [player]);

  async function toggleSpectrogram(): Promise<void> {
    hasSpectrogram.value = !hasSpectrogram.value;
    await player.load();
    const sound = player.buffers.get(ONLY);
    if (canvas.current && sound) drawSpectrogram(canvas.current, sound, SPECTROGRAM_TINT);
  }

  const { isPlaying, isRepeated, region } = player;
  return (
    <div class="viewer sound" data-ready={peaks.value.length > 0 || undefined}>
      {!isPlayable.value && <p class="notice bad">{texts.viewers.notPlayable}</p>}
      <Waveform player={player} peaks={peaks.value} marksRegion />
      <canvas
        ref={canvas}
        class="spectrogram"
        hidden={!hasSpectrogram.value}
        role="img"
        aria-label={texts.viewers.spectrogram}
      />
      <div class="viewer-bar">
        <PlayButton isPlaying={isPlaying.value} onClick={() => player.toggle()} />
        <span class="small quiet count">
          {clockTime(player.time.value)} / {clockTime(player.length.value)}
        </span>
        <span class="fill" />
        {region.value && (
          <button type="button" class="button plain small" onClick={() => player.change({ region: null })}>
            {texts.viewers.wholeSound}
          </button>
        )}
        <IconButton
          name="repeat"
          label={texts.viewers.repeat}
          pressed={isRepeated.value}
          onClick={() => player.change({ repeated: !isRepeated.value })}
        />
        <IconButton
          name="wave"
          label={texts.viewers.spectrogram}
          pressed={hasSpectrogram.value}
          onClick={toggleSpectrogram}
        />
        <Speed onChange={(speed) => player.change({ speed })} />
      </div>
    </div>
  );
}
