import { type Peaks as KeptPeaks, ServiceError } from "@mediamill/client";
import { client } from "../../api/client.ts";

/** The lowest and the highest value of each stretch. */
export type Peaks = readonly (readonly number[])[];

const BARS = 800;

/** Peaks as the service keeps them; null where it cannot make them. */
export async function fetchPeaks(id: string, signal: AbortSignal): Promise<KeptPeaks | null> {
  try {
    return await client.peaks(id, signal);
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** Lowest and highest value of each stretch of a sound. */
export function peaksOf(sound: AudioBuffer): Peaks {
  const samples = sound.getChannelData(0);
  const stretch = Math.max(1, Math.floor(samples.length / BARS));
  return Array.from({ length: Math.min(BARS, samples.length) }, (_, bar) => {
    let low = 0;
    let high = 0;
    for (let index = bar * stretch; index < (bar + 1) * stretch; index++) {
      const value = samples[index] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return [low, high];
  });
}
