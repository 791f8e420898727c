import { ServiceError, type SeveralDeleted } from "@mediamill/client";
import { client } from "../../api/client.ts";
import { noticing } from "../../app/account.ts";
import { saveStream } from "../../parts/save-stream.ts";
import { selectionTexts } from "../../texts/en-selection.ts";
import { type Filters, given } from "./filters.ts";
import { type Outcome, SELECTED_MAX } from "./selection.ts";

const ROWS_AT_ONCE = 100; // the service gives no more
const FORBIDDEN = 403;
const ARCHIVE_NAME = "mediamill.zip";
const words = selectionTexts;

/** The ids of the newest generations that fit the filters, as many as can be selected. */
export async function newestIds(filters: Filters): Promise<string[]> {
  const ids: string[] = [];
  await noticing(async () => {
    for (let offset = 0; offset < SELECTED_MAX; offset += ROWS_AT_ONCE) {
      const { data, pagination } = await client.search({ offset, limit: ROWS_AT_ONCE, ...given(filters) });
      ids.push(...data.map((item) => item.id));
      if (!pagination.hasMore) return;
    }
  });
  return ids;
}

/** Save the outputs as one archive; null where it was stopped or no file was chosen. */
export async function saveArchive(
  ids: readonly string[],
  stopped: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Outcome | null> {
  let outcome: Outcome | null = null;
  await noticing(async () => {
    try {
      const saved = await saveStream(ARCHIVE_NAME, () => client.archive(ids, stopped), onBytes);
      if (saved === "saved") outcome = { sentences: [words.saved], isBad: false };
    } catch (error) {
      if (stopped.aborted) return;
      outcome = { sentences: [words.notSaved(error instanceof Error ? error.message : String(error))], isBad: true };
      if (error instanceof ServiceError) throw error;
    }
  });
  return outcome;
}

/** Delete them; says which are gone, and of all others why they stay. */
export async function deleteAll(ids: readonly string[]): Promise<{ deleted: readonly string[]; outcome: Outcome }> {
  let done: SeveralDeleted = { deleted: [], refused: [] };
  let problem: string | null = null;
  const isDone = await noticing(async () => {
    try {
      done = await client.deleteSeveral(ids);
    } catch (error) {
      if (error instanceof ServiceError && error.status === FORBIDDEN) problem = words.notAllowed;
      else problem = words.notDeleted(error instanceof Error ? error.message : String(error));
      throw error;
    }
  });
  if (!isDone) return { deleted: [], outcome: { sentences: [problem ?? ""], isBad: true } };
  return { deleted: done.deleted, outcome: outcomeOf(done) };
}

/** `2 deleted.` and for each reason how many stay. */
export function outcomeOf({ deleted, refused }: SeveralDeleted): Outcome {
  const reasons = new Map<string, number>();
  for (const { message } of refused) reasons.set(message, (reasons.get(message) ?? 0) + 1);
  const stayed = [...reasons].map(([message, count]) => words.refused(count, message));
  return { sentences: [words.deleted(deleted.length), ...stayed], isBad: refused.length > 0 };
}
