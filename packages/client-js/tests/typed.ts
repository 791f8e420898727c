import type { Mediamill } from "../src/index.ts";

/** What a type checker says of a caller's code; nothing runs this. Each expected error is a mistake that must be seen. */
export async function typed(client: Mediamill, tool: string): Promise<string[]> {
  const made = await client.run("create-image", { model: "nano-banana", prompt: "fog", aspect_ratio: "16:9" });
  await client.run("create-image", { prompt: "fog" });
  await client.run("image-to-3d-object", { model: "triposr", image_url: new Blob() });
  await client.run("text-to-3d", { model: "trellis-2", image_url: "chair.png" });
  await client.run("sound-effects", { model: "voicevendor-sound-effects", prompt: "a door", prompt_influence: 0.3 });
  await client.run(tool, { anything: true });
  client.map("drum-generator", [{ model: "drumgen", seed: 7 }], { concurrency: 2 });

  // @ts-expect-error no such ratio
  await client.run("create-image", { model: "nano-banana", prompt: "fog", aspect_ratio: "2:1" });
  // @ts-expect-error another tool's model
  await client.run("create-image", { model: "triposr", prompt: "fog" });
  // @ts-expect-error this model takes a picture
  await client.run("text-to-3d", { model: "trellis-2", prompt: "a chair" });
  // @ts-expect-error not one of the numbers
  await client.run("sound-effects", { model: "voicevendor-sound-effects", prompt: "a door", prompt_influence: 0.2 });
  // @ts-expect-error no such option
  await client.run("create-image", { prompt: "fog" }, { retries: 2 });
  // @ts-expect-error no such voice
  client.map("text-to-speech", [{ model: "voicevendor-tts", prompt: "Hello.", voice: "Ada" }]);
  return [made.media.url, made.tool];
}
