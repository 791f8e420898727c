import { expect, test } from "vitest";
import { transform } from "../src/viewers/sound/spectrogram.ts";
import { marked, reached } from "../src/viewers/sound/wave-keys.ts";

test("a pure tone is found at its pitch alone", () => {
  const [length, cycles] = [64, 5];
  const real = Float32Array.from({ length }, (_, index) => Math.cos((2 * Math.PI * cycles * index) / length));
  const imaginary = new Float32Array(length);
  transform(real, imaginary);
  const loud = [...real].flatMap((value, bin) => (Math.hypot(value, imaginary[bin] ?? 0) > 1 ? [bin] : []));

  expect(loud).toEqual([cycles, length - cycles]);
});

test("keys move through a sound, not beyond its ends", () => {
  expect(reached("ArrowRight", 4.5, 5)).toBe(5);
  expect(reached("ArrowLeft", 0.5, 5)).toBe(0);
  expect(reached("End", 1, 5)).toBe(5);
  expect(reached("a", 1, 5)).toBeUndefined();
});

test("a stretch grows and shrinks by keys, from where the sound is, until nothing is left of it", () => {
  expect(marked("ArrowRight", 1, 5, null)).toEqual([1, 1.25]);
  expect(marked("ArrowRight", 1, 5, [1, 1.25])).toEqual([1, 1.5]);
  expect(marked("ArrowLeft", 1, 5, [1, 1.5])).toEqual([1, 1.25]);
  expect(marked("ArrowLeft", 1, 5, [1, 1.25])).toBeNull();
  expect(marked("ArrowRight", 4.9, 5, [4.5, 4.9])).toEqual([4.5, 5]);
  expect(marked("Home", 1, 5, null)).toBeUndefined();
});
