import { signal } from "@preact/signals";

/** Between the beginning of a loop and its end, in seconds; null for the whole. */
export type Region = readonly [number, number] | null;

export interface Track {
  name: string;
  url: string;
}

/** Plays tracks of one recording together, to the sample: repeated without a gap, each of them muted or alone. */
export class Player {
  readonly isPlaying = signal(false);
  readonly isLoading = signal(false);
  readonly time = signal(0);
  readonly length = signal(0);
  readonly isRepeated = signal(false);
  readonly region = signal<Region>(null);
  readonly speed = signal(1);
  readonly muted = signal<ReadonlySet<string>>(new Set());
  readonly solo = signal<string | null>(null);
  readonly buffers = new Map<string, AudioBuffer>();
  private context: AudioContext | null = null;
  private playing: { source: AudioBufferSourceNode; gain: GainNode; name: string }[] = [];
  private startedAt = 0;
  private startedFrom = 0;
  private frame = 0;

  constructor(private readonly tracks: readonly Track[]) {}

  /** Fetch and decode every track; done once. */
  async load(): Promise<void> {
    if (this.buffers.size === this.tracks.length) return;
    this.isLoading.value = true;
    this.context ??= new AudioContext();
    const { context } = this;
    try {
      await Promise.all(
        this.tracks.map(async ({ name, url }) => {
          const file = await (await fetch(url)).arrayBuffer();
          this.buffers.set(name, await context.decodeAudioData(file));
        }),
      );
      this.length.value = Math.max(...[...this.buffers.values()].map((buffer) => buffer.duration));
    } finally {
      this.isLoading.value = false;
    }
  }

  async toggle(): Promise<void> {
    if (this.isPlaying.value) this.pause();
    else await this.play();
  }

  async play(): Promise<void> {
    await this.load();
    const { context } = this;
    if (!context) return;
    await context.resume();
    const region = this.region.value;
    if (region && (this.time.value < region[0] || this.time.value >= region[1])) this.time.value = region[0];
    if (this.time.value >= this.length.value - 0.01) this.time.value = 0;
    this.stopSources();
    for (const [name, buffer] of this.buffers) {
      const source = new AudioBufferSourceNode(context, {
        buffer,
        playbackRate: this.speed.value,
        loop: this.isRepeated.value || region !== null,
        loopStart: region?.[0] ?? 0,
        loopEnd: region?.[1] ?? buffer.duration,
      });
      const gain = new GainNode(context, { gain: this.gainOf(name) });
      source.connect(gain).connect(context.destination);
      this.playing.push({ source, gain, name });
    }
    this.startedFrom = this.time.value;
    this.startedAt = context.currentTime;
    for (const { source } of this.playing) source.start(0, this.startedFrom);
    this.isPlaying.value = true;
    this.follow();
  }

  pause(): void {
    this.stopSources();
    this.isPlaying.value = false;
    cancelAnimationFrame(this.frame);
  }

  async seek(seconds: number): Promise<void> {
    this.time.value = Math.max(0, Math.min(this.length.value, seconds));
    if (this.isPlaying.value) await this.play();
  }

  /** Change how it is played; what plays goes on from where it is. */
  async change(how: { repeated?: boolean; region?: Region; speed?: number }): Promise<void> {
    if (how.repeated !== undefined) this.isRepeated.value = how.repeated;
    if (how.region !== undefined) this.region.value = how.region;
    if (how.speed !== undefined) this.speed.value = how.speed;
    if (this.isPlaying.value) await this.play();
  }

  mute(name: string): void {
    const muted = new Set(this.muted.value);
    if (!muted.delete(name)) muted.add(name);
    this.muted.value = muted;
    this.applyGains();
  }

  hearAlone(name: string): void {
    this.solo.value = this.solo.value === name ? null : name;
    this.applyGains();
  }

  async close(): Promise<void> {
    this.pause();
    await this.context?.close();
    this.context = null;
    this.buffers.clear();
  }

  gainOf(name: string): number {
    if (this.solo.value !== null) return this.solo.value === name ? 1 : 0;
    return this.muted.value.has(name) ? 0 : 1;
  }

  private applyGains(): void {
    for (const { gain, name } of this.playing) gain.gain.value = this.gainOf(name);
  }

  private follow(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (!this.context || !this.isPlaying.value) return;
      const passed = (this.context.currentTime - this.startedAt) * this.speed.value;
      const [from, to] = this.region.value ?? [0, this.length.value];
      let now = this.startedFrom + passed;
      if (this.isRepeated.value || this.region.value) {
        if (now >= to) now = from + ((now - from) % (to - from));
      } else if (now >= this.length.value) {
        this.pause();
        this.time.value = 0;
        return;
      }
      this.time.value = now;
      this.follow();
    });
  }

  private stopSources(): void {
    for (const { source } of this.playing) {
      source.stop();
      source.disconnect();
    }
    this.playing = [];
  }
}
