import { expect, test } from "vitest";
import { PAGE_ROWS, PagedList, type Slice } from "../src/parts/paged-list.ts";

interface Row {
  id: string;
}

/** A service with many rows that notes what it is asked. */
class Shelf {
  asked: number[] = [];
  canceled: number[] = [];
  private waiting: (() => void)[] = [];
  isSlow = false;

  constructor(public total: number) {}

  read = async (offset: number, limit: number, canceled: AbortSignal): Promise<Slice<Row> | null> => {
    this.asked.push(offset);
    canceled.addEventListener("abort", () => this.canceled.push(offset));
    if (this.isSlow) await new Promise<void>((resume) => this.waiting.push(resume));
    const length = Math.max(0, Math.min(limit, this.total - offset));
    const data = Array.from({ length }, (_, index) => ({ id: `gen_${this.total - offset - index}` }));
    return { data, pagination: { total: this.total } };
  };

  answer(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }
}

async function rested(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resume) => setTimeout(resume, 0));
}

function shown(list: PagedList<Row>, index: number): string | undefined {
  return list.rows.value.get(index)?.id;
}

test("only the pages on the screen are asked for, and once", async () => {
  const shelf = new Shelf(100_000);
  const list = new PagedList(shelf.read, 0);
  list.show(0, 29);
  await rested();
  list.show(50_000, 50_029);
  await rested();
  list.show(50_005, 50_034);
  await rested();

  expect(shelf.asked).toEqual([0, Math.floor(50_000 / PAGE_ROWS) * PAGE_ROWS]);
  expect(list.total.value).toBe(100_000);
  expect(shown(list, 50_000)).toBe("gen_50000");
});

test("what is scrolled past is not asked for, and what is left is canceled", async () => {
  const shelf = new Shelf(100_000);
  const list = new PagedList(shelf.read, 0);
  list.show(0, 29);
  await rested();
  for (let row = 1_000; row < 50_000; row += 1_000) list.show(row, row + 29);
  shelf.isSlow = true;
  list.show(60_000, 60_029);
  await rested();
  list.show(0, 29);
  await rested();
  shelf.answer();
  await rested();

  expect(shelf.asked).toEqual([0, 60_000]);
  expect(shelf.canceled).toEqual([60_000]);
  expect(shown(list, 60_000)).toBeUndefined();
});

test("a list that has grown is read anew, because every row stands elsewhere", async () => {
  const shelf = new Shelf(200);
  const list = new PagedList(shelf.read, 0);
  list.show(0, 70);
  await rested();
  shelf.total = 201;
  await list.refresh();
  await rested();

  expect(list.total.value).toBe(201);
  expect(shown(list, 0)).toBe("gen_201");
  expect(shown(list, 70)).toBe("gen_131");
});

test("a whole walk through the list keeps a part of it", async () => {
  const shelf = new Shelf(10_000);
  const list = new PagedList(shelf.read, 0);
  for (let row = 0; row < 10_000; row += PAGE_ROWS) {
    list.show(row, row + 10);
    await rested();
  }

  expect(shelf.asked.length).toBe(Math.ceil(10_000 / PAGE_ROWS));
  expect(list.rows.value.size).toBeLessThanOrEqual(31 * PAGE_ROWS);
});

test("a service that does not answer leaves the rows as they were", async () => {
  const list = new PagedList<Row>(async () => null, 0);
  list.show(0, 10);
  await rested();

  expect(list.total.value).toBeNull();
});
