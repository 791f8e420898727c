import { wavOf } from "../viewers/sound/wav.ts";

/** A recording from the microphone, as the WAV file that the service takes. */
export class Recorder {
  private readonly parts: Blob[] = [];

  private constructor(
    private readonly stream: MediaStream,
    private readonly recorder: MediaRecorder,
  ) {
    recorder.addEventListener("dataavailable", (event) => this.parts.push(event.data));
    recorder.start();
  }

  /** Begin; throws where there is no microphone or it may not be used. */
  static async start(): Promise<Recorder> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    return new Recorder(stream, new MediaRecorder(stream));
  }

  async stop(): Promise<Blob> {
    const stopped = new Promise((resolve) => this.recorder.addEventListener("stop", resolve, { once: true }));
    this.recorder.stop();
    await stopped;
    for (const track of this.stream.getTracks()) track.stop();
    const context = new AudioContext();
    const decoded = await context.decodeAudioData(await new Blob(this.parts).arrayBuffer());
    await context.close();
    return wavOf(decoded);
  }
}
