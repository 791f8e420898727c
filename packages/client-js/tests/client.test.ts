import { expect, test } from "vitest";
import { MediamillClient, ServiceError, Unreachable } from "../src/index.ts";

const KEY = "mm_live_ada";

function answering(...answers: (Response | Error)[]) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    asked.push({ url: String(input), init });
    const next = answers.shift();
    if (!next || next instanceof Error) throw next ?? new Error("nothing more was to be asked");
    return next;
  };
  return { asked, client: new MediamillClient({ key: () => KEY, fetch }) };
}

function stream(...events: string[]): Response {
  return new Response(events.join(""), { headers: { "Content-Type": "text/event-stream" } });
}

function status(number: number, name: string): string {
  return `id: ${number}\nevent: status\ndata: {"id":"gen_1","status":"${name}","at":"2026-01-01T00:00:00.000Z"}\n\n`;
}

test("a request carries the key as it is, and its path is filled in", async () => {
  const { asked, client } = answering(Response.json({ id: "gen/1" }));
  await client.generation("gen/1");

  expect(asked[0]?.url).toBe("/api/generations/gen%2F1");
  expect(new Headers(asked[0]?.init.headers).get("Authorization")).toBe(KEY);
});

test("a refusal tells which field is wrong", async () => {
  const fault = { field: "input.prompt", message: "Too long", code: "too_long" };
  const { client } = answering(Response.json({ message: "Validation failed", errors: [fault] }, { status: 400 }));
  const refusal = await client.start("create-image", { prompt: "x" }).catch((error: unknown) => error);

  expect(refusal).toBeInstanceOf(ServiceError);
  expect(refusal).toMatchObject({ status: 400, message: "Validation failed", faults: [fault] });
});

test("a service that is away is said to be unreachable", async () => {
  const { client } = answering(new TypeError("Failed to fetch"));

  await expect(client.account()).rejects.toBeInstanceOf(Unreachable);
});

test("following goes on where a broken stream ended", async () => {
  const { asked, client } = answering(
    stream("retry: 1000\n\n", status(1, "processing"), 'event: progress\ndata: {"progress":0.5,"stage":"paint"}\n\n'),
    new TypeError("Failed to fetch"),
    stream(status(2, "uploading"), status(3, "success")),
  );
  const connection: boolean[] = [];
  const seen: string[] = [];
  for await (const event of client.events("gen_1", {
    onConnection: (up) => connection.push(up),
    pauseMilliseconds: 0,
  })) {
    seen.push(event.kind === "status" ? event.status : event.stage);
  }

  expect(seen).toEqual(["processing", "paint", "uploading", "success"]);
  expect(connection).toEqual([true, false, true]);
  expect(new Headers(asked[2]?.init.headers).get("Last-Event-ID")).toBe("1");
});

test("following ends with a key that is revoked", async () => {
  const { client } = answering(Response.json({ message: "Invalid or missing API key" }, { status: 401 }));
  const following = client.events("gen_1").next();

  await expect(following).rejects.toMatchObject({ status: 401 });
});

test("the inbox yields each webhook, and says when it listens", async () => {
  const webhook = { headers: { "webhook-id": "gen_1" }, body: "{}" };
  const { asked, client } = answering(
    stream("retry: 1000\n\n", `id: gen_1\nevent: delivery\ndata: ${JSON.stringify(webhook)}\n\n`, ": still here\n\n"),
  );
  let isOpen = false;
  const received = [];
  for await (const one of client.inbox({ onOpen: () => (isOpen = true) })) received.push(one);

  expect(received).toEqual([webhook]);
  expect(isOpen).toBe(true);
  expect(asked[0]?.url).toBe("/ext/inbox");
});
