const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|$)/y;

/** The rows of a text as RFC 4180 has it. */
export function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const found = CELL.exec(text);
    if (!found) throw new Error("This is no table");
    const [, cell = "", end] = found;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
