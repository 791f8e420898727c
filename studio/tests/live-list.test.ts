import { expect, test } from "vitest";
import { inOrderOf } from "../src/pages/console/live.ts";
import { LiveList } from "../src/pages/console/live-list.ts";

interface Row {
  id: string;
  status: string;
}

const row = (number: number, status = "pending"): Row => ({ id: `gen_${number}`, status });
/** So many rows, the newest first. */
const rows = (newest: number, oldest = 1) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => row(newest - index));

/** A service with these rows, and what of them is shown. */
function following(first: Row[]) {
  const service = { rows: first };
  const list = new LiveList<Row>(async (offset, limit) => ({
    data: service.rows.slice(offset, offset + limit),
    pagination: { total: service.rows.length },
  }));
  const shown = () => list.rows.value.map(({ id, status }) => `${id} ${status}`);
  return { service, list, shown };
}

test("rows that are shown are brought up to date where they stand, and newer ones wait to be asked for", async () => {
  const { service, list, shown } = following(rows(3));
  await list.refresh();
  service.rows = [row(5), row(4), row(3, "success"), row(2), row(1)];
  await list.refresh();

  expect(shown()).toEqual(["gen_3 success", "gen_2 pending", "gen_1 pending"]);
  expect([list.newer.value, list.total.value, list.left]).toEqual([2, 5, 0]);
  await list.showNewer();
  expect(shown()[0]).toBe("gen_5 pending");
  expect(list.newer.value).toBe(0);
});

test("a row that has left the list stays where it is, and is known for that", async () => {
  const { service, list, shown } = following(rows(3));
  await list.refresh();
  service.rows = [row(3), row(1)];
  await list.refresh();

  expect(shown()).toHaveLength(3);
  expect([...list.gone.value]).toEqual(["gen_2"]);
});

test("more follows without a row twice or missing, also when others came first meanwhile", async () => {
  const { service, list } = following(rows(120));
  await list.refresh();
  service.rows = rows(130);
  await list.refresh();
  await list.more();
  await list.more();

  expect(list.rows.value.map(({ id }) => id)).toEqual(rows(120).map(({ id }) => id));
  expect([list.newer.value, list.left]).toEqual([10, 0]);
});

test("what is beyond the rows that the service gives at once is not taken for gone", async () => {
  const { list } = following(rows(150));
  await list.refresh();
  await list.more();
  await list.more();
  await list.refresh();

  expect([list.rows.value.length, list.gone.value.size]).toEqual([150, 0]);
});

test("rows keep their order while their figures change, and new ones come last", () => {
  const key = ({ id }: Row) => id;

  expect(inOrderOf([row(1), row(2), row(3)], [row(4), row(3, "error"), row(1)], key)).toEqual([
    row(1),
    row(3, "error"),
    row(4),
  ]);
});
