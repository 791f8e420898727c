import { signal } from "@preact/signals";
import { account } from "../../app/session.ts";
import type { Values } from "../../forms/fields.ts";

/** A filled form that somebody keeps under a name. */
export interface Preset {
  name: string;
  input: Values;
}

/** Presets by `tool/model`. */
type Book = Readonly<Record<string, readonly Preset[]>>;

/** How often something was kept or forgotten: what shows presets reads them anew. */
const changes = signal(0);

/** The presets of a tool's model in this browser, in the order of their names. */
export function presetsOf(tool: string, model: string): readonly Preset[] {
  changes.value;
  return read()[`${tool}/${model}`] ?? [];
}

/** Keep an input under a name; another one of that name is replaced. False where the browser keeps nothing. */
export function keepPreset(tool: string, model: string, preset: Preset): boolean {
  const others = presetsOf(tool, model).filter((one) => one.name !== preset.name);
  return write(tool, model, [...others, preset]);
}

/** Give a preset another name; one that has it already is replaced. False where the browser keeps nothing. */
export function renamePreset(tool: string, model: string, from: string, to: string): boolean {
  const presets = presetsOf(tool, model);
  const found = presets.find((one) => one.name === from);
  if (!found || from === to) return true;
  const others = presets.filter((one) => one.name !== from && one.name !== to);
  return write(tool, model, [...others, { ...found, name: to }]);
}

/** Forget a preset. False where the browser keeps nothing. */
export function dropPreset(tool: string, model: string, name: string): boolean {
  const others = presetsOf(tool, model).filter((one) => one.name !== name);
  return write(tool, model, others);
}

function write(tool: string, model: string, presets: readonly Preset[]): boolean {
  const sorted = [...presets].sort((a, b) => a.name.localeCompare(b.name, "en"));
  try {
    localStorage.setItem(place(), JSON.stringify({ ...read(), [`${tool}/${model}`]: sorted }));
  } catch {
    return false; // storage is full, or switched off
  }
  changes.value += 1;
  return true;
}

/** What is kept; anything else that stands there counts as nothing. */
function read(): Book {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place()) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const lists = Object.entries(kept).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
    return Object.fromEntries(lists.map(([name, list]) => [name, list.filter(isPreset)]));
  } catch {
    return {}; // storage is switched off, or holds no JSON there
  }
}

function isPreset(value: unknown): value is Preset {
  if (typeof value !== "object" || value === null || !("name" in value) || !("input" in value)) return false;
  return typeof value.name === "string" && typeof value.input === "object" && value.input !== null;
}

/** Of each account its own: a browser may be used by several. */
function place(): string {
  return `mediamill.presets ${account.value?.email ?? ""}`;
}
