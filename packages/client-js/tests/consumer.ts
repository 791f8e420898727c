import { Mediamill } from "@mediamill/client";

// Compiled against the published package: its types are whole.
const mill = new Mediamill({ apiKey: "mm_live_ada" });
const ratio: "16:9" = "16:9";
export const made: Promise<Uint8Array> = mill
  .run("create-image", { prompt: "fog", aspect_ratio: ratio })
  .then(({ media }) => media.read());
// @ts-expect-error no such ratio
mill.submit("create-image", { prompt: "fog", aspect_ratio: "2:1" });
