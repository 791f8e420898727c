import { useSignal } from "@preact/signals";
import { Choice } from "../../parts/filters.tsx";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { ActForm } from "./act.tsx";
import { Field } from "./field.tsx";
import { filtersOf, Typed } from "./filters.tsx";
import { Instant } from "./links.tsx";
import { LiveTable } from "./live-table.tsx";
import { type AdminAccount, ask } from "./operator.ts";
import { Secret } from "./secret.tsx";

const words = consoleTexts.accounts;
const PLANS = ["free", "pro"] as const;
const STATES = ["active", "suspended", "deleted"] as const;
const FILTERS = ["q", "plan", "state"] as const;
const COLUMNS = [
  { text: words.email },
  { text: words.plan },
  { text: words.credits, isNumber: true },
  { text: words.state },
  { text: words.created },
];

/** Accounts, found by a part of their address; new ones are opened here. */
export function AccountList() {
  const filters = filtersOf(FILTERS);
  const plan = PLANS.find((one) => one === filters.plan);
  const state = STATES.find((one) => one === filters.state);
  return (
    <>
      <section class="card console-section">
        <h2>{consoleTexts.names.accounts}</h2>
        <search class="console-filters">
          <Typed name="q" label={words.search} />
          <Choice
            name="plan"
            label={words.plan}
            options={PLANS.map((one) => ({ value: one, text: texts.account.plans[one] }))}
          />
          <Choice
            name="state"
            label={words.state}
            options={STATES.map((one) => ({ value: one, text: words.states[one] }))}
          />
        </search>
        <LiveTable<AdminAccount>
          label={consoleTexts.names.accounts}
          columns={COLUMNS}
          inputs={Object.values(filters)}
          read={(offset, limit) =>
            ask("get", "/admin/accounts", { query: { q: filters.q, plan, state, offset, limit } })
          }
          cells={(account) => <Cells account={account} />}
        />
      </section>
      <OpenAccount />
    </>
  );
}

function Cells({ account }: { account: AdminAccount }) {
  return (
    <>
      <td>
        <a href={`/console/accounts/${account.id}`}>{account.email ?? words.deleted}</a>
      </td>
      <td>{texts.account.plans[account.plan]}</td>
      <td class="number">{account.credits.toLocaleString("en")}</td>
      <td>{stateOf(account)}</td>
      <td>
        <Instant at={account.createdAt} />
      </td>
    </>
  );
}

function OpenAccount() {
  const email = useSignal("");
  const plan = useSignal<(typeof PLANS)[number]>("free");
  const credits = useSignal("");
  const opened = useSignal<{ id: string; email: string | null; apiKey: string } | null>(null);
  return (
    <>
      <ActForm
        title={words.open}
        help={words.openHelp}
        button={words.open}
        act={async () => {
          opened.value = await ask("post", "/admin/accounts", {
            body: { email: email.value.trim(), plan: plan.value, credits: Number(credits.value) },
          });
        }}
        onDone={() => {
          email.value = "";
          credits.value = "";
        }}
      >
        <Field label={words.email} value={email} isRequired />
        <label class="console-field">
          <span class="small quiet">{words.plan}</span>
          <select
            class="input"
            value={plan.value}
            onChange={(event) => {
              plan.value = PLANS.find((one) => one === event.currentTarget.value) ?? "free";
            }}
          >
            {PLANS.map((one) => (
              <option key={one} value={one}>
                {texts.account.plans[one]}
              </option>
            ))}
          </select>
        </label>
        <Field label={words.firstCredits} value={credits} type="number" />
      </ActForm>
      {opened.value && (
        <Secret sentence={words.firstKey(opened.value.email ?? opened.value.id)} secret={opened.value.apiKey}>
          <a href={`/console/accounts/${opened.value.id}`}>{words.look}</a>
        </Secret>
      )}
    </>
  );
}

/** In a word: whether it may start anything. */
export function stateOf({ suspendedAt, deletedAt }: Pick<AdminAccount, "suspendedAt" | "deletedAt">): string {
  if (deletedAt) return words.states.deleted;
  return suspendedAt ? words.states.suspended : words.states.active;
}
