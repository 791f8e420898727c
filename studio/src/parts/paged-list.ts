import { signal } from "@preact/signals";

/** How many rows are asked for at once; the service gives at most 100. */
export const PAGE_ROWS = 60;
const PAGES_KEPT = 30; // others are forgotten, so that a long list does not fill the tab's memory
const SETTLE_MILLISECONDS = 80; // a range that is only scrolled past is not asked for

export interface Slice<T> {
  data: T[];
  pagination: { total: number };
}

/** Reads rows of the list; null where the service did not answer. */
export type Read<T> = (offset: number, limit: number, canceled: AbortSignal) => Promise<Slice<T> | null>;

/** A long list on the service, of which only what is shown is fetched and kept. */
export class PagedList<T> {
  /** How many rows there are; null until the first answer. */
  readonly total = signal<number | null>(null);
  /** The rows that are here, by their place in the list. */
  readonly rows = signal<ReadonlyMap<number, T>>(new Map());
  private readonly asked = new Map<number, AbortController>();
  private readonly held = new Set<number>();
  private first = 0;
  private last = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly read: Read<T>,
    private readonly settleMilliseconds = SETTLE_MILLISECONDS,
  ) {}

  /** These rows are on the screen now. */
  show(first: number, last: number): void {
    this.first = first;
    this.last = last;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), this.total.value === null ? 0 : this.settleMilliseconds);
  }

  /** Read what is on the screen anew. */
  async refresh(): Promise<void> {
    await Promise.all(this.shownPages().map((page) => this.ask(page)));
  }

  /** Forget everything and read what is on the screen. */
  async reload(): Promise<void> {
    this.forgetAll();
    await this.refresh();
  }

  close(): void {
    clearTimeout(this.timer);
    for (const asking of this.asked.values()) asking.abort();
  }

  private async load(): Promise<void> {
    const shown = this.shownPages();
    for (const [page, asking] of this.asked) if (!shown.includes(page)) asking.abort();
    await Promise.all(
      shown.filter((page) => !this.held.has(page) && !this.asked.has(page)).map((page) => this.ask(page)),
    );
  }

  private shownPages(): number[] {
    const first = Math.floor(this.first / PAGE_ROWS);
    const last = Math.floor(this.last / PAGE_ROWS);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }

  private async ask(page: number): Promise<void> {
    this.asked.get(page)?.abort();
    const asking = new AbortController();
    this.asked.set(page, asking);
    try {
      const found = await this.read(page * PAGE_ROWS, PAGE_ROWS, asking.signal);
      if (found && !asking.signal.aborted) this.take(page, found);
    } catch (error) {
      if (!asking.signal.aborted) throw error;
    } finally {
      if (this.asked.get(page) === asking) this.asked.delete(page);
    }
  }

  private take(page: number, { data, pagination }: Slice<T>): void {
    const hasMoved = this.total.value !== null && this.total.value !== pagination.total;
    if (hasMoved) this.forgetAll(); // every row stands elsewhere now
    this.total.value = pagination.total;
    this.held.delete(page);
    this.held.add(page);
    const rows = new Map(this.rows.value);
    for (const old of this.outdated()) {
      this.held.delete(old);
      for (let row = old * PAGE_ROWS; row < (old + 1) * PAGE_ROWS; row += 1) rows.delete(row);
    }
    for (let index = 0; index < PAGE_ROWS; index += 1) {
      const row = data[index];
      row === undefined ? rows.delete(page * PAGE_ROWS + index) : rows.set(page * PAGE_ROWS + index, row);
    }
    this.rows.value = rows;
    if (hasMoved) this.load();
  }

  /** Pages beyond those that are kept, the longest unread first. */
  private outdated(): number[] {
    const shown = this.shownPages();
    const others = [...this.held].filter((page) => !shown.includes(page));
    return others.slice(0, Math.max(0, this.held.size - PAGES_KEPT));
  }

  private forgetAll(): void {
    this.held.clear();
    this.rows.value = new Map();
  }
}
