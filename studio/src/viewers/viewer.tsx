import type { GenerationItem } from "@mediamill/client";
import { extensionOf } from "../parts/copy.ts";
import { Lazy } from "../parts/lazy.tsx";
import { FilmViewer } from "./film/film-viewer.tsx";
import { ImageViewer } from "./image/image-viewer.tsx";
import { SoundViewer } from "./sound/sound-viewer.tsx";
import "./viewers.css";

export interface Shown {
  id: string;
  type: GenerationItem["type"];
  output: string;
  thumbnail: string | null;
  /** What it is, in the words of its prompt or its tool. */
  label: string;
}

const loadObject = () => import("./object/object-viewer.tsx");
const loadMotion = () => import("./motion/motion-viewer.tsx");

/** Whatever a generation made, to be seen, heard or turned. */
export function Viewer({ shown }: { shown: Shown }) {
  if (shown.type === "image") return <ImageViewer shown={shown} />;
  if (shown.type === "video") return <FilmViewer shown={shown} />;
  if (shown.type === "audio") return <SoundViewer shown={shown} />;
  if (shown.type === "object") {
    return <Lazy load={extensionOf(shown.output) === "fbx" ? loadMotion : loadObject} props={{ shown }} />;
  }
  return <a href={shown.output}>{shown.label}</a>;
}
