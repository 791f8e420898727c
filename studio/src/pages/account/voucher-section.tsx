import { ServiceError } from "@mediamill/client";
import { useSignal } from "@preact/signals";
import { client } from "../../api/client.ts";
import { noticing, refreshAccount } from "../../app/account.ts";
import { texts } from "../../texts/en.ts";

const UNKNOWN = 404;
const FORBIDDEN = 403;
const words = texts.account.voucher;

/** A code that is worth credits, taken in exchange for them. */
export function VoucherSection({ onRedeemed }: { onRedeemed: () => void }) {
  const code = useSignal("");
  const problem = useSignal("");
  const added = useSignal<number | null>(null);
  const isSending = useSignal(false);

  async function redeem(event: Event): Promise<void> {
    event.preventDefault();
    problem.value = "";
    added.value = null;
    isSending.value = true;
    const isDone = await noticing(async () => {
      try {
        const body = { code: code.value.trim() };
        added.value = (await client.transport.json("post", "/ext/vouchers/redeem", { body })).credits;
      } catch (error) {
        problem.value = sentenceOf(error);
        throw error;
      }
    });
    isSending.value = false;
    if (!isDone) return;
    code.value = "";
    await refreshAccount();
    onRedeemed();
  }

  return (
    <form class="stack tight" onSubmit={redeem} novalidate>
      <label for="voucher">{words.label}</label>
      <div class="row wide-row">
        <input
          id="voucher"
          class="input mono"
          autocomplete="off"
          spellcheck={false}
          value={code.value}
          aria-invalid={problem.value !== ""}
          aria-describedby="voucher-problem"
          onInput={(event) => {
            code.value = event.currentTarget.value;
            problem.value = "";
          }}
        />
        <button type="submit" class="button" disabled={isSending.value || !code.value.trim()}>
          {words.redeem}
        </button>
      </div>
      <p id="voucher-problem" class="field-error" role="alert" hidden={!problem.value}>
        {problem.value}
      </p>
      <p role="status" class="small">
        {added.value !== null && words.added(added.value)}
      </p>
    </form>
  );
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ServiceError)) return error instanceof Error ? error.message : String(error);
  if (error.status === UNKNOWN) return words.unknown;
  if (error.status === FORBIDDEN) return words.forbidden;
  return error.faults.map((fault) => fault.message).join(" ") || error.message;
}
