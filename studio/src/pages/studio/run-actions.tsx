import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { modelOf, takersOf, toolOf } from "../../api/catalogue.ts";
import { client } from "../../api/client.ts";
import { forget, hasEnded, inputOfRun, type Run, runs, start } from "../../api/runs.ts";
import { noticing } from "../../app/account.ts";
import { drawSeed, type Values } from "../../forms/fields.ts";
import { copy, extensionOf, save } from "../../parts/copy.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { IconButton } from "../../parts/icon.tsx";
import { texts } from "../../texts/en.ts";
import type { Track } from "../../viewers/sound/player.ts";
import { TracksViewer } from "../../viewers/sound/tracks-viewer.tsx";

interface ActionsProps {
  run: Run;
  hasDetails: boolean;
  onTake: (tool: string, input: Values) => void;
  onCompare: () => void;
  onDetails: () => void;
}

/** What can be done with a run. */
export function RunActions({ run, hasDetails, onTake, onCompare, onDetails }: ActionsProps) {
  const hasTracks = useSignal(false);
  const { output } = run;
  const hasSeed = modelOf(run.tool, run.input?.model)?.fields.some((field) => field.kind === "seed");
  const tracks = tracksOf(run);

  const again = (changed: Values) =>
    noticing(async () => void (await start(run.tool, run.type, { ...(await inputOfRun(run)), ...changed })));
  const remove = () =>
    noticing(async () => {
      await client.delete(run.id);
      forget(run.id);
    });

  return (
    <footer class="actions">
      {output && (
        <>
          <IconButton
            name="save"
            label={texts.actions.save}
            onClick={() => save(output, `${run.tool}-${run.id.slice(-8)}.${extensionOf(output)}`)}
          />
          <IconButton name="copy" label={texts.actions.copyAddress} onClick={() => copy(output)} />
        </>
      )}
      <IconButton
        name="edit"
        label={texts.actions.change}
        onClick={() => inputOfRun(run).then((input) => onTake(run.tool, input))}
      />
      {hasSeed && (
        <IconButton name="dice" label={texts.actions.otherSeed} onClick={() => again({ seed: drawSeed() })} />
      )}
      {run.status === "error" && (
        <button type="button" class="button" onClick={() => again({})}>
          {texts.actions.again}
        </button>
      )}
      {output && run.type === "image" && (
        <IconButton name="compare" label={texts.actions.compare} onClick={onCompare} />
      )}
      {output && tracks.length > 1 && (
        <button
          type="button"
          class="button"
          onClick={() => {
            hasTracks.value = true;
          }}
        >
          {texts.actions.sideBySide}
        </button>
      )}
      {output && (run.type === "image" || run.type === "audio") && (
        <UseIn output={output} media={run.type} onTake={onTake} />
      )}
      <span class="fill" />
      <IconButton name="info" label={texts.actions.details} pressed={hasDetails} onClick={onDetails} />
      {hasEnded(run) && <IconButton name="trash" label={texts.actions.remove} onClick={remove} />}
      {hasTracks.value && <Tracks tracks={tracks} onClose={() => Object.assign(hasTracks, { value: false })} />}
    </footer>
  );
}

function Tracks({ tracks, onClose }: { tracks: readonly Track[]; onClose: () => void }) {
  const kept = useMemo(() => tracks, []);
  return (
    <Dialog title={texts.actions.sideBySide} onClose={onClose}>
      <TracksViewer tracks={kept} />
    </Dialog>
  );
}

/** Results of the same recording, and the recording itself where it is still kept here. */
function tracksOf(run: Run): Track[] {
  const original = originalOf(run);
  if (run.type !== "audio" || !original) return [];
  const made = runs.value.filter((one) => one.tool === run.tool && one.output && originalOf(one) === original);
  const named = new Map<string, string>();
  for (const one of made) {
    const name = String(one.input?.instrument ?? one.input?.target_lang ?? texts.viewers.result);
    if (one.output && !named.has(name)) named.set(name, one.output);
  }
  return [{ name: texts.viewers.original, url: original }, ...[...named].map(([name, url]) => ({ name, url }))];
}

function originalOf(run: Run): string | null {
  const field = modelOf(run.tool, run.input?.model)?.fields.find((one) => one.kind === "file");
  const url = field && run.input?.[field.name];
  return typeof url === "string" && new URL(url, location.href).pathname.startsWith("/media/") ? url : null;
}

interface UseInProps {
  output: string;
  media: "image" | "audio";
  onTake: (tool: string, input: Values) => void;
}

/** The tools that this output can go into. */
function UseIn({ output, media, onTake }: UseInProps) {
  const takers = takersOf(media);
  return (
    <select
      class="speed"
      aria-label={texts.actions.useIn}
      value=""
      onChange={(event) => {
        const taker = takers[Number(event.currentTarget.value)];
        event.currentTarget.value = "";
        if (taker) onTake(taker.tool.slug, { model: taker.model.slug, [taker.field]: output });
      }}
    >
      <option value="" disabled>
        {texts.actions.useIn}
      </option>
      {takers.map((taker, index) => (
        <option key={`${taker.tool.slug}/${taker.model.slug}`} value={index}>
          {toolOf(taker.tool.slug)?.name}
          {taker.tool.models.length > 1 ? ` · ${taker.model.name}` : ""}
        </option>
      ))}
    </select>
  );
}
