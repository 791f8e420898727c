import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

interface ConfirmButtonProps {
  /** What is asked before it is done. */
  question: string;
  onConfirm: () => void;
  disabled?: boolean;
  children: ComponentChildren;
}

/** A button for what cannot be undone: it asks at the first click and acts at the second. */
export function ConfirmButton({ question, onConfirm, disabled, children }: ConfirmButtonProps) {
  const isAsking = useSignal(false);
  return (
    <button
      type="button"
      class="button danger"
      disabled={disabled}
      onBlur={() => {
        isAsking.value = false;
      }}
      onClick={() => {
        if (isAsking.value) onConfirm();
        isAsking.value = !isAsking.value;
      }}
    >
      {isAsking.value ? question : children}
    </button>
  );
}
