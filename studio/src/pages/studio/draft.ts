import { type Fault, type Quote, ServiceError } from "@mediamill/client";
import { batch, computed, signal } from "@preact/signals";
import { type ModelForm, modelOf, toolOf } from "../../api/catalogue.ts";
import { client } from "../../api/client.ts";
import { start } from "../../api/runs.ts";
import { noticing } from "../../app/account.ts";
import { setQuery } from "../../app/router.ts";
import { inputOf, standardValues, type Values, valuesOf } from "../../forms/fields.ts";

const QUOTE_PAUSE_MILLISECONDS = 250; // without a change, before a price is asked for

/** What is being put together. */
export const toolSlug = signal("");
export const modelSlug = signal("");
export const values = signal<Values>({});
export const faults = signal<readonly Fault[]>([]);
export const problem = signal("");
export const quote = signal<Quote | null>(null);
export const isSending = signal(false);

export const tool = computed(() => toolOf(toolSlug.value));
export const model = computed<ModelForm | undefined>(() => modelOf(toolSlug.value, modelSlug.value));
export const input = computed<Values>(() =>
  model.value ? inputOf(model.value.slug, model.value.fields, values.value) : {},
);

/** Begin with this tool; the address remembers it. */
export function choose(slug: string, chosenModel?: string): void {
  const next = modelOf(slug, chosenModel);
  batch(() => {
    toolSlug.value = slug;
    modelSlug.value = next?.slug ?? "";
    values.value = standardValues(next?.fields ?? []);
    clearFaults();
    quote.value = null;
  });
  setQuery({ tool: slug, model: next?.slug ?? null });
}

/** Another model of the same tool; what both ask for stays. */
export function chooseModel(slug: string): void {
  const kept = values.value;
  choose(toolSlug.value, slug);
  const names = new Set(model.value?.fields.map((field) => field.name));
  const taken = Object.entries(kept).filter(([name, value]) => names.has(name) && typeof value === "string");
  values.value = { ...values.value, ...Object.fromEntries(taken.filter(([name]) => fits(name, kept[name]))) };
}

/** Take up an input: of an earlier run, an example, or what was written as JSON. */
export function take(slug: string, given: Values): void {
  const next = modelOf(slug, given.model);
  if (!next) return;
  if (slug !== toolSlug.value || next.slug !== modelSlug.value) choose(slug, next.slug);
  values.value = valuesOf(next.fields, given);
  clearFaults();
}

export function setValue(name: string, value: unknown): void {
  values.value = { ...values.value, [name]: value };
  faults.value = faults.value.filter((fault) => fault.field !== `input.${name}`);
  problem.value = "";
}

/** Start it; false where the service refused, with the reason at its field. */
export async function run(given: Values = input.value): Promise<boolean> {
  const chosen = tool.value;
  if (!chosen || isSending.value) return false;
  isSending.value = true;
  clearFaults();
  let refusal: unknown = null;
  await noticing(async () => {
    await start(chosen.slug, chosen.outputType, given).catch((error: unknown) => {
      refusal = error;
      throw error;
    });
  });
  isSending.value = false;
  if (refusal instanceof ServiceError) {
    faults.value = refusal.faults;
    problem.value = sentenceOf(refusal);
  }
  return refusal === null;
}

/** Ask for the price whenever the input rests; says how to stop. */
export function watchPrice(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let asking = new AbortController();
  const stop = input.subscribe((given) => {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    const { signal: canceled } = asking;
    const slug = toolSlug.value;
    if (slug) timer = setTimeout(() => price(slug, given, canceled), QUOTE_PAUSE_MILLISECONDS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function price(slug: string, given: Values, canceled: AbortSignal): Promise<void> {
  if (!isComplete(given)) {
    quote.value = null;
    return;
  }
  await noticing(async () => {
    try {
      quote.value = await client.quote(slug, given, canceled);
    } catch (error) {
      if (canceled.aborted) return;
      quote.value = null;
      if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    }
  });
}

function fits(name: string, value: unknown): boolean {
  const field = model.value?.fields.find((one) => one.name === name);
  return field?.kind !== "choice" || field.options.some((option) => option === value);
}

function isComplete(given: Values): boolean {
  return model.value?.fields.every((field) => !field.isRequired || field.name in given) ?? false;
}

function clearFaults(): void {
  faults.value = [];
  problem.value = "";
}

/** What is wrong beyond the fields of the form. */
function sentenceOf(refusal: ServiceError): string {
  const shown = new Set(model.value?.fields.map((field) => `input.${field.name}`));
  const others = refusal.faults.filter((fault) => !shown.has(fault.field));
  if (!refusal.faults.length) return refusal.message;
  return others.map((fault) => `${fault.field}: ${fault.message}`).join(" ");
}
