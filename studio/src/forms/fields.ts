/** What a form asks for: the fields of one model, read from its schema. */
interface Common {
  name: string;
  help: string;
  isRequired: boolean;
}

export interface TextField extends Common {
  kind: "text";
  lengthMax: number | null;
  example: string;
}

export interface ChoiceField extends Common {
  kind: "choice";
  options: readonly (string | number)[];
  standard: string | number | null;
}

export interface NumberField extends Common {
  kind: "number";
  min: number | null;
  max: number | null;
  isInteger: boolean;
  standard: number | null;
}

export interface SeedField extends Common {
  kind: "seed";
}

export interface SwitchField extends Common {
  kind: "switch";
  standard: boolean;
}

export interface FileField extends Common {
  kind: "file";
  media: "image" | "audio";
}

export type Field = TextField | ChoiceField | NumberField | SeedField | SwitchField | FileField;
export type Values = Record<string, unknown>;

export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
  default?: unknown;
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  "x-media"?: "image" | "audio";
}

export const RANDOM_SEED = -1;
const SEED_MAX = 2 ** 31;

/** The fields of a model's input, in the order of its schema. */
export function fieldsOf(schema: Schema): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== "model")
    .map(([name, property]) => fieldOf(name, property, required.has(name)));
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  const common = { name, help: schema.description ?? "", isRequired };
  const options = optionsOf(schema);
  if (options.length) return { ...common, kind: "choice", options, standard: optionOf(schema.default) };
  if (schema.format === "uri") return { ...common, kind: "file", media: schema["x-media"] ?? "image" };
  if (schema.type === "boolean") return { ...common, kind: "switch", standard: schema.default === true };
  if (schema.type === "number" || schema.type === "integer") {
    if (name === "seed") return { ...common, kind: "seed" };
    const { minimum = null, maximum = null, default: standard } = schema;
    return {
      ...common,
      kind: "number",
      min: minimum,
      max: maximum,
      isInteger: schema.type === "integer",
      standard: typeof standard === "number" ? standard : null,
    };
  }
  return { ...common, kind: "text", lengthMax: schema.maxLength ?? null, example: String(schema.examples?.[0] ?? "") };
}

function optionsOf(schema: Schema): (string | number)[] {
  const listed = schema.enum ?? [];
  const alternatives = schema.anyOf ?? [];
  const constants = alternatives.filter((one) => "const" in one).map((one) => one.const);
  const first = alternatives.find((one) => one.enum)?.enum ?? [];
  return [...(listed.length ? listed : constants.length ? constants : first)].flatMap((one) => optionOf(one) ?? []);
}

function optionOf(value: unknown): string | number | null {
  return typeof value === "string" || typeof value === "number" ? value : null;
}

/** What a form shows at first: the defaults, everything else empty. */
export function standardValues(fields: readonly Field[]): Values {
  const values: Values = {};
  for (const field of fields) {
    if (field.kind === "choice" || field.kind === "number" || field.kind === "switch")
      values[field.name] = field.standard;
    if (field.kind === "seed") values[field.name] = RANDOM_SEED;
  }
  return values;
}

/** The input that these values are: what is empty, or is the default anyway, is left out. */
export function inputOf(model: string, fields: readonly Field[], values: Values): Values {
  const standard = standardValues(fields);
  const input: Values = { model };
  for (const [name, value] of Object.entries(values)) {
    const isKnown = fields.some((field) => field.name === name);
    if (value === "" || value === null || value === undefined) continue;
    if (isKnown && value === standard[name]) continue;
    input[name] = value;
  }
  return input;
}

/** The values of an input that somebody wrote, or that an earlier run had. */
export function valuesOf(fields: readonly Field[], input: Values): Values {
  const { model: _, ...given } = input;
  return { ...standardValues(fields), ...given };
}

/** A seed that nobody chose. */
export function drawSeed(): number {
  return Math.floor(Math.random() * SEED_MAX);
}

/** `aspect_ratio` as people read it. */
export function labelOf(name: string): string {
  const words = name.replace(/_url$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
