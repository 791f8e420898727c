import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GenerationFailed, Mediamill, ServiceError, UnusableFile, WaitTimeout } from "../src/index.ts";

const CREATED_AT = "2026-01-31T09:30:00.125Z";
const WALK = { model: "alpha-motion", prompt: "a slow walk" } as const;

interface Asked {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

type Reply = Response | Error | ((asked: Asked) => Response);

/** A service by script: the answers to a request in their order, the last one for ever. */
function scripted(script: Record<string, Reply[]>) {
  const asked: Asked[] = [];
  const slept: number[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const method = init.method ?? "GET";
    const path = String(input).replace("http://mill", "");
    const body = init.body instanceof Blob ? await init.body.text() : init.body && JSON.parse(String(init.body));
    const one = { method, path, headers: new Headers(init.headers), body };
    asked.push(one);
    const replies = script[`${method} ${path.split("?")[0]}`] ?? [new Response("{}", { status: 404 })];
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply instanceof Error) throw reply;
    if (typeof reply === "function") return reply(one);
    return reply?.clone() ?? new Response(null, { status: 500 });
  };
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds);
  };
  const client = new Mediamill({ apiKey: "mm_live_ada", baseUrl: "http://mill/", fetch, sleep });
  return { client, asked, slept, of: (path: string) => asked.filter((one) => one.path === path) };
}

function generation(status = "processing", more: Record<string, unknown> = {}): Response {
  const rest = { output: null, thumbnail: null, error: null, type: "object", payload: WALK, createdAt: CREATED_AT };
  return Response.json({ id: "gen_heron", status, tool: "motion-3d", ...rest, ...more });
}

const accepted = () =>
  Response.json({ id: "gen_heron", status: "processing", tool: "motion-3d", createdAt: CREATED_AT });
const success = () => generation("success", { output: "http://mill/media/walk.fbx" });
const refused = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ message: "No" }, { status, headers });

function stream(...events: [string, Record<string, unknown>][]): Response {
  const text = events.map(([name, data], number) => {
    const id = name === "status" ? `id: ${number}\n` : "";
    return `${id}event: ${name}\ndata: ${JSON.stringify({ id: "gen_heron", at: CREATED_AT, ...data })}\n\n`;
  });
  return new Response(`retry: 1000\n\n${text.join("")}`, { headers: { "Content-Type": "text/event-stream" } });
}

const RUN = "POST /api/run";
const HERON = "GET /api/generations/gen_heron";
const EVENTS = "GET /ext/generations/gen_heron/events";

test("a run tells its states and its progress, and ends with the media", async () => {
  const events = stream(
    ["status", { status: "processing" }],
    ["progress", { progress: 0.5, stage: "painting" }],
    ["status", { status: "uploading" }],
    ["status", { status: "success" }],
  );
  const mill = scripted({ [RUN]: [accepted()], [EVENTS]: [events], [HERON]: [success()] });
  const states: string[] = [];
  const progress: [number, string][] = [];
  const made = await mill.client.run("motion-3d", WALK, {
    onUpdate: ({ status }) => states.push(status),
    onProgress: (fraction, stage) => progress.push([fraction, stage]),
  });

  expect(states).toEqual(["processing", "uploading", "success"]);
  expect(progress).toEqual([
    [0.5, "painting"],
    [1, ""],
  ]);
  expect([made.media.url, made.media.fileName, `${made.media}`]).toEqual([
    "http://mill/media/walk.fbx",
    "motion-3d-gen_heron.fbx",
    "http://mill/media/walk.fbx",
  ]);
  expect(JSON.parse(JSON.stringify(made)).media).toBe("http://mill/media/walk.fbx");
  expect(mill.slept).toEqual([]);
});

test("a lost answer is asked for again under the same key", async () => {
  const mill = scripted({ [RUN]: [new TypeError("Failed to fetch"), refused(502), accepted()] });
  await mill.client.submit("motion-3d", WALK);
  const keys = mill.of("/api/run").map(({ headers }) => headers.get("Idempotency-Key"));

  expect(keys.length).toBe(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]?.length).toBeGreaterThan(30);
});

