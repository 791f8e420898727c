import type { ComponentChildren } from "preact";
import { copy } from "../../parts/copy.ts";
import { consoleTexts } from "../../texts/en-console.ts";

interface SecretProps {
  sentence: string;
  secret: string;
  children?: ComponentChildren;
}

/** Something that is shown this one time. */
export function Secret({ sentence, secret, children }: SecretProps) {
  return (
    <div class="notice console-secret" role="status">
      <p>{sentence}</p>
      <div class="row">
        <code>{secret}</code>
        <button type="button" class="button" onClick={() => copy(secret)}>
          {consoleTexts.copy}
        </button>
        {children}
      </div>
    </div>
  );
}
