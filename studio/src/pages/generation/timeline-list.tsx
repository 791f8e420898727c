import type { Inspection } from "@mediamill/client";
import { inFull } from "../../parts/time.ts";
import { texts } from "../../texts/en.ts";
import { duration, timelineOf } from "./timeline.ts";

/** What happened to a generation and when. */
export function Timeline({ found }: { found: Inspection }) {
  return (
    <section class="card facts">
      <h2>{texts.generation.timeline}</h2>
      <ol class="timeline">
        {timelineOf(found).map((moment) => (
          <li key={moment.at + moment.title} class={moment.tone}>
            <strong>{moment.title}</strong>
            {moment.detail && <span> · {moment.detail}</span>}
            <span class="small quiet moment">
              <time dateTime={moment.at}>{inFull(moment.at)}</time>
              {moment.afterSeconds !== null && ` · ${texts.generation.after(duration(moment.afterSeconds))}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
