import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { download } from "../../parts/copy.ts";
import { IconButton } from "../../parts/icon.tsx";
import { texts } from "../../texts/en.ts";
import { GROUNDS, type Stage } from "./stage.ts";

const LIGHTS = [1, 1.8, 0.4];

/** What can be changed of every scene: where from, on what and in which light it is seen. */
export function StageBar({
  stage,
  name,
  children,
}: {
  stage: Stage | null;
  name: string;
  children?: ComponentChildren;
}) {
  const ground = useSignal(0);
  const light = useSignal(0);
  const hasGrid = useSignal(true);

  async function takePicture(): Promise<void> {
    const picture = await stage?.picture();
    if (picture) download(picture, `${name}.png`);
  }

  return (
    <div class="viewer-bar">
      {children}
      <span class="fill" />
      <IconButton name="home" label={texts.viewers.reset} onClick={() => stage?.reset()} />
      <IconButton
        name="grid"
        label={texts.viewers.grid}
        pressed={hasGrid.value}
        onClick={() => {
          hasGrid.value = !hasGrid.value;
          if (stage) stage.ground.group.visible = hasGrid.value;
          stage?.wake();
        }}
      />
      <IconButton
        name="light"
        label={texts.viewers.light}
        onClick={() => {
          light.value = (light.value + 1) % LIGHTS.length;
          stage?.setLight(LIGHTS[light.value] ?? 1);
        }}
      />
      <IconButton
        name="compare"
        label={texts.viewers.background}
        onClick={() => {
          ground.value = (ground.value + 1) % GROUNDS.length;
          stage?.setGround(GROUNDS[ground.value] ?? "studio");
        }}
      />
      <IconButton name="camera" label={texts.viewers.screenshot} onClick={takePicture} />
    </div>
  );
}
