import { texts } from "../texts/en.ts";
import { IconButton } from "./icon.tsx";

/** Plays and pauses. */
export function PlayButton({ isPlaying, onClick }: { isPlaying: boolean; onClick: () => void }) {
  return (
    <IconButton
      name={isPlaying ? "pause" : "play"}
      label={isPlaying ? texts.viewers.pause : texts.viewers.play}
      onClick={onClick}
    />
  );
}
