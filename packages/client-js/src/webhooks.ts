const TOLERANCE_SECONDS = 300; // between the clock of the sender and ours
const PREFIX = "whsec_";

/** A webhook as it arrives: its headers, and its body byte for byte. */
export interface SignedWebhook {
  headers: Record<string, string>;
  body: string;
}

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

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
