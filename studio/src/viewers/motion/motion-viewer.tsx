import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type AnimationAction, AnimationMixer, Box3, type Object3D, Vector3 } from "three";
import { FBXLoader } from "three/examples/jsm/loaders/FBXLoader.js";
import { IconButton } from "../../parts/icon.tsx";
import { PlayButton } from "../../parts/play-button.tsx";
import { clockTime } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { Speed } from "../film/film-viewer.tsx";
import { meshesOf, type Stage } from "../scene/stage.ts";
import { StageBar } from "../scene/stage-bar.tsx";
import { StageFrame } from "../scene/stage-frame.tsx";
import { useStage } from "../scene/use-stage.ts";
import type { Shown } from "../viewer.tsx";
import { Figure } from "./figure.ts";

const SAMPLES = 24; // places in a motion that are looked at to frame all of it

interface Performance {
  root: Object3D;
  figure: Figure;
  mixer: AnimationMixer;
  action: AnimationAction;
  start: Vector3;
}

/** A motion: played, scrubbed, slower or faster, on the spot or through the room. */
export default function MotionViewer({ shown }: { shown: Shown }) {
  const performance = useRef<Performance | null>(null);
  const isPlaying = useSignal(true);
  const time = useSignal(0);
  const length = useSignal(0);
  const moves = useSignal(true);
  const hasBones = useSignal(true);
  const { canvas, stage, state, again, turn } = useStage(shown.output, async (made) => {
    const root = await new FBXLoader().loadAsync(shown.output);
    const clip = root.animations[0];
    const mixer = new AnimationMixer(root);
    const figure = new Figure(root);
    if (!clip) {
      made.show(root);
      return;
    }
    const action = mixer.clipAction(clip);
    action.play();
    length.value = clip.duration;
    const start = figure.bones[0]?.getWorldPosition(new Vector3()) ?? new Vector3();
    performance.current = { root, figure, mixer, action, start };
    made.scene.add(figure.group);
    made.show(root, boxOfAll(performance.current, clip.duration));
    made.animate = (seconds) => step(seconds);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) isPlaying.value = false;
    pose(0);
  });

  function step(seconds: number): boolean {
    if (!isPlaying.value || !length.value) return false;
    const speed = performance.current?.action.timeScale ?? 1;
    pose((time.value + seconds * speed) % length.value);
    return true;
  }

  function pose(seconds: number): void {
    if (!performance.current) return;
    const { root, figure, mixer, action, start } = performance.current;
    time.value = seconds;
    action.time = seconds;
    mixer.update(0);
    root.position.set(0, 0, 0);
    root.updateMatrixWorld(true);
    const hips = figure.bones[0];
    if (!moves.value && hips) {
      const now = hips.getWorldPosition(new Vector3());
      root.position.set(start.x - now.x, 0, start.z - now.z);
      root.updateMatrixWorld(true);
    }
    figure.update();
  }

  function scrub(seconds: number): void {
    isPlaying.value = false;
    pose(seconds);
    stage.value?.wake();
  }

  return (
    <div class="viewer" data-ready={state.value === "ready" || undefined}>
      <StageFrame
        canvas={canvas}
        state={state.value}
        turn={turn}
        label={shown.label}
        poster={shown.thumbnail}
        again={again}
      />
      <div class="viewer-bar">
        <PlayButton
          isPlaying={isPlaying.value}
          onClick={() => {
            isPlaying.value = !isPlaying.value;
            stage.value?.wake();
          }}
        />
        <input
          type="range"
          class="seek"
          min={0}
          max={length.value || 1}
          step={0.01}
          value={time.value}
          aria-label={texts.viewers.time}
          onInput={(event) => scrub(Number(event.currentTarget.value))}
        />
        <span class="small quiet count">
          {clockTime(time.value)} / {clockTime(length.value)}
        </span>
        <Speed onChange={(speed) => performance.current?.action.setEffectiveTimeScale(speed)} />
      </div>
      <StageBar stage={stage.value} name={shown.id}>
        <IconButton
          name="walk"
          label={texts.viewers.rootMotion}
          pressed={moves.value}
          onClick={() => {
            moves.value = !moves.value;
            pose(time.value);
            stage.value?.wake();
          }}
        />
        <IconButton
          name="bones"
          label={texts.viewers.skeleton}
          pressed={hasBones.value}
          onClick={() => toggleBones(stage.value, performance.current, hasBones)}
        />
      </StageBar>
    </div>
  );
}

function toggleBones(stage: Stage | null, shown: Performance | null, hasBones: { value: boolean }): void {
  if (!shown) return;
  const hasSkin = meshesOf(shown.root).length > 0;
  hasBones.value = !hasBones.value || !hasSkin;
  shown.figure.group.visible = hasBones.value;
  stage?.wake();
}

/** The room that a motion takes from its beginning to its end. */
function boxOfAll({ root, figure, mixer, action }: Performance, seconds: number): Box3 {
  const box = new Box3();
  for (let index = 0; index <= SAMPLES; index++) {
    action.time = (seconds * index) / SAMPLES;
    mixer.update(0);
    root.updateMatrixWorld(true);
    box.union(figure.box());
  }
  return box.union(new Box3().setFromObject(root));
}
