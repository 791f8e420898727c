import { useSignal } from "@preact/signals";
import { Table } from "../../parts/table.tsx";
import { inFull } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { EMPTY_DRAFT, requestOf, SCOPES } from "../account/new-key.ts";
import { ActButton, ActForm } from "./act.tsx";
import { Field } from "./field.tsx";
import { Instant } from "./links.tsx";
import { useLive } from "./live.ts";
import { type AccountKey, ask } from "./operator.ts";
import { Secret } from "./secret.tsx";

const words = texts.account.keys;
const own = consoleTexts.keys;
const COLUMNS = [
  { text: words.name },
  { text: words.may },
  { text: words.lastUsed },
  { text: words.used, isNumber: true },
  { text: words.end },
  { text: consoleTexts.act },
];

/** An account's API keys, and what signs its webhooks. */
export function AccountKeys({ id, isDeleted }: { id: string; isDeleted: boolean }) {
  const keys = useSignal<AccountKey[]>([]);
  const { problem, again } = useLive(async () => {
    keys.value = (await ask("get", "/admin/accounts/{id}/keys", { path: { id } })).data;
  }, [id]);
  if (isDeleted) return null;
  return (
    <>
      <section class="card console-section">
        <h3>{words.title}</h3>
        <p class="notice bad" role="status" hidden={!problem.value}>
          {problem.value}
        </p>
        {keys.value.length > 0 && (
          <Table label={words.title} columns={COLUMNS}>
            {keys.value.map((key) => (
              <Row key={key.id} account={id} shown={key} onDone={again} />
            ))}
          </Table>
        )}
      </section>
      <div class="console-cards">
        <CreateKey id={id} onDone={again} />
        <RotateSecret id={id} />
      </div>
    </>
  );
}

function Row({ account, shown, onDone }: { account: string; shown: AccountKey; onDone: () => Promise<void> }) {
  const { name, prefix, scopes, tools, lastUsedAt, used, expiresAt, revokedAt } = shown;
  return (
    <tr class={revokedAt ? "quiet" : ""}>
      <td>
        {name || words.unnamed}
        <div class="small quiet mono">{prefix}…</div>
      </td>
      <td>
        {scopes.join(", ")}
        {tools && <div class="small quiet">{words.onlyTools(tools.join(", "))}</div>}
      </td>
      <td>{lastUsedAt ? <Instant at={lastUsedAt} /> : words.never}</td>
      <td class="number">{used.total.toLocaleString("en")}</td>
      <td>{revokedAt ? words.revokedAt(inFull(revokedAt)) : expiresAt ? <Instant at={expiresAt} /> : words.noEnd}</td>
      <td>
        {!revokedAt && (
          <ActButton
            about={name || prefix}
            question={words.really}
            isDangerous
            act={() => ask("delete", "/admin/accounts/{id}/keys/{key}", { path: { id: account, key: shown.id } })}
            onDone={onDone}
          >
            {words.revoke}
          </ActButton>
        )}
      </td>
    </tr>
  );
}

function CreateKey({ id, onDone }: { id: string; onDone: () => Promise<void> }) {
  const name = useSignal("");
  const scopes = useSignal<readonly (typeof SCOPES)[number][]>(SCOPES);
  const tools = useSignal("");
  const lastDay = useSignal("");
  const day = useSignal("");
  const month = useSignal("");
  const made = useSignal("");
  return (
    <div class="stack">
      <ActForm
        title={words.create}
        help={own.createHelp}
        button={words.create}
        act={async () => {
          const body = requestOf({
            ...EMPTY_DRAFT,
            name: name.value,
            scopes: scopes.value,
            tools: tools.value.split(/[\s,]+/).filter(Boolean),
            lastDay: lastDay.value,
            day: day.value,
            month: month.value,
          });
          made.value = (await ask("post", "/admin/accounts/{id}/keys", { path: { id }, body })).apiKey;
        }}
        onDone={onDone}
      >
        <Field label={words.name} value={name} isRequired />
        <Field label={own.tools} value={tools} />
        <Field label={words.lastDay} value={lastDay} type="date" />
        <Field label={words.cap(words.windows.day)} value={day} type="number" />
        <Field label={words.cap(words.windows.month)} value={month} type="number" />
        <fieldset class="row console-choices">
          <legend class="small quiet">{words.may}</legend>
          {SCOPES.map((scope) => (
            <label key={scope} class="row">
              <input
                type="checkbox"
                checked={scopes.value.includes(scope)}
                onChange={() => {
                  scopes.value = SCOPES.filter((one) => scopes.value.includes(one) !== (one === scope));
                }}
              />
              {scope}
            </label>
          ))}
        </fieldset>
      </ActForm>
      {made.value && <Secret sentence={own.made} secret={made.value} />}
    </div>
  );
}

function RotateSecret({ id }: { id: string }) {
  const until = useSignal("");
  return (
    <section class="card console-section">
      <h3>{own.secret}</h3>
      <p class="quiet">{own.secretHelp}</p>
      <ActButton
        question={own.reallyRotate}
        act={async () => {
          until.value = (
            await ask("post", "/admin/accounts/{id}/webhook-secret/rotate", { path: { id } })
          ).previousUntil;
        }}
      >
        {own.rotate}
      </ActButton>
      {until.value && <p role="status">{own.rotated(inFull(until.value))}</p>}
    </section>
  );
}
