import { useSignal } from "@preact/signals";
import { consoleTexts } from "../../texts/en-console.ts";
import { ActButton, ActForm } from "./act.tsx";
import { Field } from "./field.tsx";
import { Instant } from "./links.tsx";
import { LiveTable } from "./live-table.tsx";
import { ask, type Voucher } from "./operator.ts";
import { Secret } from "./secret.tsx";

const words = consoleTexts.vouchers;
const COLUMNS = [
  { text: words.name },
  { text: words.credits, isNumber: true },
  { text: words.redeemed, isNumber: true },
  { text: words.created },
  { text: words.ends },
  { text: consoleTexts.act },
];

/** Codes that are worth credits. */
export function Vouchers() {
  const version = useSignal(0);
  return (
    <>
      <section class="card console-section">
        <h2>{consoleTexts.names.vouchers}</h2>
        <p class="quiet">{words.help}</p>
        <LiveTable<Voucher>
          label={consoleTexts.names.vouchers}
          columns={COLUMNS}
          inputs={[]}
          version={version.value}
          read={(offset, limit) => ask("get", "/admin/vouchers", { query: { offset, limit } })}
          cells={(one, refresh) => <Cells one={one} refresh={refresh} />}
        />
      </section>
      <MakeVouchers
        onDone={() => {
          version.value += 1;
        }}
      />
    </>
  );
}

function Cells({ one, refresh }: { one: Voucher; refresh: () => Promise<void> }) {
  return (
    <>
      <td>
        {one.name}
        <div class="small quiet mono">{one.id}</div>
      </td>
      <td class="number">{one.credits.toLocaleString("en")}</td>
      <td class="number">{words.of(one.uses, one.usesMax)}</td>
      <td>
        <Instant at={one.createdAt} />
      </td>
      <td>
        {one.revokedAt && <span class="chip bad">{words.revoked}</span>} <Instant at={one.revokedAt ?? one.expiresAt} />
      </td>
      <td>
        {!one.revokedAt && (
          <ActButton
            about={one.name}
            question={words.reallyRevoke}
            isDangerous
            act={() => ask("delete", "/admin/vouchers/{id}", { path: { id: one.id } })}
            onDone={refresh}
          >
            {words.revoke}
          </ActButton>
        )}
      </td>
    </>
  );
}

function MakeVouchers({ onDone }: { onDone: () => void }) {
  const name = useSignal("");
  const credits = useSignal("");
  const count = useSignal("1");
  const uses = useSignal("1");
  const lastDay = useSignal("");
  const codes = useSignal<string[]>([]);
  return (
    <>
      <ActForm
        title={words.make}
        help={words.makeHelp}
        button={words.make}
        act={async () => {
          const body = {
            name: name.value.trim(),
            credits: Number(credits.value),
            count: Number(count.value),
            usesMax: Number(uses.value),
            ...(lastDay.value && { expiresAt: `${lastDay.value}T23:59:59.999Z` }),
          };
          codes.value = (await ask("post", "/admin/vouchers", { body })).data.map(({ code }) => code);
        }}
        onDone={() => {
          name.value = ""; // sent once more it would make as many again
          onDone();
        }}
      >
        <Field label={words.name} value={name} isRequired />
        <Field label={words.credits} value={credits} type="number" isRequired />
        <Field label={words.count} value={count} type="number" isRequired />
        <Field label={words.uses} value={uses} type="number" isRequired />
        <Field label={words.lastDay} value={lastDay} type="date" />
      </ActForm>
      {codes.value.length > 0 && <Secret sentence={words.codes(codes.value.length)} secret={codes.value.join("\n")} />}
    </>
  );
}
