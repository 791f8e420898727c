import { useSignal } from "@preact/signals";
import { inFull } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { type Fact, Facts } from "../generation/facts.tsx";
import "../generation/generation.css";
import { Acts } from "./account-acts.tsx";
import { AccountKeys } from "./account-keys.tsx";
import { AccountLedger } from "./account-ledger.tsx";
import { stateOf } from "./account-list.tsx";
import { useLive } from "./live.ts";
import { type AdminAccountDetail, ask } from "./operator.ts";

const words = consoleTexts.accounts;

/** One account and what can be done with it. */
export function AccountDetail({ id }: { id: string }) {
  const found = useSignal<AdminAccountDetail | null>(null);
  const { problem, again } = useLive(async () => {
    found.value = await ask("get", "/admin/accounts/{id}", { path: { id } });
  }, [id]);
  const version = useSignal(0);
  const onDone = async () => {
    version.value += 1;
    await again();
  };
  const account = found.value;
  return (
    <>
      <p class="notice bad" role="alert" hidden={!problem.value}>
        {problem.value}
      </p>
      {account && (
        <>
          <div class="row">
            <h2>{account.email ?? words.deleted}</h2>
            <span class={account.suspendedAt || account.deletedAt ? "chip bad" : "chip good"}>{stateOf(account)}</span>
          </div>
          <div class="console-facts">
            <Facts title={texts.generation.facts} facts={factsOf(account)} />
          </div>
          <p class="row">
            <a href={`/console/generations?account=${account.id}`}>{words.generations}</a>
            <a href={`/console/deliveries?account=${account.id}`}>{words.deliveries}</a>
            <a href={`/console/usage?account=${account.id}`}>{words.usage}</a>
            <a href={`/console/audit?subject=${account.id}`}>{words.audit}</a>
          </p>
          {!account.deletedAt && (
            <div class="console-cards">
              <Acts account={account} onDone={onDone} />
            </div>
          )}
          <AccountKeys id={account.id} isDeleted={account.deletedAt !== null} />
          <AccountLedger id={account.id} version={version.value} />
        </>
      )}
    </>
  );
}

function factsOf(account: AdminAccountDetail): Fact[] {
  const { limits, generations, caps } = account;
  const limit = (value: number | null) => (value === null ? words.noLimit : value.toLocaleString("en"));
  return [
    { name: texts.generation.id, value: account.id },
    { name: words.plan, value: texts.account.plans[account.plan] },
    { name: words.credits, value: account.credits.toLocaleString("en") },
    { name: words.held, value: account.held.toLocaleString("en") },
    { name: words.created, value: inFull(account.createdAt) },
    {
      name: words.suspended,
      value: account.suspendedAt ? `${inFull(account.suspendedAt)} ${account.suspendedReason}` : "",
    },
    { name: words.deletedAt, value: account.deletedAt ? inFull(account.deletedAt) : "" },
    { name: words.erased, value: account.erasedAt ? inFull(account.erasedAt) : "" },
    { name: words.keys, value: String(account.keys) },
    { name: words.rate, value: limit(limits.createsPerMinute) },
    { name: words.runningMax, value: limit(limits.runningMax) },
    { name: words.retention, value: limit(limits.retentionDays) },
    { name: words.allCaps, value: [caps.day, caps.month, caps.total].map(limit).join(" / ") },
    { name: words.made, value: words.ended(generations.success, generations.error) },
  ].filter((fact) => fact.value !== "");
}
