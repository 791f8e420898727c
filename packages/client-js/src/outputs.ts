import { DownloadFailed } from "./errors.ts";
import type { Generation } from "./service.ts";
import type { Transport } from "./transport.ts";

const SUFFIX = /\.[A-Za-z0-9]{1,8}$/;

/** What a generation made: an address that needs no key, and what can be done with it. */
export class Output {
  constructor(
    private readonly transport: Transport,
    readonly url: string,
    readonly kind: Generation["type"] | null,
    readonly thumbnail: string | null,
    /** Safe in any folder: `motion-3d-gen_0199….fbx`. */
    readonly fileName: string,
  ) {}

  /** The media as it arrives. Throws DownloadFailed. */
  async stream(signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    return (await this.response(signal)).body ?? new Blob().stream();
  }

  /** The media, whole in memory. Throws DownloadFailed. */
  async read(signal?: AbortSignal): Promise<Uint8Array> {
    return new Uint8Array(await this.whole((response) => response.arrayBuffer(), signal));
  }

  /** The media as a Blob, with its type. Throws DownloadFailed. */
  blob(signal?: AbortSignal): Promise<Blob> {
    return this.whole((response) => response.blob(), signal);
  }

  /** Node: write the media to a file, or into a folder under a name of its own; says where. The file appears only when whole. */
  async save(path = "."): Promise<string> {
    const { mkdir, rename, rm, stat, writeFile } = await import("node:fs/promises");
    const { dirname, join } = await import("node:path");
    const isFolder = /[\\/]$/.test(path) || (await stat(path).catch(() => null))?.isDirectory();
    const target = isFolder ? join(path, this.fileName) : path;
    const content = await this.read();
    await mkdir(dirname(target), { recursive: true });
    const partial = join(dirname(target), `.${crypto.randomUUID()}.part`);
    try {
      await writeFile(partial, content, { flush: true });
      await rename(partial, target);
    } finally {
      await rm(partial, { force: true });
    }
    return target;
  }

  toString(): string {
    return this.url;
  }

  toJSON(): string {
    return this.url;
  }

  private async whole<T>(read: (response: Response) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const response = await this.response(signal);
    try {
      return await read(response);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new DownloadFailed(this.url, "The connection broke");
    }
  }

  private async response(signal?: AbortSignal): Promise<Response> {
    const response = await this.transport.fetch(this.url, { signal }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new DownloadFailed(this.url, "The media cannot be reached");
    });
    if (!response.ok) throw new DownloadFailed(this.url, `${response.status} ${response.statusText}`, response.status);
    return response;
  }
}

/** The output of a generation that has one. */
export function outputOf(transport: Transport, generation: Generation): Output | null {
  if (generation.output === null) return null;
  const stem = `${generation.tool}-${generation.id}`.replace(/[^A-Za-z0-9_-]+/g, "_");
  const suffix = SUFFIX.exec(generation.output.split(/[?#]/)[0] ?? "")?.[0] ?? "";
  return new Output(transport, generation.output, generation.type, generation.thumbnail, stem + suffix.toLowerCase());
}
