import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Mill } from "./mill.ts";

const PYTHON = new URL("../../.venv/bin/python", import.meta.url).pathname;
const COPY = `
import sqlite3, sys
path, source, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
database = sqlite3.connect(path, timeout=30, isolation_level=None)
columns = [row[1] for row in database.execute("PRAGMA table_info(generations)") if row[1] not in ("id", "created_at")]
listed = ", ".join(columns)
database.execute("BEGIN IMMEDIATE")
database.execute(
    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) "
    f"INSERT INTO generations (id, created_at, {listed}) "
    f"SELECT 'gen_0' || printf('%08d', n), created_at - (? - n) * 60000, {listed} FROM generations, numbers WHERE id = ?",
    (count, count, source),
)
database.execute(
    "UPDATE generation_counts SET total = total + ? "
    "WHERE (account_id, status) = (SELECT account_id, status FROM generations WHERE id = ?)",
    (count, source),
)
database.execute("COMMIT")
`;

/** So many older generations of the same account, each like this one. */
export function copyGeneration(mill: Mill, id: string, count: number): void {
  const name = readdirSync(mill.folder).find((one) => /\.(db|sqlite\w*)$/.test(one));
  if (!name) throw new Error(`no database in ${mill.folder}`);
  execFileSync(PYTHON, ["-c", COPY, join(mill.folder, name), id, String(count)]);
}
