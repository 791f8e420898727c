import { signal } from "@preact/signals";

const PAGE_ROWS = 50;
const READ_MAX = 100; // rows that the service gives at once

export interface Slice<T> {
  data: T[];
  pagination: { total: number };
}

/** A list of the service, newest first, that follows it without moving: rows that are shown keep their places and are
 * brought up to date; newer ones wait until they are asked for.
 */
export class LiveList<T extends { id: string }> {
  readonly rows = signal<readonly T[]>([]);
  /** How many there are; null until the first answer. */
  readonly total = signal<number | null>(null);
  /** How many newer ones wait to be shown. */
  readonly newer = signal(0);
  /** Ids of rows that do not belong to the list any more. */
  readonly gone = signal<ReadonlySet<string>>(new Set());

  constructor(private readonly read: (offset: number, limit: number) => Promise<Slice<T>>) {}

  /** How many follow those that are shown. */
  get left(): number {
    return Math.max(0, (this.total.value ?? 0) - this.newer.value - this.rows.value.length + this.gone.value.size);
  }

  async refresh(): Promise<void> {
    const shown = this.rows.value;
    const { data, pagination } = await this.read(0, Math.min(READ_MAX, Math.max(PAGE_ROWS, shown.length)));
    this.total.value = pagination.total;
    if (shown.length === 0) {
      this.rows.value = data;
      return;
    }
    const now = new Map(data.map((row) => [row.id, row]));
    const known = new Set(shown.map(({ id }) => id));
    const first = data.findIndex(({ id }) => known.has(id));
    this.newer.value = first < 0 ? data.length : first;
    const reached = shown.findLastIndex(({ id }) => now.has(id));
    const isWhole = data.length >= pagination.total;
    const seen = isWhole ? shown : shown.slice(0, reached + 1);
    this.gone.value = new Set(seen.map(({ id }) => id).filter((id) => !now.has(id)));
    this.rows.value = shown.map((row) => now.get(row.id) ?? row);
  }

  /** From the newest on. */
  async showNewer(): Promise<void> {
    const { data, pagination } = await this.read(0, PAGE_ROWS);
    this.rows.value = data;
    this.total.value = pagination.total;
    this.newer.value = 0;
    this.gone.value = new Set();
  }

  async more(): Promise<void> {
    const offset = this.newer.value + this.rows.value.length - this.gone.value.size;
    const { data, pagination } = await this.read(offset, PAGE_ROWS);
    const known = new Set(this.rows.value.map(({ id }) => id));
    this.rows.value = [...this.rows.value, ...data.filter(({ id }) => !known.has(id))];
    this.total.value = pagination.total;
  }
}