test("without a stream the service is asked to answer at the end", async () => {
  const mill = scripted({
    [RUN]: [accepted(), generation("uploading"), success()],
    [EVENTS]: [refused(404)],
  });
  const made = await mill.client.run("motion-3d", WALK);

  expect(made.status).toBe("success");
  expect(mill.of("/api/run").map(({ headers }) => headers.get("Prefer"))).toEqual([null, "wait=60", "wait=60"]);
  expect(new Set(mill.of("/api/run").map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(1);
});

test("with neither there are looks, slower and slower", async () => {
  const looks = [generation(), refused(503), generation("uploading"), success()];
  const mill = scripted({ [RUN]: [accepted()], [EVENTS]: [refused(404)], [HERON]: looks });
  await mill.client.withOptions({ retries: 0 }).run("motion-3d", WALK);

  expect(mill.slept.map(Math.round)).toEqual([200, 300, 450, 675]);
});

test("a generation that fails, or takes too long, is an error", async () => {
  const failed = generation("error", { error: "The engine broke; try again." });
  const broken = scripted({ [HERON]: [failed] });
  const slow = scripted({ [HERON]: [generation()], [EVENTS]: [refused(404)] });

  await expect(broken.client.wait("gen_heron")).rejects.toThrow("gen_heron failed: The engine broke; try again.");
  await expect(broken.client.wait("gen_heron")).rejects.toBeInstanceOf(GenerationFailed);
  await expect(slow.client.wait("gen_heron", { timeoutSeconds: 0 })).rejects.toBeInstanceOf(WaitTimeout);
  await expect(slow.client.wait("gen_heron", { timeoutSeconds: -1 })).rejects.toThrow("timeoutSeconds");
});

test("a refusal is final, and says so", async () => {
  const mill = scripted({ [RUN]: [refused(402)] });

  await expect(mill.client.run("motion-3d", WALK)).rejects.toMatchObject({ status: 402, message: "No" });
  expect(mill.asked.length).toBe(1);
});

test("retries wait as long as the service asks for, and end", async () => {
  const mill = scripted({ "GET /api/account": [refused(429, { "Retry-After": "3" }), refused(503)] });

  await expect(mill.client.account()).rejects.toBeInstanceOf(ServiceError);
  expect(mill.slept[0]).toBe(3_000);
  expect(mill.slept.length).toBe(2);
  await expect(mill.client.withOptions({ retries: 0 }).account()).rejects.toMatchObject({ status: 503 });
  expect(mill.slept.length).toBe(2);
});

test("files in an input are uploaded once, and texts stay", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mill-"));
  await writeFile(join(folder, "heron.png"), "heron");
  const file = (id: number) => Response.json({ id: `upl_${id}`, url: `http://mill/media/upl_${id}` });
  const mill = scripted({ [RUN]: [accepted()], "POST /ext/files": [file(1), file(2), file(3)] });
  const bytes = new TextEncoder().encode("beep");
  await mill.client.submit("anything", {
    prompt: "heron.png",
    image_url: join(folder, "heron.png"),
    more: [bytes, bytes],
    audio_url: new Blob(["boop"]),
    file: "https://example.com/song.mp3",
  });

  expect(mill.of("/ext/files").map(({ body }) => body)).toEqual(["heron", "beep", "boop"]);
  expect(mill.of("/api/run")[0]?.body).toEqual({
    tool: "anything",
    input: {
      prompt: "heron.png",
      image_url: "http://mill/media/upl_1",
      more: ["http://mill/media/upl_2", "http://mill/media/upl_2"],
      audio_url: "http://mill/media/upl_3",
      file: "https://example.com/song.mp3",
    },
  });
});

test("an output is handed on as its address", async () => {
  const mill = scripted({ [RUN]: [accepted()], [HERON]: [success()] });
  const { media } = await mill.client.wait("gen_heron");
  await mill.client.submit("voice-isolator", { audio_url: media });

  expect(mill.of("/api/run")[0]?.body).toMatchObject({ input: { audio_url: "http://mill/media/walk.fbx" } });
  expect(mill.of("/ext/files")).toEqual([]);
});

test("what is no file costs nothing", async () => {
  const mill = scripted({ [RUN]: [accepted()] });
  const submitted = mill.client.submit("image-to-3d-object", { model: "triposr", image_url: "no/cat.jpg" });

  await expect(submitted).rejects.toBeInstanceOf(UnusableFile);
  await expect(submitted).rejects.toThrow('input.image_url: "no/cat.jpg" is neither a URL nor a file here');
  expect(mill.asked).toEqual([]);
});

test("an output is read, and saved whole or not at all", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mill-"));
  const mill = scripted({ [HERON]: [success()], "GET /media/walk.fbx": [new Response("fbx"), refused(404)] });
  const { media } = await mill.client.wait("gen_heron");
  const saved = await media.save(`${folder}/`);

  expect(saved).toBe(join(folder, "motion-3d-gen_heron.fbx"));
  expect(await readFile(saved, "utf8")).toBe("fbx");
  await expect(media.save(join(folder, "again.fbx"))).rejects.toMatchObject({ status: 404 });
  expect(await readdir(folder)).toEqual(["motion-3d-gen_heron.fbx"]);
  expect(mill.of("/media/walk.fbx")[0]?.headers.get("Authorization")).toBeNull();
});

