import { useSignal } from "@preact/signals";
import icon from "../styles/icon.svg";
import "../styles/sign-in.css";
import { texts } from "../texts/en.ts";
import { signIn } from "./account.ts";
import { ended } from "./session.ts";

/** The page of somebody without a key. */
export function SignIn() {
  const typed = useSignal("");
  const problem = useSignal("");
  const isAsking = useSignal(false);
  const why = { revoked: texts.signIn.revoked, "link-used": texts.signIn.linkUsed, "signed-out": "" }[
    ended.value ?? "signed-out"
  ];

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    isAsking.value = true;
    try {
      if (!(await signIn(typed.value.trim()))) problem.value = texts.signIn.refused;
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
    isAsking.value = false;
  }

  return (
    <main class="sign-in">
      <div class="card">
        <span class="brand">
          <img src={icon} alt="" /> mediamill
        </span>
        <div class="stack">
          <h1>{texts.signIn.title}</h1>
          {why && (
            <p class="notice bad" role="status">
              {why}
            </p>
          )}
          <p class="quiet">{texts.signIn.intro}</p>
        </div>
        <form onSubmit={submit}>
          <label for="key">{texts.signIn.key}</label>
          <input
            id="key"
            class="input mono"
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            value={typed.value}
            aria-invalid={problem.value !== ""}
            aria-describedby="key-problem"
            onInput={(event) => {
              typed.value = event.currentTarget.value;
              problem.value = "";
            }}
          />
          <p id="key-problem" role="alert" class="field-error" hidden={!problem.value}>
            {problem.value}
          </p>
          <button class="button primary large" type="submit" disabled={isAsking.value || !typed.value.trim()}>
            {texts.signIn.submit}
          </button>
        </form>
        <p class="small quiet">
          {texts.signIn.advice} <a href="/docs">{texts.pages.docs}</a> · <a href="/guide">{texts.pages.guide}</a> ·{" "}
          <a href="/console">{texts.shell.operators}</a>
        </p>
      </div>
    </main>
  );
}
