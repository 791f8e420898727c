import { consoleTexts } from "../../texts/en-console.ts";
import type { Overview } from "./operator.ts";

const words = consoleTexts.overview;

type Looked = Pick<Overview, "pools" | "unserved" | "diskIsLow" | "maintenance">;

/** What is wrong right now, a sentence for each. */
export function troubleIn({ pools, unserved, diskIsLow, maintenance }: Looked): string[] {
  return [
    ...(maintenance ? [words.closed] : []),
    ...(diskIsLow ? [words.diskIsLow] : []),
    ...pools.filter((one) => !one.isServed).map((one) => words.unservedPool(one.pool, one.waiting)),
    ...unserved.map((one) => words.unservedModel(`${one.tool}/${one.model}`, one.pool)),
  ];
}

/** The share of webhooks that arrived, of those whose end is known; null while none is. */
export function arrived({ delivered, failed }: Overview["webhooks"]): number | null {
  return delivered + failed === 0 ? null : delivered / (delivered + failed);
}
