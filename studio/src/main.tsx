import { render } from "preact";
import { signIn } from "./app/account.ts";
import { startKeyboard } from "./app/keyboard.ts";
import { keyOfLink } from "./app/one-time-code.ts";
import { startRouter } from "./app/router.ts";
import { ended, key } from "./app/session.ts";
import { Shell } from "./app/shell.tsx";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/shell.css";

async function start(root: Element): Promise<void> {
  startRouter();
  startKeyboard();
  try {
    const linked = await keyOfLink();
    if (linked) await signIn(linked);
  } catch {
    if (!key.value) ended.value = "link-used";
  }
  render(<Shell />, root);
}

const root = document.getElementById("app");
if (root) start(root);
