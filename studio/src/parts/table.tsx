import type { ComponentChildren } from "preact";
import "./table.css";

interface TableProps {
  label: string;
  columns: readonly { text: string; isNumber?: boolean }[];
  children: ComponentChildren;
}

/** A table that scrolls by itself where it is too wide. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <section class="table-frame" tabIndex={0} aria-label={label}>
      <table class="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.text} class={column.isNumber ? "number" : ""} scope="col">
                {column.text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
