import type { ToolDetail, ToolItem } from "@mediamill/client";
import { signal } from "@preact/signals";
import { type Field, fieldsOf, type Schema } from "../forms/fields.ts";
import { client } from "./client.ts";

export type Kind = ToolItem["type"];
export const KINDS: readonly Kind[] = ["image", "video", "audio", "3d"];

export interface ModelForm {
  slug: string;
  name: string;
  description: string;
  fields: Field[];
  example: Record<string, unknown>;
}

export interface ToolForm extends ToolItem {
  models: ModelForm[];
}

/** Every tool with the form of each of its models; empty until it was read. */
export const tools = signal<readonly ToolForm[]>([]);

/** Read what this installation offers, once. */
export async function readCatalogue(): Promise<void> {
  if (tools.value.length) return;
  const [items, schemas] = await Promise.all([client.tools(), readSchemas()]);
  const details = await Promise.all(items.map((item) => client.tool(item.slug)));
  tools.value = details.map((detail) => ({ ...detail, models: modelsOf(detail, schemas) }));
}

export function toolOf(slug: string): ToolForm | undefined {
  return tools.value.find((tool) => tool.slug === slug);
}

export function modelOf(tool: string, slug: unknown): ModelForm | undefined {
  const models = toolOf(tool)?.models ?? [];
  return models.find((model) => model.slug === slug) ?? models[0];
}

/** The tools and models that take a file of this kind, each with the field it goes into. */
export function takersOf(media: "image" | "audio"): { tool: ToolForm; model: ModelForm; field: string }[] {
  return tools.value.flatMap((tool) =>
    tool.models.flatMap((model) => {
      const field = model.fields.find((one) => one.kind === "file" && one.media === media);
      return field ? [{ tool, model, field: field.name }] : [];
    }),
  );
}

type Schemas = Record<string, Schema & { examples?: Record<string, unknown>[] }>;

async function readSchemas(): Promise<Schemas> {
  const response = await client.transport.raw("GET", "/openapi.json");
  const document: { components: { schemas: Schemas } } = await response.json();
  return document.components.schemas;
}

function modelsOf(tool: ToolDetail, schemas: Schemas): ModelForm[] {
  return tool.models.map(({ slug, name }) => {
    const schema = schemas[`Input.${tool.slug}.${slug}`] ?? {};
    return {
      slug,
      name,
      description: schema.description ?? "",
      fields: fieldsOf(schema),
      example: schema.examples?.[0] ?? {},
    };
  });
}
