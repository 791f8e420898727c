import { type Signal, useSignal } from "@preact/signals";
import { download } from "../../parts/copy.ts";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { ActButton, ActForm, Against, useAct } from "./act.tsx";
import { Field } from "./field.tsx";
import { type AdminAccountDetail, ask, askFile } from "./operator.ts";

const words = consoleTexts.accounts;

interface ActsProps {
  account: AdminAccountDetail;
  onDone: () => Promise<void>;
}

/** Everything that an operator does with an account. */
export function Acts({ account, onDone }: ActsProps) {
  return (
    <>
      <Adjust account={account} onDone={onDone} />
      <Grant account={account} onDone={onDone} />
      <Caps account={account} onDone={onDone} />
      <Limits account={account} onDone={onDone} />
      <Access account={account} onDone={onDone} />
      <Data account={account} onDone={onDone} />
      <Delete account={account} onDone={onDone} />
    </>
  );
}

function Adjust({ account, onDone }: ActsProps) {
  const credits = useSignal("");
  const reference = useSignal("");
  const note = useSignal("");
  return (
    <ActForm
      title={words.adjust}
      help={words.adjustHelp}
      button={words.adjust}
      act={() =>
        ask("post", "/admin/accounts/{id}/adjust", {
          path: { id: account.id },
          body: { credits: Number(credits.value), reference: reference.value, note: note.value },
        })
      }
      onDone={onDone}
    >
      <Field label={words.amount} value={credits} type="number" isRequired />
      <Field label={words.reference} value={reference} isRequired />
      <Field label={words.note} value={note} />
    </ActForm>
  );
}

function Grant({ account, onDone }: ActsProps) {
  const credits = useSignal("");
  const note = useSignal("");
  return (
    <ActForm
      title={words.grant}
      help={words.grantHelp}
      button={words.grant}
      act={() =>
        ask("post", "/admin/accounts/{id}/grant", {
          path: { id: account.id },
          body: { credits: Number(credits.value), ...(note.value && { note: note.value }) },
        })
      }
      onDone={async () => {
        credits.value = ""; // sent once more it would be given once more
        await onDone();
      }}
    >
      <Field label={words.granted} value={credits} type="number" isRequired />
      <Field label={words.note} value={note} />
    </ActForm>
  );
}

function Caps({ account, onDone }: ActsProps) {
  const day = useSignal(typed(account.caps.day));
  const month = useSignal(typed(account.caps.month));
  const total = useSignal(typed(account.caps.total));
  return (
    <ActForm
      title={words.caps}
      help={words.capsHelp}
      button={words.set}
      act={() =>
        ask("post", "/admin/accounts/{id}/caps", {
          path: { id: account.id },
          body: { day: countIn(day), month: countIn(month), total: countIn(total) },
        })
      }
      onDone={onDone}
    >
      <Field label={words.capDay} value={day} type="number" />
      <Field label={words.capMonth} value={month} type="number" />
      <Field label={words.capTotal} value={total} type="number" />
    </ActForm>
  );
}

function Limits({ account, onDone }: ActsProps) {
  const rate = useSignal(typed(account.ownLimits.createsPerMinute));
  const runningMax = useSignal(typed(account.ownLimits.runningMax));
  const retentionDays = useSignal(typed(account.ownLimits.retentionDays));
  return (
    <ActForm
      title={words.limits}
      help={words.limitsHelp}
      button={words.set}
      act={() =>
        ask("post", "/admin/accounts/{id}/limits", {
          path: { id: account.id },
          body: {
            createsPerMinute: countIn(rate),
            runningMax: countIn(runningMax),
            retentionDays: countIn(retentionDays),
          },
        })
      }
      onDone={onDone}
    >
      <Field label={words.rate} value={rate} type="number" />
      <Field label={words.runningMax} value={runningMax} type="number" />
      <Field label={words.retention} value={retentionDays} type="number" />
    </ActForm>
  );
}

function Access({ account, onDone }: ActsProps) {
  const reason = useSignal("");
  const path = { id: account.id };
  if (account.suspendedAt) {
    return (
      <ActForm
        key="resume"
        title={words.access}
        help={words.accessHelp}
        button={words.resume}
        act={() => ask("post", "/admin/accounts/{id}/resume", { path })}
        onDone={onDone}
      />
    );
  }
  return (
    <ActForm
      key="suspend"
      title={words.access}
      help={words.accessHelp}
      button={words.suspend}
      act={() => ask("post", "/admin/accounts/{id}/suspend", { path, body: { reason: reason.value } })}
      onDone={onDone}
      isDangerous
    >
      <Field label={words.reason} value={reason} />
    </ActForm>
  );
}

function Data({ account, onDone }: ActsProps) {
  const path = { id: account.id };
  const other = account.plan === "free" ? "pro" : "free";
  return (
    <section class="card console-section">
      <h3>{words.data}</h3>
      <p class="quiet">{words.dataHelp}</p>
      <div class="row">
        <ActButton
          act={() => ask("post", "/admin/accounts/{id}/plan", { path, body: { plan: other } })}
          onDone={onDone}
        >
          {words.changePlan(texts.account.plans[other])}
        </ActButton>
        <ActButton
          act={async () => {
            download(await askFile("post", "/admin/accounts/{id}/export", { path }), `${account.id}.zip`);
          }}
        >
          {words.export}
        </ActButton>
      </div>
    </section>
  );
}

function Delete({ account, onDone }: ActsProps) {
  const address = useSignal("");
  const { problem, isBusy, perform } = useAct(onDone);
  return (
    <section class="card console-section">
      <h3>{words.delete}</h3>
      <p class="quiet">{words.deleteHelp}</p>
      <form
        class="row console-form"
        aria-label={words.delete}
        onSubmit={(event) => {
          event.preventDefault();
          perform(() => ask("delete", "/admin/accounts/{id}", { path: { id: account.id } }));
        }}
      >
        <Field label={words.typeAddress(account.email ?? "")} value={address} isRequired />
        <button
          type="submit"
          class="button danger"
          aria-disabled={isBusy.value}
          disabled={address.value.trim() !== account.email}
        >
          {words.delete}
        </button>
      </form>
      <Against problem={problem} />
    </section>
  );
}

function typed(count: number | null): string {
  return count === null ? "" : String(count);
}

function countIn(field: Signal<string>): number | null {
  return field.value === "" ? null : Number(field.value);
}
