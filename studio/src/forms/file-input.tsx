import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { client } from "../api/client.ts";
import { Icon } from "../parts/icon.tsx";
import { texts } from "../texts/en.ts";
import type { ControlProps } from "./controls.tsx";
import { Recorder } from "./recorder.ts";

const ACCEPTED = {
  image: "image/png,image/jpeg,image/webp,image/gif,image/avif",
  audio: "audio/*,.mp3,.wav,.flac,.ogg,.m4a,.aac,.aiff",
};

/** A file that a model takes: dropped, pasted, chosen, recorded, or the address of one. */
export function FileInput({
  id,
  describedBy,
  isInvalid,
  media,
  value,
  set,
}: ControlProps & { media: "image" | "audio" }) {
  const problem = useSignal("");
  const isBusy = useSignal(false);
  const isOver = useSignal(false);
  const recorder = useSignal<Recorder | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const url = typeof value === "string" ? value : "";

  async function take(file: Blob | undefined): Promise<void> {
    if (!file) return;
    problem.value = "";
    isBusy.value = true;
    try {
      set((await client.upload(file)).url);
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
    isBusy.value = false;
  }

  async function record(): Promise<void> {
    if (recorder.value) {
      const recorded = recorder.value;
      recorder.value = null;
      await take(await recorded.stop());
      return;
    }
    try {
      recorder.value = await Recorder.start();
    } catch {
      problem.value = texts.forms.noMicrophone;
    }
  }

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find((one) => one.type.startsWith(`${media}/`));
      if (file) take(file);
    };
    addEventListener("paste", paste);
    return () => {
      removeEventListener("paste", paste);
      recorder.value?.stop();
    };
  }, [media]);

  return (
    <div
      class="file"
      data-over={isOver.value || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        take(event.dataTransfer?.files[0]);
      }}
    >
      {url && media === "image" && (
        <img class="file-shown" src={url} alt={texts.forms.chosenImage} crossorigin="anonymous" />
      )}
      {url && media === "audio" && (
        // biome-ignore lint/a11y/useMediaCaption: a recording of the caller's own has none
        <audio class="file-shown" src={url} controls crossorigin="anonymous" />
      )}
      <div class="row">
        <button type="button" class="button" disabled={isBusy.value} onClick={() => chooser.current?.click()}>
          <Icon name="upload" /> {url ? texts.forms.replaceFile : texts.forms.chooseFile}
        </button>
        {media === "audio" && (
          <button type="button" class="button" aria-pressed={recorder.value !== null} onClick={record}>
            <Icon name="microphone" /> {recorder.value ? texts.forms.stopRecording : texts.forms.record}
          </button>
        )}
        <span class="quiet small" role="status">
          {isBusy.value ? texts.forms.uploading : recorder.value ? texts.forms.recording : texts.forms.drop}
        </span>
      </div>
      <input
        ref={chooser}
        type="file"
        class="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        accept={ACCEPTED[media]}
        onChange={(event) => take(event.currentTarget.files?.[0])}
      />
      <input
        id={id}
        type="url"
        class="input"
        placeholder="https://…"
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        value={url}
        onInput={(event) => set(event.currentTarget.value)}
      />
      <p class="field-error" role="alert" hidden={!problem.value}>
        {problem.value}
      </p>
    </div>
  );
}
