import { signal } from "@preact/signals";

const SHOWN_MILLISECONDS = 3_000;
const message = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;

/** Say something in passing, such as that an address was copied. */
export function say(text: string): void {
  message.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    message.value = "";
  }, SHOWN_MILLISECONDS);
}

export function Toast() {
  return <div aria-live="polite">{message.value && <p class="toast">{message.value}</p>}</div>;
}
