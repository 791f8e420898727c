// What a stranger does with the published package, in Node, on a running service: `node story.mjs` beside its node_modules.
import assert from "node:assert/strict";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GenerationFailed, Mediamill, ServiceError } from "@mediamill/client";

const mill = new Mediamill();
const folder = await mkdtemp(join(tmpdir(), "mill-"));

const progress = [];
const quote = await mill.quote("text-to-speech", { model: "voicevendor-tts", prompt: "The mill turns day and night." });
const spoken = await mill.run(
  "text-to-speech",
  { model: "voicevendor-tts", prompt: "The mill turns day and night.", voice: "Brian" },
  { onProgress: (fraction) => progress.push(fraction), timeoutSeconds: 120 },
);
const file = await spoken.media.save(`${folder}/`);
assert.equal(quote.credits, 3);
assert.equal((await readFile(file)).length, (await spoken.media.read()).length);
assert.equal(progress.at(-1), 1);
console.log("spoken, saved as", file.split("/").at(-1));

const cleaned = await mill.run("voice-isolator", { model: "voicevendor-voice-isolator", audio_url: file });
assert.equal(cleaned.type, "audio");
console.log("uploaded and cleaned");

const inputs = [1, 2, 3].map((seed) => ({ model: "drumgen", seed }));
const batch = `story ${process.version} ${Date.now()}`;
const ids = [];
for (let time = 0; time < 2; time++)
  for await (const { made, error } of mill.map("drum-generator", inputs, { concurrency: 2, batch }))
    ids.push(made?.id ?? error);
assert.deepEqual(ids.slice(0, 3), ids.slice(3));
assert.equal(new Set(ids).size, 3);
console.log("three loops, none twice");

const events = [];
for await (const event of mill.events(spoken.id)) events.push(event.kind === "status" ? event.status : event.stage);
assert.equal(events.at(-1), "success");

const entries = [];
for await (const entry of mill.ledger()) entries.push(entry.kind);
assert.ok(entries.includes("capture"));

await mill.delete(ids[0]);
await assert.rejects(mill.generation(ids[0]), (error) => error instanceof ServiceError && error.status === 404);

const submitted = await mill.submit("create-music", {
  model: "voicevendor-music",
  prompt: "calm piano",
  duration: 120,
});
await mill.cancel(submitted.id);
await assert.rejects(
  mill.wait(submitted.id),
  (error) => error instanceof GenerationFailed && /Canceled/.test(error.message),
);
console.log("canceled; deleted; the ledger read");
