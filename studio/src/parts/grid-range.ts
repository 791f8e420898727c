/** What a grid looks like: rows of one height, as many columns as fit. */
export interface GridShape {
  columns: number;
  rowPixels: number;
  total: number;
}

export interface Range {
  first: number;
  last: number;
}

const ROWS_BEYOND = 2; // are drawn above and below the screen, so that slow scrolling shows no gaps
const GRID_PIXELS_MAX = 16_000_000; // browsers draw nothing below some 17 million pixels

/** How many columns of at least this width fit. */
export function columnsIn(width: number, columnPixels: number, gapPixels: number): number {
  return Math.max(1, Math.floor((width + gapPixels) / (columnPixels + gapPixels)));
}

/** The cells to draw where the screen begins `top` pixels below the grid's upper edge. */
export function rangeAt(top: number, screenPixels: number, { columns, rowPixels, total }: GridShape): Range {
  const firstRow = Math.max(0, Math.floor(top / rowPixels) - ROWS_BEYOND);
  const endRow = Math.max(0, Math.ceil((top + screenPixels) / rowPixels) + ROWS_BEYOND);
  const last = Math.max(0, Math.min(total, endRow * columns) - 1);
  return { first: Math.min(firstRow * columns, Math.max(0, last - (last % columns))), last };
}

/** How many cells can be scrolled to, the first of the list. */
export function reachable(total: number, columns: number, rowPixels: number): number {
  return Math.min(total, Math.floor(GRID_PIXELS_MAX / rowPixels) * columns);
}

export function gridPixels({ columns, rowPixels, total }: GridShape): number {
  return Math.ceil(total / columns) * rowPixels;
}
