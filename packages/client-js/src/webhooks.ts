import type { components } from "../generated/openapi.ts";
import { InvalidWebhook } from "./errors.ts";

const TOLERANCE_SECONDS = 300; // between the clock of the sender and ours
const PREFIX = "whsec_";

/** A webhook as it arrives: its headers, and its body byte for byte. */
export interface SignedWebhook {
  headers: Record<string, string>;
  body: string;
}

/** What a webhook tells of a generation that succeeded. */
export type WebhookBody = components["schemas"]["Succeeded"];

export type Verdict = "genuine" | "wrong-signature" | "wrong-time" | "unsigned";

/** Whether a webhook was signed with this secret, a few minutes ago at most. Throws where the secret is not base64. */
export async function verifyWebhook(
  secret: string,
  { headers, body }: SignedWebhook,
  now = Date.now(),
): Promise<Verdict> {
  const header = new Headers(headers);
  const [id, timestamp] = [header.get("webhook-id"), header.get("webhook-timestamp") ?? ""];
  const signatures = (header.get("webhook-signature") ?? "").split(" ").filter((one) => one.startsWith("v1,"));
  if (!id || !/^\d+$/.test(timestamp) || !signatures.length) return "unsigned";
  const key = await crypto.subtle.importKey(
    "raw",
    bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const found = await Promise.all(
    signatures.map((one) => crypto.subtle.verify("HMAC", key, bytesOf(one.slice("v1,".length)), signed)),
  );
  if (!found.includes(true)) return "wrong-signature";
  return Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS ? "wrong-time" : "genuine";
}

const REASONS: Record<Exclude<Verdict, "genuine">, string> = {
  "wrong-signature": "The webhook was not signed with this secret, or was changed on its way",
  "wrong-time": "The webhook is too old, or the clock of this machine is wrong",
  unsigned: "The webhook is not signed: webhook-id, webhook-timestamp or webhook-signature is missing",
};

/**
 * The generation that a webhook tells of, if one of the secrets signed it just now; throws InvalidWebhook.
 * The body is the request's, byte for byte. The same one may arrive more than once: its `id` is the generation's.
 */
export async function readWebhook(
  body: string | Uint8Array,
  headers: HeadersInit | Record<string, string | string[] | undefined>,
  secret: string | readonly string[],
  now = Date.now(),
): Promise<WebhookBody> {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const received = { headers: plain(headers), body: text };
  let verdict: Verdict = "unsigned";
  for (const one of typeof secret === "string" ? [secret] : secret) {
    verdict = await verifyWebhook(one, received, now);
    if (verdict === "genuine") return JSON.parse(text);
  }
  throw new InvalidWebhook(REASONS[verdict as keyof typeof REASONS]);
}

/** Headers of the web as well as of Node, where a name may stand for several values. */
function plain(headers: HeadersInit | Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = headers instanceof Headers || Array.isArray(headers) ? [...headers] : Object.entries(headers);
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(" ") : value]],
    ),
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
