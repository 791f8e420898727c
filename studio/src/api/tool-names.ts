import type { ToolItem } from "@mediamill/client";
import { signal } from "@preact/signals";
import { noticing } from "../app/account.ts";
import { client } from "./client.ts";

/** What this installation offers, in few words; empty until it was read. */
export const toolItems = signal<readonly ToolItem[]>([]);

/** Read the names of the tools, once. */
export async function readToolNames(): Promise<void> {
  if (toolItems.value.length) return;
  await noticing(async () => {
    toolItems.value = await client.tools();
  });
}

export function toolName(slug: string): string {
  return toolItems.value.find((tool) => tool.slug === slug)?.name ?? slug;
}
