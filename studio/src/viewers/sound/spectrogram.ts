const WINDOW = 1024; // samples
const COLUMNS = 600;
const ROWS = 160;
const FLOOR_DECIBELS = -90;
const LOWEST_HERTZ = 40;

/** Draw how loud each pitch is over time, low pitches at the bottom; `tint` is the colour of the loudest. */
export function drawSpectrogram(canvas: HTMLCanvasElement, sound: AudioBuffer, tint: readonly number[]): void {
  canvas.width = COLUMNS;
  canvas.height = ROWS;
  const context = canvas.getContext("2d");
  if (!context) return;
  const picture = context.createImageData(COLUMNS, ROWS);
  const samples = sound.getChannelData(0);
  const step = Math.max(1, (samples.length - WINDOW) / COLUMNS);
  const bins = Array.from({ length: ROWS }, (_, row) => binOf(row, sound.sampleRate));
  for (let column = 0; column < COLUMNS; column++) {
    const levels = spectrumOf(samples, Math.floor(column * step));
    bins.forEach((bin, row) => {
      const loudness = Math.max(0, 1 - (levels[bin] ?? FLOOR_DECIBELS) / FLOOR_DECIBELS);
      const at = ((ROWS - 1 - row) * COLUMNS + column) * 4;
      tint.forEach((part, index) => {
        picture.data[at + index] = part;
      });
      picture.data[at + 3] = 255 * loudness ** 1.6;
    });
  }
  context.putImageData(picture, 0, 0);
}

/** The bin of a row: rows are as far apart as ears hear them. */
function binOf(row: number, sampleRate: number): number {
  const highest = sampleRate / 2;
  const hertz = LOWEST_HERTZ * (highest / LOWEST_HERTZ) ** (row / (ROWS - 1));
  return Math.min(WINDOW / 2 - 1, Math.round((hertz / sampleRate) * WINDOW));
}

function spectrumOf(samples: Float32Array, from: number): Float32Array {
  const real = new Float32Array(WINDOW);
  const imaginary = new Float32Array(WINDOW);
  for (let index = 0; index < WINDOW; index++) {
    const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / WINDOW);
    real[index] = (samples[from + index] ?? 0) * hann;
  }
  transform(real, imaginary);
  return real.subarray(0, WINDOW / 2).map((value, index) => {
    const power = value ** 2 + (imaginary[index] ?? 0) ** 2;
    return Math.max(FLOOR_DECIBELS, 10 * Math.log10(power / WINDOW + 1e-12));
  });
}

/** Fourier transform in place; the length is a power of two. */
export function transform(real: Float32Array, imaginary: Float32Array): void {
  const length = real.length;
  for (let index = 1, other = 0; index < length; index++) {
    let bit = length >> 1;
    for (; other & bit; bit >>= 1) other ^= bit;
    other ^= bit;
    if (index < other) {
      swap(real, index, other);
      swap(imaginary, index, other);
    }
  }
  for (let size = 2; size <= length; size <<= 1) {
    const half = size >> 1;
    for (let start = 0; start < length; start += size) {
      for (let index = 0; index < half; index++) {
        const angle = (-2 * Math.PI * index) / size;
        const [low, high] = [start + index, start + index + half];
        const turnedReal = at(real, high) * Math.cos(angle) - at(imaginary, high) * Math.sin(angle);
        const turnedImaginary = at(real, high) * Math.sin(angle) + at(imaginary, high) * Math.cos(angle);
        real[high] = at(real, low) - turnedReal;
        imaginary[high] = at(imaginary, low) - turnedImaginary;
        real[low] = at(real, low) + turnedReal;
        imaginary[low] = at(imaginary, low) + turnedImaginary;
      }
    }
  }
}

function at(values: Float32Array, index: number): number {
  return values[index] ?? 0;
}

function swap(values: Float32Array, one: number, other: number): void {
  const kept = at(values, one);
  values[one] = at(values, other);
  values[other] = kept;
}
