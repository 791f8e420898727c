import type { Inspection } from "@mediamill/client";
import { toolName } from "../../api/tool-names.ts";
import { texts } from "../../texts/en.ts";
import { Viewer } from "../../viewers/viewer.tsx";

/** What was made, to be seen, heard or turned. */
export function Output({ found }: { found: Inspection }) {
  const { id, output, thumbnail, type } = found;
  if (!output) return null;
  const label = texts.generation.outputOf(toolName(found.tool));
  return <Viewer shown={{ id, type, output, thumbnail, label }} />;
}
