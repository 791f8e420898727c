import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import "./account.css";
import { readToolNames } from "../../api/tool-names.ts";
import { refreshAccount } from "../../app/account.ts";
import { account } from "../../app/session.ts";
import { texts } from "../../texts/en.ts";
import { KeysSection } from "./keys-section.tsx";
import { LedgerSection } from "./ledger-section.tsx";
import { UsageSection } from "./usage-section.tsx";
import { VoucherSection } from "./voucher-section.tsx";
import { WebhooksSection } from "./webhooks-section.tsx";

const words = texts.account;

/** Balance, use, keys, webhooks and ledger. */
export default function AccountPage() {
  const moved = useSignal(0); // how often something that happened here moved the credits
  useEffect(() => {
    readToolNames();
    refreshAccount();
  }, []);
  return (
    <div class="stack account">
      <h1>{texts.pages.account}</h1>
      <BalanceSection
        onRedeemed={() => {
          moved.value += 1;
        }}
      />
      <UsageSection />
      <KeysSection />
      <WebhooksSection />
      <LedgerSection key={moved.value} />
    </div>
  );
}

function BalanceSection({ onRedeemed }: { onRedeemed: () => void }) {
  const own = account.value;
  if (!own) return <p class="quiet">{texts.parts.loading}</p>;
  return (
    <section class="card account-section">
      <h2>{words.balance}</h2>
      <p class="account-balance">
        <strong>{own.credits.toLocaleString("en")}</strong> {texts.shell.credits}
      </p>
      <p class="quiet">{words.planOf(own.email, words.plans[own.plan])}</p>
      <VoucherSection onRedeemed={onRedeemed} />
    </section>
  );
}
