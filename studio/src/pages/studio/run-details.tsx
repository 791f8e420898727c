import type { Inspection } from "@mediamill/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client } from "../../api/client.ts";
import { noticing } from "../../app/account.ts";
import { copy } from "../../parts/copy.ts";
import { texts } from "../../texts/en.ts";

/** What is told of every generation, whatever its engine says. */
const TOLD = new Set(["model", "seed", "engine", "engineVersion"]);

/** How a generation was made: engine, seed, times, credits, provenance, and what had no effect. */
export function RunDetails({ id, status }: { id: string; status: string }) {
  const found = useSignal<Inspection | null>(null);
  useEffect(() => {
    noticing(async () => {
      found.value = await client.inspect(id);
    });
  }, [id, status]);
  const facts = found.value;
  if (!facts) return <p class="quiet">{texts.parts.loading}</p>;
  const { names } = texts.details;
  const seconds = (value: number | null) => value !== null && `${value.toFixed(1)} s`;
  const rows: [string, string | number | false | null][] = [
    [names.model, facts.model],
    [names.engine, [facts.engine, facts.engineVersion].filter(Boolean).join(" ")],
    [names.seed, facts.seed],
    [names.credits, facts.credits.captured],
    [names.queue, seconds(facts.queueSeconds)],
    [names.run, seconds(facts.runSeconds)],
    ...Object.entries(facts.provenance)
      .filter(([name]) => !TOLD.has(name))
      .map(([name, value]): [string, string] => [name, String(value)]),
  ];
  return (
    <div class="details small">
      {facts.notUnderstood.length > 0 && (
        <p class="notice">
          {texts.details.notUnderstood} <strong>{facts.notUnderstood.join(", ")}</strong>
        </p>
      )}
      <dl>
        {rows
          .filter(([, value]) => value !== null && value !== false && value !== "")
          .map(([name, value]) => (
            <div key={name}>
              <dt class="quiet">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <button type="button" class="id mono" title={texts.details.copyId} onClick={() => copy(id)}>
        {id}
      </button>
    </div>
  );
}
