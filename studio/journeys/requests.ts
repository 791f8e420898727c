import type { Mill, Opened } from "./mill.ts";

const TRIES_MAX = 600;
const PAUSE_MILLISECONDS = 100;

/** Ask for a generation as a program would; its id. */
export async function ask(
  mill: Mill,
  by: Opened,
  tool: string,
  input: Record<string, unknown>,
  webhook?: string,
): Promise<string> {
  const response = await fetch(`${mill.address}/api/run`, {
    method: "POST",
    headers: { Authorization: by.apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({ tool, input, webhook }),
  });
  const answer: { id: string } = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer.id;
}

/** A generation that has ended; its id. */
export async function make(
  mill: Mill,
  by: Opened,
  tool: string,
  input: Record<string, unknown>,
  webhook?: string,
): Promise<string> {
  const id = await ask(mill, by, tool, input, webhook);
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const response = await fetch(`${mill.address}/api/generations/${id}`, { headers: { Authorization: by.apiKey } });
    const { status }: { status: string } = await response.json();
    if (status === "success" || status === "error") return id;
    await new Promise((resume) => setTimeout(resume, PAUSE_MILLISECONDS));
  }
  throw new Error(`${id} does not end`);
}
