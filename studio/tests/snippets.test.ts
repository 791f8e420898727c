import { expect, test } from "vitest";
import { LANGUAGES, snippet } from "../src/pages/studio/snippets.ts";

const ADDRESS = "http://localhost:8000";
const INPUT = { model: "nano-banana", prompt: "a fisherman's hut", seed: 7, aspect_ratio: "16:9", note: "5" };

test.each(LANGUAGES)("%s never holds a key, and all of the input", (language) => {
  const text = snippet(language, ADDRESS, "create-image", INPUT);

  expect(text).not.toContain("mm_live");
  expect(text).toContain("nano-banana");
  expect(text).toContain("16:9");
});

test("a quote within a prompt does not end the argument of a shell", () => {
  expect(snippet("curl", ADDRESS, "create-image", INPUT)).toContain("a fisherman'\\''s hut");
  expect(snippet("CLI", ADDRESS, "create-image", INPUT)).toContain("--prompt 'a fisherman'\\''s hut'");
});

test("on a command line numbers stay numbers and texts stay texts", () => {
  const text = snippet("CLI", ADDRESS, "create-image", INPUT);

  expect(text).toContain("seed:='7'");
  expect(text).toContain("note:='\"5\"'");
});
