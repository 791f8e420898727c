import type { RunInput } from "./service.ts";

/** What came of one input: a generation that ended well, or an error. */
export type MapResult<Made> = { index: number; input: RunInput } & (
  | { made: Made; error: null }
  | { made: null; error: unknown }
);

const AHEAD = 4; // times `concurrency`: inputs begun before the result of the first of them was taken

/** One call for each input, several at once; the results in the order of the inputs. */
export async function* mapped<Made>(
  inputs: Iterable<RunInput> | AsyncIterable<RunInput>,
  concurrency: number,
  run: (input: RunInput) => Promise<Made>,
): AsyncGenerator<MapResult<Made>> {
  if (!(concurrency >= 1)) throw new RangeError("concurrency must be 1 or more");
  const underWay: Promise<MapResult<Made>>[] = [];
  const active = new Set<Promise<unknown>>();
  let index = 0;
  for await (const input of inputs) {
    while (active.size >= concurrency) await Promise.race(active);
    const number = index++;
    const result: Promise<MapResult<Made>> = run(input).then(
      (made) => ({ index: number, input, made, error: null }),
      (error: unknown) => ({ index: number, input, made: null, error }),
    );
    const ending = result.finally(() => active.delete(ending));
    active.add(ending);
    underWay.push(result);
    while (underWay.length >= AHEAD * concurrency) yield (await underWay.shift()) as MapResult<Made>;
  }
  for (const result of underWay) yield await result;
}

/** The idempotency key of an input in a batch: the same whenever the program is started. */
export async function keyOf(batch: string, tool: string, input: RunInput): Promise<string> {
  const text = JSON.stringify({ batch, tool, input }, (_, value: unknown) => sorted(value));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
