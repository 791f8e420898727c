import { client } from "../../api/client.ts";
import type { Values } from "../../forms/fields.ts";
import chair from "../../samples/chair.webp";
import noisy from "../../samples/noisy.mp3";
import song from "../../samples/song.mp3";
import speech from "../../samples/speech.mp3";
import { texts } from "../../texts/en.ts";

export interface Example {
  title: string;
  input: Values;
  /** A file of ours that is uploaded for it, and the field it goes into. */
  sample?: { field: string; url: string };
}

const of = (title: string, input: Values): Example => ({ title, input });
const withFile = (title: string, field: string, url: string, input: Values = {}): Example => ({
  title,
  input,
  sample: { field, url },
});
const { examples } = texts;

const EXAMPLES: Record<string, readonly Example[]> = {
  "create-image": [
    of(examples.lighthouse, {
      prompt: "A lighthouse on a cliff at dusk, soft fog over the sea, oil painting",
      aspect_ratio: "16:9",
    }),
    of(examples.fox, { prompt: "A red fox asleep under birches in the first snow, morning light" }),
    of(examples.city, { prompt: "A city by the sea at night, lit windows, rain", aspect_ratio: "9:16" }),
  ],
  "create-video": [
    of(examples.waves, {
      prompt: "Waves roll in under a full moon, the camera moves slowly towards the horizon",
      duration: 3,
    }),
    of(examples.snow, { prompt: "Snow falls on a mountain village in the evening", duration: 3 }),
  ],
  "create-music": [
    of(examples.piano, { prompt: "Calm piano and strings in a minor key, slow, for a rainy evening", duration: 15 }),
    of(examples.dance, { prompt: "Fast house with a deep bass and bright chords", duration: 15 }),
  ],
  "text-to-speech": [
    of(examples.mill, { prompt: "The mill by the river has been turning for two hundred years.", voice: "Alice" }),
    of(examples.news, { prompt: "Good evening. Here is the news of today, in one sentence.", voice: "Daniel" }),
  ],
  "sound-effects": [
    of(examples.rain, { prompt: "Heavy rain on a tin roof with distant thunder" }),
    of(examples.door, { prompt: "A wooden door creaks open and falls shut" }),
  ],
  "drum-generator": [of(examples.loop42, { seed: 42 }), of(examples.loop7, { seed: 7 })],
  "text-to-3d": [
    of(examples.table, { prompt: "A round wooden table with three legs" }),
    of(examples.rocket, { prompt: "A small red rocket with white fins" }),
  ],
  "motion-3d": [
    of(examples.wave, { prompt: "Walk forward slowly, then stop and wave", duration: 4.5 }),
    of(examples.jump, { prompt: "Jump twice, then sit down", duration: 4 }),
  ],
  "image-to-3d-object": [withFile(examples.chair, "image_url", chair)],
  "song-splitter": [
    withFile(examples.vocals, "file", song, { instrument: "vocals" }),
    withFile(examples.drums, "file", song, { instrument: "drums" }),
  ],
  "voice-isolator": [withFile(examples.noisy, "audio_url", noisy)],
  "translate-audio": [
    withFile(examples.english, "audio_url", speech, { target_lang: "en" }),
    withFile(examples.french, "audio_url", speech, { target_lang: "fr" }),
    withFile(examples.spanish, "audio_url", speech, { target_lang: "es" }),
  ],
};

/** What to try with a model: those of its tool that fit its fields, else the one of its schema. */
export function examplesOf(tool: string, fields: readonly string[], fromSchema: Values): readonly Example[] {
  const fitting = (EXAMPLES[tool] ?? []).filter(
    (one) =>
      Object.keys(one.input).every((name) => fields.includes(name)) &&
      (!one.sample || fields.includes(one.sample.field)),
  );
  if (fitting.length) return fitting;
  if (fields.includes("image_url")) return [withFile(examples.chair, "image_url", chair)];
  return [of(examples.fromSchema, fromSchema)];
}

/** The input of an example, its file uploaded. */
export async function readyInput({ input, sample }: Example): Promise<Values> {
  if (!sample) return input;
  const file = await (await fetch(sample.url)).blob();
  return { ...input, [sample.field]: (await client.upload(file)).url };
}
