import { signal } from "@preact/signals";

/** The service takes no more at once. */
export const SELECTED_MAX = 1_000;

/** What came of saving or deleting, in sentences. */
export interface Outcome {
  sentences: readonly string[];
  isBad: boolean;
}

/** Which generations of the grid are selected, by their ids. */
export class Selection {
  readonly ids = signal<ReadonlySet<string>>(new Set());
  /** Whether something was left out because there were too many. */
  readonly isFull = signal(false);
  /** What came of the last act on them. */
  readonly outcome = signal<Outcome | null>(null);
  private last: number | null = null;

  /** Select the one at this place, or no longer; with `isRange` all that are here from the last one to it. */
  toggle(index: number, rows: ReadonlyMap<number, { id: string }>, isRange = false): void {
    const id = rows.get(index)?.id;
    if (id === undefined) return;
    if (isRange && this.last !== null) {
      const [from, to] = [Math.min(index, this.last), Math.max(index, this.last)];
      const between = Array.from({ length: to - from + 1 }, (_, step) => rows.get(from + step)?.id);
      this.add(between.filter((one) => one !== undefined));
    } else if (this.ids.value.has(id)) this.drop([id]);
    else this.add([id]);
    this.last = index;
  }

  add(ids: readonly string[]): void {
    const all = [...new Set([...this.ids.value, ...ids])];
    this.isFull.value = all.length > SELECTED_MAX;
    this.ids.value = new Set(all.slice(0, SELECTED_MAX));
  }

  get isShown(): boolean {
    return this.ids.value.size > 0 || this.outcome.value !== null;
  }

  drop(ids: readonly string[]): void {
    const dropped = new Set(ids);
    this.isFull.value = false;
    this.ids.value = new Set([...this.ids.value].filter((id) => !dropped.has(id)));
  }

  clear(): void {
    this.drop([...this.ids.value]);
    this.outcome.value = null;
    this.last = null;
  }
}
