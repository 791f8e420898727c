import { useSignal } from "@preact/signals";
import { type Material, Mesh, type Object3D } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { IconButton } from "../../parts/icon.tsx";
import { texts } from "../../texts/en.ts";
import { meshesOf } from "../scene/stage.ts";
import { StageBar } from "../scene/stage-bar.tsx";
import { StageFrame } from "../scene/stage-frame.tsx";
import { useStage } from "../scene/use-stage.ts";
import type { Shown } from "../viewer.tsx";

interface Facts {
  triangles: number;
  vertices: number;
  materials: number;
}

/** A 3D object: turned around, as wires, with what it is made of. */
export default function ObjectViewer({ shown }: { shown: Shown }) {
  const facts = useSignal<Facts | null>(null);
  const isWire = useSignal(false);
  const { canvas, stage, state, again, turn } = useStage(shown.output, async (made) => {
    const { scene } = await new GLTFLoader().loadAsync(shown.output);
    made.show(scene);
    facts.value = factsOf(scene);
  });

  function toggleWires(): void {
    isWire.value = !isWire.value;
    for (const material of materialsOf(stage.value?.scene)) Object.assign(material, { wireframe: isWire.value });
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
      <StageBar stage={stage.value} name={shown.id}>
        <IconButton name="wire" label={texts.viewers.wireframe} pressed={isWire.value} onClick={toggleWires} />
        {facts.value && (
          <span class="small quiet">
            {facts.value.triangles.toLocaleString("en")} {texts.viewers.triangles} ·{" "}
            {facts.value.vertices.toLocaleString("en")} {texts.viewers.vertices} ·{" "}
            {texts.viewers.materials(facts.value.materials)}
          </span>
        )}
      </StageBar>
    </div>
  );
}

function materialsOf(thing: Object3D | undefined): Material[] {
  const found = new Set<Material>();
  thing?.traverse((one) => {
    if (one instanceof Mesh) for (const material of [one.material].flat()) found.add(material);
  });
  return [...found];
}

function factsOf(thing: Object3D): Facts {
  const meshes = meshesOf(thing);
  const vertices = meshes.map((mesh) => mesh.geometry.getAttribute("position").count);
  const corners = meshes.map((mesh, index) => mesh.geometry.getIndex()?.count ?? vertices[index] ?? 0);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return { triangles: sum(corners) / 3, vertices: sum(vertices), materials: materialsOf(thing).length };
}
