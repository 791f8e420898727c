import { resolve } from "node:path";
import { expect, test } from "./journey.ts";

const DIST = resolve(import.meta.dirname, "../../packages/client-js/dist"); // `sh scripts/client_js.sh pack` has built it

test("the published client makes media in a browser, with a file of its own", async ({ page, mill, ada }) => {
  await page.route("**/published/**", (route) => {
    const path = new URL(route.request().url()).pathname.replace("/published/", "");
    return route.fulfill({ path: resolve(DIST, path), contentType: "text/javascript" });
  });
  const found = await page.evaluate(
    async ([apiKey, module]) => {
      const { Mediamill } = await import(`${module}`);
      const client = new Mediamill({ apiKey });
      const told: number[] = [];
      const onProgress = (fraction: number) => told.push(fraction);
      const loop = await client.run("drum-generator", { model: "drumgen", seed: 5 }, { onProgress });
      const content: Blob = await (await fetch(loop.media.url.replace(/^http:\/\/[^/]+/, ""))).blob();
      const cleaned = await client.run("voice-isolator", { model: "voicevendor-voice-isolator", audio_url: content });
      const events: string[] = [];
      for await (const event of client.events(cleaned.id)) if (event.kind === "status") events.push(event.status);
      const entries: string[] = [];
      for await (const entry of client.ledger()) entries.push(entry.kind);
      return { type: cleaned.type, bytes: content.size, last: told.at(-1), end: events.at(-1), entries };
    },
    [ada.apiKey, `${mill.address}/published/src/index.js`],
  );

  expect(found).toMatchObject({ type: "audio", last: 1, end: "success" });
  expect(found.bytes).toBeGreaterThan(10_000);
  expect(found.entries).toContain("capture");
});
