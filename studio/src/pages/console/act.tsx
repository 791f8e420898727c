import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { say } from "../../parts/toast.tsx";
import { consoleTexts } from "../../texts/en-console.ts";
import { attempt } from "./operator.ts";

type Perform = () => Promise<unknown>;

interface Acting {
  /** What the service said against it; empty where nothing. */
  problem: Signal<string>;
  isBusy: Signal<boolean>;
  /** Do it; says whether it was done. */
  perform: (act: Perform) => Promise<boolean>;
}

/** Something that an operator does; what is said against it stays where it was done. `onDone` follows a success. */
export function useAct(onDone?: () => Promise<void> | void): Acting {
  const problem = useSignal("");
  const isBusy = useSignal(false);
  async function perform(act: Perform): Promise<boolean> {
    if (isBusy.value) return false;
    problem.value = "";
    isBusy.value = true;
    const isDone = await attempt(act, problem);
    isBusy.value = false;
    if (isDone) {
      say(consoleTexts.done);
      await onDone?.();
    }
    return isDone;
  }
  return { problem, isBusy, perform };
}

/** What was said against an act. */
export function Against({ problem }: { problem: Signal<string> }) {
  return (
    <p class="field-error" role="alert" hidden={!problem.value}>
      {problem.value}
    </p>
  );
}

interface ActButtonProps {
  act: Perform;
  onDone?: () => Promise<void> | void;
  /** What it acts on, for those who do not see where it stands. */
  about?: string;
  /** What is asked before it is done. */
  question?: string;
  isDangerous?: boolean;
  children: string;
}

/** A button for an act without anything to fill in. */
export function ActButton({ act, onDone, about, question, isDangerous, children }: ActButtonProps) {
  const { problem, isBusy, perform } = useAct(onDone);
  const isAsking = useSignal(false);
  return (
    <span class="console-act">
      <button
        type="button"
        class={isDangerous ? "button danger" : "button"}
        aria-disabled={isBusy.value}
        onBlur={() => {
          isAsking.value = false;
        }}
        onClick={async (event) => {
          const table = event.currentTarget.closest<HTMLElement>(".table-frame");
          const isMeant = !question || isAsking.value;
          isAsking.value = !isMeant;
          if (isMeant && (await perform(act))) stayIn(table);
        }}
      >
        {isAsking.value ? question : children}
        {about && <span class="visually-hidden"> {about}</span>}
      </button>
      <Against problem={problem} />
    </span>
  );
}

/** Where an act took its own button away, the keyboard goes on from the table that it stood in. */
export function stayIn(table: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) table?.focus({ preventScroll: true });
  });
}

interface ActFormProps {
  title: string;
  help?: string;
  button: string;
  act: Perform;
  onDone?: () => Promise<void> | void;
  isDangerous?: boolean;
  children?: ComponentChildren;
}

/** A card with what an act needs to know. */
export function ActForm({ title, help, button, act, onDone, isDangerous, children }: ActFormProps) {
  const { problem, isBusy, perform } = useAct(onDone);
  return (
    <section class="card console-section">
      <h3>{title}</h3>
      {help && <p class="quiet">{help}</p>}
      <form
        class="row console-form"
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          perform(act);
        }}
      >
        {children}
        <button type="submit" class={isDangerous ? "button danger" : "button"} aria-disabled={isBusy.value}>
          {button}
        </button>
      </form>
      <Against problem={problem} />
    </section>
  );
}
