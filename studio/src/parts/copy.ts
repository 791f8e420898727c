import { texts } from "../texts/en.ts";
import { say } from "./toast.tsx";

const KEPT_MILLISECONDS = 60_000; // by then the browser has taken a file over

/** Put a text on the clipboard and say so. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(texts.parts.copied);
  } catch {
    say(texts.parts.notCopied);
  }
}

/** Save a file under a name, also one of another origin. */
export async function save(url: string, name: string): Promise<void> {
  download(await (await fetch(url)).blob(), name);
}

/** Hand a file to the browser, which saves it as it saves downloads. */
export function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MILLISECONDS);
}

/** `.mp3` of the address of a file. */
export function extensionOf(url: string): string {
  return /\.(\w+)$/.exec(new URL(url, location.href).pathname)?.[1]?.toLowerCase() ?? "";
}
