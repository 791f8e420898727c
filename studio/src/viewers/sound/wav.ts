const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** Decoded sound as a WAV file of 16 bits. */
export function wavOf(sound: AudioBuffer): Blob {
  const { numberOfChannels: channels, length, sampleRate } = sound;
  const bytes = length * channels * BYTES_PER_SAMPLE;
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + bytes));
  writeText(view, 0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + bytes, true);
  writeText(view, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * BYTES_PER_SAMPLE, true);
  view.setUint16(32, channels * BYTES_PER_SAMPLE, true);
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true);
  writeText(view, 36, "data");
  view.setUint32(40, bytes, true);
  const tracks = Array.from({ length: channels }, (_, channel) => sound.getChannelData(channel));
  let offset = HEADER_BYTES;
  for (let frame = 0; frame < length; frame++) {
    for (const track of tracks) {
      view.setInt16(offset, Math.max(-1, Math.min(1, track[frame] ?? 0)) * 0x7fff, true);
      offset += BYTES_PER_SAMPLE;
    }
  }
  return new Blob([view], { type: "audio/wav" });
}

function writeText(view: DataView, offset: number, text: string): void {
  for (let index = 0; index < text.length; index++) view.setUint8(offset + index, text.charCodeAt(index));
}
