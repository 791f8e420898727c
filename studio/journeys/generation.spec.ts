import { expect, test } from "./journey.ts";
import { look } from "./looks.ts";
import { make } from "./requests.ts";

test("a page tells everything about one generation, and its inputs are used again", async ({ page, mill, ada }) => {
  const id = await make(mill, ada, "create-image", { prompt: "a lighthouse in fog" });
  await page.goto(`/generations/${id}`);

  await expect(page.getByRole("img", { name: /made$/ })).toBeVisible();
  await expect(page.getByText("a lighthouse in fog").first()).toBeVisible();
  await expect(page.getByText("Attempt 1")).toBeVisible();
  await page.getByText("Raw JSON").click();
  await expect(page.locator("pre")).toContainText(`"id": "${id}"`);
  await look(page, "generation");

  await page.getByRole("button", { name: "Use these inputs" }).click();
  await expect(page.getByLabel("prompt", { exact: false }).first()).toHaveValue("a lighthouse in fog");
});

test("a generation is deleted after a question", async ({ page, mill, ada }) => {
  const id = await make(mill, ada, "create-image", { prompt: "a chair" });
  await page.goto(`/generations/${id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete for good?" }).click();

  await expect(page).toHaveURL(/\/history$/);
  await expect(page.getByText("Nothing was made yet.")).toBeVisible();
  await page.goto(`/generations/${id}`);
  await expect(page.getByText("There is no such generation.")).toBeVisible();
});
