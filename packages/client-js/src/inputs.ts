import { UnusableFile } from "./errors.ts";
import { Output } from "./outputs.ts";
import type { RunInput, UploadedFile } from "./service.ts";
import type { Body } from "./transport.ts";

/** A file of your own, or an output: in a browser a Blob or File, in Node also a path or a `file:` URL. */
export type FileInput = string | URL | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | Output;

type RunBody = Body<"/api/run", "post">;
/** The tools that the service has when it is installed; an operator may add others. */
export type ToolSlug = RunBody["tool"];
type WithFiles<Input> = { [Field in keyof Input]: Field extends "file" | `${string}_url` ? FileInput : Input[Field] };
/** What a tool takes, model by model; of a tool that is not known, anything. */
export type InputOf<Tool extends string> = Tool extends ToolSlug
  ? WithFiles<Extract<RunBody, { tool: Tool }>["input"]>
  : RunInput;

const MEDIA_FIELD = /^(file|.*_url)$/;
const URL_BEGIN = /^(\w+:\/\/|data:)/;

/** The input with the URL of an upload in the place of each file; the same file is uploaded once. */
export async function withUploads(input: RunInput, upload: (file: Blob) => Promise<UploadedFile>): Promise<RunInput> {
  const known = new Map<unknown, string>();
  const replaced = async (value: unknown, place: readonly string[]): Promise<unknown> => {
    if (value instanceof Output) return value.url;
    if (isFile(value, place.at(-1) ?? "")) {
      const url = known.get(value) ?? (await upload(await blobOf(value, ["input", ...place].join(".")))).url;
      known.set(value, url);
      return url;
    }
    if (Array.isArray(value)) {
      const parts = [];
      for (const [index, part] of value.entries()) parts.push(await replaced(part, [...place, String(index)]));
      return parts;
    }
    if (typeof value !== "object" || value === null) return value;
    const parts: RunInput = {};
    for (const [name, part] of Object.entries(value)) parts[name] = await replaced(part, [...place, name]);
    return parts;
  };
  return (await replaced(input, [])) as RunInput;
}

/** Whether an input has files of the caller's own. */
export function hasFiles(value: unknown, field = ""): boolean {
  if (isFile(value, field)) return true;
  if (value instanceof Output) return false;
  return (
    typeof value === "object" && value !== null && Object.entries(value).some(([name, part]) => hasFiles(part, name))
  );
}

function isFile(value: unknown, field: string): value is FileInput {
  if (typeof value === "string") return MEDIA_FIELD.test(field) && value !== "" && !URL_BEGIN.test(value);
  if (value instanceof URL) return value.protocol === "file:";
  const kinds = [Blob, ArrayBuffer, Uint8Array, ReadableStream];
  return kinds.some((kind) => value instanceof kind);
}

/** A file as a Blob. Throws UnusableFile. */
export async function blobOf(file: FileInput, field = "file"): Promise<Blob> {
  if (file instanceof Output) return file.blob();
  if (file instanceof Blob) return file;
  if (file instanceof ReadableStream) return new Response(file).blob();
  if (file instanceof ArrayBuffer) return new Blob([file]);
  if (file instanceof Uint8Array) return new Blob([new Uint8Array(file)]);
  try {
    const { readFile } = await import("node:fs/promises");
    return new Blob([new Uint8Array(await readFile(file))]);
  } catch (error) {
    throw new UnusableFile(
      field,
      `"${file}" is neither a URL nor a file here (${error instanceof Error ? error.message : error})`,
    );
  }
}
