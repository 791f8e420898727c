import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import "./console.css";
import type { PageProps } from "../../app/pages.ts";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { AccountDetail } from "./account-detail.tsx";
import { AccountList } from "./account-list.tsx";
import { Alerts } from "./alerts.tsx";
import { AuditLog } from "./audit-log.tsx";
import { Deliveries } from "./deliveries.tsx";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { Engines } from "./engines.tsx";
import { Failures } from "./failures.tsx";
import { GenerationDetail } from "./generation-detail.tsx";
import { GenerationList } from "./generation-list.tsx";
import { enter, leave, operator, problem } from "./operator.ts";
import { OverviewSection } from "./overview.tsx";
import { Settings } from "./settings.tsx";
import { Usage } from "./usage.tsx";
import { Vouchers } from "./vouchers.tsx";
import { Work } from "./work.tsx";
import { Workers } from "./workers.tsx";

const words = consoleTexts;

interface Section {
  name: Exclude<keyof typeof consoleTexts.names, "account">;
  /** What it shows as a whole. */
  all: ComponentType;
  /** What it shows of one, where one can be opened. */
  one?: ComponentType<{ id: string }>;
}

const SECTIONS: readonly [Section, ...Section[]] = [
  { name: "overview", all: OverviewSection },
  { name: "generations", all: GenerationList, one: GenerationDetail },
  { name: "failures", all: Failures },
  { name: "work", all: Work },
  { name: "workers", all: Workers },
  { name: "engines", all: Engines },
  { name: "accounts", all: AccountList, one: AccountDetail },
  { name: "vouchers", all: Vouchers },
  { name: "deliveries", all: Deliveries, one: DeliveryDetail },
  { name: "alerts", all: Alerts },
  { name: "usage", all: Usage },
  { name: "settings", all: Settings },
  { name: "audit", all: AuditLog },
];
const OVERVIEW = SECTIONS[0];

/** The page of those who run the service. */
export default function ConsolePage({ path }: PageProps) {
  const section = path.section ? SECTIONS.find(({ name }) => name === path.section) : OVERVIEW;
  if (!operator.value) return <Door />;
  return (
    <div class="stack console">
      <Top />
      <nav class="pages console-sections" aria-label={words.sections}>
        {SECTIONS.map((one) => (
          <a key={one.name} href={addressOf(one)} aria-current={one === section ? "page" : undefined}>
            {words.names[one.name]}
          </a>
        ))}
      </nav>
      {section ? <Shown section={section} id={path.id} /> : <p class="notice">{words.nowhere}</p>}
    </div>
  );
}

function Top() {
  if (!operator.value) return null;
  const { name, scopes, ceiling, movedToday } = operator.value;
  return (
    <div class="row spread">
      <h1>{texts.pages.console}</h1>
      <span class="row small quiet">
        {words.signedIn(name, scopes.join(", "))}
        {scopes.includes("money") && <span>{words.moved(movedToday, ceiling)}</span>}
        <button type="button" class="button" onClick={leave}>
          {words.leave}
        </button>
      </span>
    </div>
  );
}

function Shown({ section, id }: { section: Section; id: string | undefined }) {
  useEffect(() => {
    document.title = `${words.names[section.name]} · ${texts.pages.console} · mediamill`;
  }, [section]);
  const { all: All, one: One } = section;
  if (!id) return <All />;
  if (!One) return <p class="notice">{words.nowhere}</p>;
  return (
    <>
      <a href={addressOf(section)}>{words.back(words.names[section.name])}</a>
      <One key={id} id={id} />
    </>
  );
}

function addressOf({ name }: Section): string {
  return name === OVERVIEW.name ? "/console" : `/console/${name}`;
}

function Door() {
  const typed = useSignal("");
  return (
    <form
      class="card console-door"
      onSubmit={(event) => {
        event.preventDefault();
        enter(typed.value.trim());
      }}
    >
      <h1>{texts.pages.console}</h1>
      <p class="quiet">{words.intro}</p>
      <label for="admin-key">{words.key}</label>
      <input
        id="admin-key"
        class="input mono"
        type="password"
        autocomplete="off"
        spellcheck={false}
        required
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
      <p role="alert" class="field-error" hidden={!problem.value}>
        {problem.value}
      </p>
      <button type="submit" class="button primary large">
        {texts.signIn.submit}
      </button>
    </form>
  );
}
