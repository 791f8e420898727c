import { useSignal } from "@preact/signals";
import { Dialog } from "../../parts/dialog.tsx";
import { consoleTexts } from "../../texts/en-console.ts";
import { ActButton, Against, stayIn, useAct } from "./act.tsx";
import { Field } from "./field.tsx";
import { Instant } from "./links.tsx";

const words = consoleTexts.stops;

interface StopButtonProps {
  /** What will be stopped, such as "Pause the pool cpu". */
  title: string;
  /** What that means. */
  help: string;
  act: (reason: string) => Promise<unknown>;
  onDone: () => Promise<void>;
  children: string;
}

/** A button for what stops something: it says what that means and asks for a reason first. */
export function StopButton({ title, help, act, onDone, children }: StopButtonProps) {
  const isAsking = useSignal(false);
  const reason = useSignal("");
  const { problem, isBusy, perform } = useAct(async () => {
    isAsking.value = false;
    await onDone();
  });
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          reason.value = "";
          problem.value = "";
          isAsking.value = true;
        }}
      >
        {children}
        <span class="visually-hidden"> ({title})</span>
      </button>
      {isAsking.value && (
        <Dialog
          title={title}
          onClose={() => {
            isAsking.value = false;
          }}
        >
          <form
            class="stack"
            onSubmit={async (event) => {
              event.preventDefault();
              const table = event.currentTarget.closest<HTMLElement>(".table-frame");
              if (await perform(() => act(reason.value))) stayIn(table);
            }}
          >
            <p>{help}</p>
            <Field label={words.reason} value={reason} />
            <Against problem={problem} />
            <div class="row">
              <button type="submit" class="button danger" aria-disabled={isBusy.value}>
                {children}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}

interface Halted {
  state: "open" | "paused" | "draining";
  since: string | null;
  reason: string;
}

/** Whether something is stopped, since when and why. */
export function HaltState({ halted }: { halted: Halted }) {
  return (
    <>
      <span class={`chip ${halted.state === "open" ? "good" : "bad"}`}>{words.states[halted.state]}</span>
      {halted.state !== "open" && (
        <div class="small quiet">
          <Instant at={halted.since} />
          {halted.reason && `: ${halted.reason}`}
        </div>
      )}
    </>
  );
}

interface HaltActsProps {
  halted: Halted;
  /** As it is called in a sentence: "the pool cpu". */
  subject: string;
  help: { pause: string; drain: string };
  pause: (reason: string) => Promise<unknown>;
  drain: (reason: string) => Promise<unknown>;
  resume: () => Promise<unknown>;
  onDone: () => Promise<void>;
}

/** Pause, drain and resume, as far as each changes anything. */
export function HaltActs({ halted, subject, help, pause, drain, resume, onDone }: HaltActsProps) {
  return (
    <div class="row console-acts">
      {halted.state !== "paused" && (
        <StopButton title={words.pauseOf(subject)} help={help.pause} act={pause} onDone={onDone}>
          {words.pause}
        </StopButton>
      )}
      {halted.state !== "draining" && (
        <StopButton title={words.drainOf(subject)} help={help.drain} act={drain} onDone={onDone}>
          {words.drain}
        </StopButton>
      )}
      {halted.state !== "open" && (
        <ActButton about={subject} act={resume} onDone={onDone}>
          {words.resume}
        </ActButton>
      )}
    </div>
  );
}
