import { download } from "./copy.ts";

/** Browsers that can write to a file as it arrives have this; TypeScript does not know it yet. */
type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

export type Saved = "saved" | "not-chosen";

/**
 * Save a stream as a file: straight into one that is asked for, else as a download, which the browser keeps until it is whole.
 * Throws where the stream breaks; nothing is saved then.
 */
export async function saveStream(
  name: string,
  open: () => Promise<ReadableStream<Uint8Array>>,
  onBytes: (bytes: number) => void,
): Promise<Saved> {
  const pick = (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  const file = pick && (await pick({ suggestedName: name }).catch(unlessDismissed));
  if (file === null) return "not-chosen";
  const stream = (await open()).pipeThrough(counter(onBytes));
  if (file) await stream.pipeTo(await file.createWritable());
  else download(await new Response(stream).blob(), name);
  return "saved";
}

/** Nobody has to choose a file. */
function unlessDismissed(error: unknown): null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  throw error;
}

function counter(onBytes: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.byteLength;
      onBytes(bytes);
      controller.enqueue(piece);
    },
  });
}
