import { expect, test } from "./journey.ts";
import { look } from "./looks.ts";
import { make } from "./requests.ts";

test("a delivery that failed is found with its attempts, and sent again", async ({ page, mill, receiver, ada }) => {
  receiver.status = 503;
  const id = await make(mill, ada, "drum-generator", { model: "drumgen", seed: 3 }, receiver.url);
  await page.goto(`/generations/${id}`);
  const webhook = page.locator("section", { has: page.getByRole("heading", { name: "Webhook" }) });
  await expect(webhook.getByText("answered 503").first()).toBeVisible();
  await expect(webhook.getByText("the shop is closed").first()).toBeVisible();
  await expect(webhook.getByText("Waiting", { exact: true })).toBeVisible();
  await look(page, "generation-webhook", { fullPage: true });

  receiver.status = 200;
  await webhook.getByRole("button", { name: "Send again now" }).click();
  await expect(webhook.getByText("Delivered", { exact: true })).toBeVisible();
  await expect(webhook.getByText("answered 200").first()).toBeVisible();
  expect(receiver.bodies.at(-1)).toContain(id);
});

test("webhooks of an account: the secret asked for and replaced, a receiver tried, deliveries looked through", async ({
  page,
  mill,
  receiver,
  ada,
}) => {
  receiver.status = 200;
  const id = await make(mill, ada, "drum-generator", { model: "drumgen", seed: 4 }, receiver.url);
  await page.goto("/account");
  const secret = page.locator(".webhook-secret");
  await expect(secret).toHaveText(/•/);
  await page.getByRole("button", { name: "Show" }).click();
  await expect(secret).toHaveText(/^whsec_[\w+/=]{20,}$/);
  const first = await secret.textContent();
  await page.getByRole("button", { name: "Replace" }).click();
  await page.getByRole("button", { name: /^Replace it\?/ }).click();
  await expect(page.getByText("The one before signs beside it until")).toBeVisible();
  await expect(secret).not.toHaveText(first ?? "");

  const address = page.getByLabel("Address of the receiver");
  await address.fill("https://10.0.0.1/hook");
  await page.getByRole("button", { name: "Send a sample" }).click();
  await expect(page.locator("#test-problem")).not.toBeEmpty();
  await address.fill(receiver.url);
  await page.getByRole("button", { name: "Send a sample" }).click();
  await expect(page.getByText(/answered 200 · \d+ ms/)).toBeVisible();
  await page.getByText("What was sent").click();
  await expect(page.locator("pre", { hasText: "webhook-signature: v1," })).toBeVisible();

  const row = page.getByRole("row", { name: receiver.url });
  await expect(row).toContainText("Delivered");
  await look(page, "account-webhooks", { fullPage: true });
  await row.getByRole("button", { name: "Look" }).click();
  const opened = page.getByRole("dialog");
  await expect(opened.getByText("answered 200")).toBeVisible();
  await look(page, "delivery");
  const before = receiver.bodies.length;
  await opened.getByRole("button", { name: "Send again now" }).click();
  await expect.poll(() => receiver.bodies.length).toBe(before + 1);
  expect(receiver.bodies.at(-1)).toContain(id);
  await page.keyboard.press("Escape");
  await page.getByRole("group", { name: "State" }).getByRole("button", { name: "Failed" }).click();
  await expect(page.getByText("No delivery yet.")).toBeVisible();
});

test("the inbox shows each success as its webhook would be, and checks its signature", async ({ page, mill, ada }) => {
  await page.goto("/inbox");
  await expect(page.getByText("No webhook URL is involved")).toBeVisible();
  await expect(page.getByText("Listening")).toBeVisible();
  const id = await make(mill, ada, "drum-generator", { model: "drumgen", seed: 5 });

  const received = page.getByRole("listitem");
  await expect(received).toHaveCount(1);
  await expect(received.getByText("Signature is valid")).toBeVisible();
  await expect(received.getByRole("link")).toHaveText(id);
  await expect(received.locator("pre")).toContainText('"status":"success"');
  await look(page, "inbox", { fullPage: true });
  await page.getByLabel("Check with this secret").fill("whsec_bm90IG15IHNlY3JldA==");
  await expect(received.getByText("Signature does not fit this secret")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(received).toHaveCount(0);
});
