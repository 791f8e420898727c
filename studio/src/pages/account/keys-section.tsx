import type { Key } from "@mediamill/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client } from "../../api/client.ts";
import { noticing } from "../../app/account.ts";
import { end } from "../../app/session.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { copy } from "../../parts/copy.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Table } from "../../parts/table.tsx";
import { ago, inFull } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { KeyForm } from "./key-form.tsx";

const words = texts.account.keys;
const COLUMNS = [
  { text: words.name },
  { text: words.may },
  { text: words.lastUsed },
  { text: words.used, isNumber: true },
  { text: words.end },
  { text: words.act },
];

/** The account's API keys; a key without the right to manage them sees nothing of this. */
export function KeysSection() {
  const keys = useSignal<Key[] | null>(null);
  const isMaking = useSignal(false);
  const made = useSignal<string | null>(null);
  async function read(): Promise<void> {
    await noticing(async () => {
      keys.value = (await client.transport.json("get", "/ext/keys")).data;
    });
  }
  useEffect(() => {
    read();
  }, []);
  if (!keys.value) return null;
  return (
    <section class="card account-section">
      <div class="row spread">
        <h2>{words.title}</h2>
        <button
          type="button"
          class="button"
          onClick={() => {
            isMaking.value = true;
          }}
        >
          {words.create}
        </button>
      </div>
      {made.value && <NewKey apiKey={made.value} />}
      <Table label={words.title} columns={COLUMNS}>
        {keys.value.map((key) => (
          <Row key={key.id} shown={key} onRevoked={read} />
        ))}
      </Table>
      {isMaking.value && (
        <Dialog
          title={words.create}
          onClose={() => {
            isMaking.value = false;
          }}
        >
          <KeyForm
            onMade={(apiKey) => {
              isMaking.value = false;
              made.value = apiKey;
              read();
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

function NewKey({ apiKey }: { apiKey: string }) {
  return (
    <div class="notice new-key" role="status">
      <p>{words.once}</p>
      <div class="row">
        <code>{apiKey}</code>
        <button type="button" class="button" onClick={() => copy(apiKey)}>
          {words.copy}
        </button>
      </div>
    </div>
  );
}

function Row({ shown, onRevoked }: { shown: Key; onRevoked: () => Promise<void> }) {
  async function revoke(): Promise<void> {
    const isDone = await noticing(async () => {
      await client.transport.json("delete", "/ext/keys/{id}", { path: { id: shown.id } });
    });
    if (isDone && shown.isCurrent) end("signed-out");
    else await onRevoked();
  }

  return (
    <tr class={shown.revokedAt ? "quiet" : ""}>
      <td>
        {shown.name || words.unnamed}
        {shown.isCurrent && <span class="chip live">{words.current}</span>}
        <br />
        <code class="quiet">{shown.prefix}…</code>
      </td>
      <td>{rightsOf(shown)}</td>
      <td>{shown.lastUsedAt ? ago(shown.lastUsedAt) : words.never}</td>
      <td class="number">
        {texts.studio.credits(shown.used.total)}
        {capsOf(shown).map((line) => (
          <div key={line} class="small quiet">
            {line}
          </div>
        ))}
      </td>
      <td>{endOf(shown)}</td>
      <td>
        {!shown.revokedAt && (
          <ConfirmButton question={shown.isCurrent ? words.reallyOwn : words.really} onConfirm={revoke}>
            {words.revoke}
          </ConfirmButton>
        )}
      </td>
    </tr>
  );
}

/** What it may do, in a line. */
function rightsOf({ scopes, tools, models, networks, createsPerMinute }: Key): string {
  return [
    scopes.join(", "),
    tools && words.onlyTools(tools.join(", ")),
    models && words.onlyModels(models.join(", ")),
    networks && words.onlyFrom(networks.join(", ")),
    createsPerMinute && words.rate(createsPerMinute),
  ]
    .filter(Boolean)
    .join("; ");
}

function capsOf({ caps, left, renewsAt }: Key): string[] {
  return (["day", "month", "total"] as const).flatMap((window) => {
    if (caps[window] === null) return [];
    const line = words.left(left[window] ?? 0, caps[window], words.windows[window]);
    return [window === "total" ? line : `${line}, ${words.renews(inFull(renewsAt[window]))}`];
  });
}

function endOf({ revokedAt, expiresAt }: Key): string {
  if (revokedAt) return words.revokedAt(inFull(revokedAt));
  return expiresAt ? inFull(expiresAt) : words.noEnd;
}
