import { expect, test } from "vitest";
import { InvalidWebhook, readWebhook, type SignedWebhook, verifyWebhook } from "../src/index.ts";

// The example that Standard Webhooks' own libraries are tested with.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const SIGNED_AT = 1_614_265_330;
const BODY = '{"test": 2432232314}';
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const OTHER_SECRET = "whsec_bm90IG15IHNlY3JldA==";
const OTHER_SIGNATURE = "v1,SKn9WWVIZC+DHBUeClefGwUU7UT3WSXaArenaMivgGc=";

function webhook(signature = SIGNATURE, body = BODY): SignedWebhook {
  return {
    headers: {
      "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "Webhook-Timestamp": String(SIGNED_AT),
      "Webhook-Signature": signature,
    },
    body,
  };
}

const verdict = (secret: string, received: SignedWebhook, laterSeconds = 0) =>
  verifyWebhook(secret, received, (SIGNED_AT + laterSeconds) * 1_000);

test("what was signed with the secret is genuine", async () => {
  expect(await verdict(SECRET, webhook())).toBe("genuine");
});

test("one of several signatures is enough, as while a secret is replaced", async () => {
  const both = `${OTHER_SIGNATURE} ${SIGNATURE}`;

  expect(await verdict(SECRET, webhook(both))).toBe("genuine");
  expect(await verdict(OTHER_SECRET, webhook(both))).toBe("genuine");
});

test("another secret, or a body that was changed, is noticed", async () => {
  expect(await verdict(OTHER_SECRET, webhook())).toBe("wrong-signature");
  expect(await verdict(SECRET, webhook(SIGNATURE, `${BODY} `))).toBe("wrong-signature");
});

test("an old webhook is told from a new one, to the second", async () => {
  expect(await verdict(SECRET, webhook(), 300)).toBe("genuine");
  expect(await verdict(SECRET, webhook(), 301)).toBe("wrong-time");
  expect(await verdict(SECRET, webhook(), -301)).toBe("wrong-time");
});

test("a webhook without a signature is unsigned", async () => {
  expect(await verdict(SECRET, webhook("v2,abc"))).toBe("unsigned");
  expect(await verdict(SECRET, { headers: {}, body: BODY })).toBe("unsigned");
});

test("a genuine webhook is read, whatever holds its headers", async () => {
  const { headers } = webhook();
  const read = (given: Parameters<typeof readWebhook>[1], secret: string | string[] = SECRET) =>
    readWebhook(new TextEncoder().encode(BODY), given, secret, SIGNED_AT * 1_000);

  expect(await read(headers)).toEqual({ test: 2432232314 });
  expect(await read(new Headers(headers), [OTHER_SECRET, SECRET])).toEqual({ test: 2432232314 });
  expect(await read(Object.entries(headers) as [string, string][])).toEqual({ test: 2432232314 });
});

test("anything else is refused with its reason", async () => {
  const { headers } = webhook();

  await expect(readWebhook(`${BODY} `, headers, SECRET, SIGNED_AT * 1_000)).rejects.toThrow("was not signed with this");
  await expect(readWebhook(BODY, headers, SECRET)).rejects.toBeInstanceOf(InvalidWebhook);
  await expect(readWebhook(BODY, headers, SECRET)).rejects.toThrow("too old");
  await expect(readWebhook(BODY, {}, SECRET)).rejects.toThrow("not signed");
});
