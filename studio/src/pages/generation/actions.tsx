import type { Inspection } from "@mediamill/client";
import { useSignal } from "@preact/signals";
import { readCatalogue } from "../../api/catalogue.ts";
import { client } from "../../api/client.ts";
import { noticing, refreshAccount } from "../../app/account.ts";
import { navigate } from "../../app/router.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { copy, extensionOf, save } from "../../parts/copy.ts";
import { Icon } from "../../parts/icon.tsx";
import { texts } from "../../texts/en.ts";
import { hasEnded } from "./watching.ts";

interface ActionsProps {
  found: Inspection;
  onChange: () => Promise<void>;
  onGone: () => void;
  isPage: boolean;
}

/** What can be done with a generation as it is. */
export function Actions({ found, onChange, onGone, isPage }: ActionsProps) {
  const isBusy = useSignal(false);
  const words = texts.generation;
  async function act(ask: () => Promise<unknown>): Promise<boolean> {
    isBusy.value = true;
    const isDone = await noticing(async () => {
      await ask();
    });
    isBusy.value = false;
    if (!isDone) await onChange();
    return isDone;
  }

  const output = found.output;
  return (
    <div class="row">
      {output && (
        <>
          <button
            type="button"
            class="button"
            onClick={() => save(output, `${found.tool}-${found.id}.${extensionOf(output)}`)}
          >
            <Icon name="save" /> {texts.actions.save}
          </button>
          <button type="button" class="button" onClick={() => copy(output)}>
            <Icon name="copy" /> {texts.actions.copyAddress}
          </button>
        </>
      )}
      <button type="button" class="button" onClick={() => useInputs(found)}>
        <Icon name="edit" /> {words.useInputs}
      </button>
      {!isPage && (
        <a class="button" href={`/generations/${found.id}`}>
          {words.page}
        </a>
      )}
      {hasEnded(found) ? (
        <ConfirmButton
          question={words.reallyDelete}
          disabled={isBusy.value}
          onConfirm={async () => {
            if (await act(() => client.delete(found.id))) onGone();
          }}
        >
          {words.delete}
        </ConfirmButton>
      ) : (
        <button
          type="button"
          class="button danger"
          disabled={isBusy.value}
          onClick={async () => {
            if (await act(() => client.cancel(found.id))) await Promise.all([onChange(), refreshAccount()]);
          }}
        >
          {words.cancel}
        </button>
      )}
    </div>
  );
}

/** Studio, with its form filled in as it was for this one. */
async function useInputs({ tool, payload }: Inspection): Promise<void> {
  await noticing(async () => {
    await readCatalogue();
    const { take } = await import("../studio/draft.ts");
    navigate(`/?tool=${encodeURIComponent(tool)}`);
    take(tool, payload);
  });
}