test("many inputs are run in order, each with its own end", async () => {
  let under = 0;
  let most = 0;
  const start = ({ body }: Asked) => {
    const { seed } = (body as { input: { seed: number } }).input;
    under++;
    most = Math.max(most, under);
    return seed < 0 ? refused(402) : Response.json({ id: `gen_${seed}`, status: "processing", tool: "drum-generator" });
  };
  const end = ({ path }: Asked) => {
    under--;
    return generation("success", { id: path.split("/").at(-1), output: "http://mill/x.mp3" });
  };
  const looks = Object.fromEntries([1, 2, 3, 4].map((seed) => [`GET /api/generations/gen_${seed}`, [end]]));
  const mill = scripted({ [RUN]: [start], ...looks });
  const inputs = [3, 1, -1, 2, 4].map((seed) => ({ model: "drumgen" as const, seed }));
  const found = [];
  for await (const { made, error } of mill.client.map("drum-generator", inputs, { concurrency: 2, batch: "loops" }))
    found.push(made?.id ?? (error as ServiceError).status);

  expect(found).toEqual(["gen_3", "gen_1", 402, "gen_2", "gen_4"]);
  expect(most).toBeGreaterThan(1);
});

test("a batch has the same keys whenever it is started, rate limits are waited for", async () => {
  const keys: (string | null)[][] = [];
  for (const batch of ["november", "november", "december"]) {
    const mill = scripted({
      [RUN]: [refused(429, { "Retry-After": "1" }), refused(429, { "Retry-After": "1" }), accepted()],
      [HERON]: [success()],
    });
    const client = mill.client.withOptions({ retries: 0 });
    for await (const { error } of client.map("drum-generator", [{ model: "drumgen", seed: 1 }], { batch }))
      expect(error).toBeNull();
    keys.push(mill.of("/api/run").map(({ headers }) => headers.get("Idempotency-Key")));
  }

  expect(new Set(keys.flat()).size).toBe(2);
  expect(keys[0]?.[0]).toBe(keys[1]?.[0]);
});

test("a batch takes no files", async () => {
  const mill = scripted({});
  const inputs = [{ model: "triposr" as const, image_url: new Blob(["x"]) }];
  for await (const { error } of mill.client.map("image-to-3d-object", inputs, { batch: "november" }))
    expect(String(error)).toContain("A batch takes no files");

  expect(mill.asked).toEqual([]);
});

test("the ledger is read page by page", async () => {
  const page = (ids: string[], hasMore: boolean) =>
    Response.json({ data: ids.map((id) => ({ id })), pagination: { total: 3, limit: 2, offset: 0, hasMore } });
  const mill = scripted({ "GET /ext/ledger": [page(["led_3", "led_2"], true), page(["led_1"], false)] });
  const ids = [];
  for await (const entry of mill.client.ledger()) ids.push(entry.id);

  expect(ids).toEqual(["led_3", "led_2", "led_1"]);
  expect(mill.asked.map(({ path }) => path)).toEqual([
    "/ext/ledger?limit=100&offset=0",
    "/ext/ledger?limit=100&offset=2",
  ]);
});

test("whoever stops waiting is not waited for", async () => {
  const leaving = new AbortController();
  const open = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("retry: 1\n\n")),
  });
  const mill = scripted({
    [RUN]: [accepted()],
    [EVENTS]: [
      () => {
        queueMicrotask(() => leaving.abort(new Error("enough")));
        return new Response(open, { headers: { "Content-Type": "text/event-stream" } });
      },
    ],
  });
  const aborting = mill.client.run("motion-3d", WALK, { signal: leaving.signal });
  leaving.signal.addEventListener("abort", () => open.cancel().catch(() => undefined));

  await expect(
    Promise.race([aborting, new Promise((_, no) => setTimeout(no, 2_000, new Error("still waiting")))]),
  ).rejects.toThrow("enough");
});

test("a client without a key says what to set", () => {
  expect(() => new Mediamill({ apiKey: "" })).toThrow("MEDIAMILL_API_KEY");
});
