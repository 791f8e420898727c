import { expect, test } from "vitest";
import { fieldsOf, inputOf, labelOf, type Schema, standardValues, valuesOf } from "../src/forms/fields.ts";

const SCHEMA: Schema = {
  properties: {
    model: { type: "string", const: "nano-banana" },
    prompt: { type: "string", maxLength: 2000, description: "What it shows." },
    aspect_ratio: { type: "string", enum: ["1:1", "16:9"], default: "1:1" },
    duration: {
      anyOf: [
        { type: "string", enum: ["auto", "5"] },
        { type: "number", enum: [5] },
      ],
      default: "auto",
    },
    influence: { anyOf: [{ const: 0.1 }, { const: 0.3 }], default: 0.3 },
    length: { type: "number", minimum: 0.5, maximum: 12, default: 5 },
    seed: { type: "integer", minimum: -1, default: -1 },
    image_url: { type: "string", format: "uri", "x-media": "image" },
  },
  required: ["model", "prompt"],
};
const FIELDS = fieldsOf(SCHEMA);

test("each property becomes the control that fits it", () => {
  expect(FIELDS.map((field) => [field.name, field.kind, field.isRequired])).toEqual([
    ["prompt", "text", true],
    ["aspect_ratio", "choice", false],
    ["duration", "choice", false],
    ["influence", "choice", false],
    ["length", "number", false],
    ["seed", "seed", false],
    ["image_url", "file", false],
  ]);
  const options = FIELDS.flatMap((field) => (field.kind === "choice" ? [field.options] : []));
  expect(options).toEqual([
    ["1:1", "16:9"],
    ["auto", "5"],
    [0.1, 0.3],
  ]);
});

test("what is empty or the default anyway is not sent", () => {
  const values = { ...standardValues(FIELDS), prompt: "a heron", aspect_ratio: "16:9", image_url: "" };

  expect(inputOf("nano-banana", FIELDS, values)).toEqual({
    model: "nano-banana",
    prompt: "a heron",
    aspect_ratio: "16:9",
  });
});

test("an input goes into the form and comes out as it was", () => {
  const input = { model: "nano-banana", prompt: "a heron", seed: 7, unknown: true };

  expect(inputOf("nano-banana", FIELDS, valuesOf(FIELDS, input))).toEqual(input);
});

test("names are shown as words", () => {
  expect([labelOf("aspect_ratio"), labelOf("image_url")]).toEqual(["Aspect ratio", "Image"]);
});
