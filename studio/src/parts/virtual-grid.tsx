import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import "./virtual-grid.css";
import { columnsIn, gridPixels, rangeAt, reachable } from "./grid-range.ts";

const COLUMN_PIXELS = 168;
const GAP_PIXELS = 14;

interface VirtualGridProps {
  label: string;
  total: number;
  rowPixels: number;
  /** The cell that keys move to; it is scrolled to and focused whenever it changes. */
  current: number | null;
  /** Somebody has moved the focus into a cell; that it follows `current` is not told. */
  onFocused: (index: number) => void;
  onRange: (first: number, last: number) => void;
  cell: (index: number) => ComponentChildren;
}

/** A grid of any length that scrolls with the page; only what is on the screen is in the document. */
export function VirtualGrid({ label, total, rowPixels, current, onFocused, onRange, cell }: VirtualGridProps) {
  const frame = useRef<HTMLUListElement>(null);
  const isFollowing = useRef(false);
  const columns = useSignal(0);
  const range = useSignal({ first: 0, last: -1 });
  const shown = reachable(total, Math.max(1, columns.value), rowPixels);
  const shape = { columns: Math.max(1, columns.value), rowPixels, total: shown };

  const measure = () => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const fitting = columnsIn(box.width, COLUMN_PIXELS, GAP_PIXELS);
    columns.value = fitting;
    const next = rangeAt(-box.top, innerHeight, { ...shape, columns: fitting });
    const { first, last } = range.value;
    if (next.first !== first || next.last !== last) range.value = next;
    onRange(next.first, next.last);
  };

  useLayoutEffect(measure, [total]);
  useEffect(() => {
    let isAsked = false;
    const soon = () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        measure();
      });
    };
    addEventListener("scroll", soon, { passive: true });
    const observer = new ResizeObserver(soon);
    if (frame.current) observer.observe(frame.current);
    return () => {
      removeEventListener("scroll", soon);
      observer.disconnect();
    };
  }, [total]);
  useEffect(() => {
    if (current === null) return;
    return moveToCell(frame.current, current, shape.columns, rowPixels, (cell) => {
      isFollowing.current = true; // by then the next key may have moved on: what is late must not lead back
      cell.focus({ preventScroll: true });
      isFollowing.current = false;
    });
  }, [current]);

  const { first, last } = range.value;
  const cells = Array.from({ length: Math.max(0, Math.min(last, shown - 1) - first + 1) }, (_, index) => first + index);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none for some screen readers
    <ul ref={frame} role="list" class="virtual-grid" aria-label={label} style={{ height: `${gridPixels(shape)}px` }}>
      {cells.map((index) => (
        <li
          key={index}
          class="virtual-cell"
          data-index={index}
          tabIndex={-1}
          onFocusIn={() => isFollowing.current || onFocused(index)}
          aria-setsize={total}
          aria-posinset={index + 1}
          style={{
            transform: `translateY(${Math.floor(index / shape.columns) * rowPixels}px)`,
            height: `${rowPixels - GAP_PIXELS}px`,
            width: `calc((100% - ${(shape.columns - 1) * GAP_PIXELS}px) / ${shape.columns})`,
            left: `calc((100% + ${GAP_PIXELS}px) / ${shape.columns} * ${index % shape.columns})`,
          }}
        >
          {cell(index)}
        </li>
      ))}
    </ul>
  );
}

/** Show the cell and focus its link, as soon as it is drawn; what is returned calls that off. */
function moveToCell(
  frame: HTMLElement | null,
  index: number,
  columns: number,
  rowPixels: number,
  focus: (cell: HTMLElement) => void,
): (() => void) | undefined {
  const inCell = `[data-index="${index}"]`;
  if (!frame || frame.querySelector(`${inCell}:focus-within`)) return;
  const top = frame.getBoundingClientRect().top + Math.floor(index / columns) * rowPixels;
  if (top < rowPixels / 2 || top + rowPixels > innerHeight) scrollBy(0, top - (innerHeight - rowPixels) / 2);
  let asked = requestAnimationFrame(() => {
    asked = requestAnimationFrame(() => {
      const cell = frame.querySelector<HTMLElement>(inCell);
      const wanted = cell?.querySelector<HTMLElement>("a") ?? cell;
      if (wanted) focus(wanted);
    });
  });
  return () => cancelAnimationFrame(asked);
}
