import { expect, test } from "vitest";
import { filtersIn, isFiltered, wordsOf } from "../src/pages/history/filters.ts";

const EVERYTHING = { status: "", type: "", tool: "", model: "", q: "", from: "", to: "" };

test("the address says what is shown", () => {
  const query =
    "status=error&type=audio&tool=create-music&model=suno&q=rainy+piano&from=2026-11-01&to=2026-11-22&open=gen_1";

  expect(filtersIn(new URLSearchParams(query))).toEqual({
    status: "error",
    type: "audio",
    tool: "create-music",
    model: "suno",
    q: "rainy piano",
    from: "2026-11-01",
    to: "2026-11-22",
  });
});

test.each(["status=lost", "type=smell", "from=yesterday", "model=suno"])(
  "%s cannot be asked for and is left out",
  (query) => {
    expect(filtersIn(new URLSearchParams(query))).toEqual(EVERYTHING);
  },
);

test("without filters everything is shown", () => {
  expect(isFiltered(filtersIn(new URLSearchParams("open=gen_1")))).toBe(false);
  expect(isFiltered(filtersIn(new URLSearchParams("q=fox")))).toBe(true);
});

test("a card says what was asked for", () => {
  expect(wordsOf({ model: "nano-banana", prompt: "a fox in snow" })).toBe("a fox in snow");
  expect(wordsOf({ url: "https://example.com/song.mp3" })).toBe("");
});
