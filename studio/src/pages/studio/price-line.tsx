import { account } from "../../app/session.ts";
import { texts } from "../../texts/en.ts";
import { quote } from "./draft.ts";

/** What it costs, and what would be left; why it cannot be made here, where it cannot. */
export function PriceLine() {
  const price = quote.value;
  const balance = account.value?.credits ?? price?.balance ?? 0;
  if (!price) return <p class="price quiet">{texts.studio.noPrice}</p>;
  const { credits, isFinal, available, reason } = price;
  const isTooMuch = credits > balance;
  return (
    <div class="price" aria-live="polite">
      {available ? (
        <p>
          <strong>{credits === 0 ? texts.studio.free : texts.studio.credits(credits)}</strong>
          {!isFinal && <span class="quiet"> {texts.studio.notFinal}</span>}
          <span class={isTooMuch ? "field-error" : "quiet"}>
            {" · "}
            {isTooMuch ? texts.studio.tooMuch(balance) : texts.studio.after(balance - credits)}
          </span>
        </p>
      ) : (
        <p class="field-error">
          {texts.studio.notHere} {reason}
        </p>
      )}
    </div>
  );
}
