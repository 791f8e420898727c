import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { IconButton } from "../../parts/icon.tsx";
import { PlayButton } from "../../parts/play-button.tsx";
import { clockTime } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { type Peaks, peaksOf } from "./peaks.ts";
import { Player, type Track } from "./player.ts";
import { Waveform } from "./waveform.tsx";

/** Tracks of one recording side by side, played together: each can be muted or heard alone. */
export function TracksViewer({ tracks }: { tracks: readonly Track[] }) {
  const player = useMemo(() => new Player(tracks), [tracks]);
  const peaks = useSignal<ReadonlyMap<string, Peaks>>(new Map());
  const problem = useSignal("");

  useEffect(() => {
    player.load().then(
      () => {
        peaks.value = new Map([...player.buffers].map(([name, sound]) => [name, peaksOf(sound)]));
      },
      () => {
        problem.value = texts.viewers.notPlayable;
      },
    );
    return () => {
      player.close();
    };
  }, [player]);

  const { isPlaying } = player;
  return (
    <div class="tracks" data-ready={peaks.value.size === tracks.length || undefined}>
      {problem.value && <p class="notice bad">{problem.value}</p>}
      <div class="viewer-bar">
        <PlayButton isPlaying={isPlaying.value} onClick={() => player.toggle()} />
        <span class="small quiet count">
          {clockTime(player.time.value)} / {clockTime(player.length.value)}
        </span>
        <IconButton
          name="repeat"
          label={texts.viewers.repeat}
          pressed={player.isRepeated.value}
          onClick={() => player.change({ repeated: !player.isRepeated.value })}
        />
      </div>
      {tracks.map(({ name }) => (
        <div key={name} class="track" data-silent={player.gainOf(name) === 0 || undefined}>
          <strong>{name}</strong>
          <div class="row">
            <button
              type="button"
              class="button"
              aria-pressed={player.solo.value === name}
              onClick={() => player.hearAlone(name)}
            >
              {texts.viewers.solo}
              <span class="visually-hidden"> {name}</span>
            </button>
            <button
              type="button"
              class="button"
              aria-pressed={player.muted.value.has(name)}
              onClick={() => player.mute(name)}
            >
              {texts.viewers.mute}
              <span class="visually-hidden"> {name}</span>
            </button>
          </div>
          <Waveform player={player} peaks={peaks.value.get(name) ?? []} marksRegion={false} />
        </div>
      ))}
    </div>
  );
}
