import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { Table } from "../../parts/table.tsx";
import { texts } from "../../texts/en.ts";
import { consoleTexts } from "../../texts/en-console.ts";
import { duration } from "../generation/timeline.ts";
import { useLive } from "./live.ts";
import { type AdminTool, ask, type Pool } from "./operator.ts";
import { HaltActs, HaltState } from "./stop.tsx";

const words = consoleTexts.work;
const POOL_COLUMNS = [
  { text: consoleTexts.overview.pool },
  { text: words.state },
  { text: consoleTexts.overview.waiting, isNumber: true },
  { text: consoleTexts.overview.oldest, isNumber: true },
  { text: consoleTexts.overview.running, isNumber: true },
  { text: consoleTexts.overview.workers, isNumber: true },
  { text: consoleTexts.act },
];
const TOOL_COLUMNS = [
  { text: words.tool },
  { text: words.state },
  { text: words.engines },
  { text: words.pools },
  { text: consoleTexts.act },
];

type Done = () => Promise<void>;

/** Pools, tools and models, and what stops them. */
export function Work() {
  const pools = useSignal<Pool[]>([]);
  const tools = useSignal<AdminTool[] | null>(null);
  const { problem, again } = useLive(async () => {
    [pools.value, tools.value] = await Promise.all([
      ask("get", "/admin/pools").then(({ data }) => data),
      ask("get", "/admin/tools").then(({ data }) => data),
    ]);
  });
  return (
    <>
      <p class="notice bad" role="status" hidden={!problem.value}>
        {problem.value}
      </p>
      {tools.value === null && <p class="quiet">{texts.parts.loading}</p>}
      {tools.value && (
        <>
          <section class="card console-section">
            <h2>{words.pools}</h2>
            <Table label={words.pools} columns={POOL_COLUMNS}>
              {pools.value.map((pool) => (
                <PoolRow key={pool.pool} pool={pool} onDone={again} />
              ))}
            </Table>
          </section>
          <section class="card console-section">
            <h2>{words.tools}</h2>
            <Table label={words.tools} columns={TOOL_COLUMNS}>
              {tools.value.map((tool) => (
                <Fragment key={tool.slug}>
                  <ToolRow tool={tool} onDone={again} />
                  {tool.models.map((model) => (
                    <ModelRow key={model.slug} tool={tool.slug} model={model} onDone={again} />
                  ))}
                </Fragment>
              ))}
            </Table>
          </section>
        </>
      )}
    </>
  );
}

function PoolRow({ pool, onDone }: { pool: Pool; onDone: Done }) {
  const path = { pool: pool.pool };
  return (
    <tr>
      <td>{pool.pool}</td>
      <td>
        <HaltState halted={pool} />
      </td>
      <td class="number">{pool.waiting.toLocaleString("en")}</td>
      <td class="number">{pool.oldestSeconds === null ? "" : duration(pool.oldestSeconds)}</td>
      <td class="number">{words.of(pool.running, pool.slots)}</td>
      <td class="number">{pool.workers}</td>
      <td>
        <HaltActs
          halted={pool}
          subject={words.thePool(pool.pool)}
          help={words.poolHelp}
          pause={(reason) => ask("post", "/admin/pools/{pool}/pause", { path, body: { reason } })}
          drain={(reason) => ask("post", "/admin/pools/{pool}/drain", { path, body: { reason } })}
          resume={() => ask("post", "/admin/pools/{pool}/resume", { path })}
          onDone={onDone}
        />
      </td>
    </tr>
  );
}

function ToolRow({ tool, onDone }: { tool: AdminTool; onDone: Done }) {
  const path = { tool: tool.slug };
  return (
    <tr class="console-tool">
      <th scope="row">{tool.slug}</th>
      <td>
        <HaltState halted={tool} />
      </td>
      <td />
      <td />
      <td>
        <HaltActs
          halted={tool}
          subject={words.theTool(tool.slug)}
          help={words.toolHelp}
          pause={(reason) => ask("post", "/admin/tools/{tool}/pause", { path, body: { reason } })}
          drain={(reason) => ask("post", "/admin/tools/{tool}/drain", { path, body: { reason } })}
          resume={() => ask("post", "/admin/tools/{tool}/resume", { path })}
          onDone={onDone}
        />
      </td>
    </tr>
  );
}

interface ModelRowProps {
  tool: string;
  model: AdminTool["models"][number];
  onDone: Done;
}

function ModelRow({ tool, model, onDone }: ModelRowProps) {
  const path = { tool, model: model.slug };
  return (
    <tr>
      <td class="console-model">{model.slug}</td>
      <td>
        <HaltState halted={model} />
      </td>
      <td>
        {model.engines.join(", ") || <span class="quiet">{words.noEngine}</span>}
        {model.engines.length > 0 && !model.isServed && (
          <div>
            <span class="chip bad">{words.unserved}</span>
          </div>
        )}
      </td>
      <td>{model.pools.join(", ")}</td>
      <td>
        <HaltActs
          halted={model}
          subject={words.theModel(`${tool}/${model.slug}`)}
          help={words.toolHelp}
          pause={(reason) => ask("post", "/admin/models/{tool}/{model}/pause", { path, body: { reason } })}
          drain={(reason) => ask("post", "/admin/models/{tool}/{model}/drain", { path, body: { reason } })}
          resume={() => ask("post", "/admin/models/{tool}/{model}/resume", { path })}
          onDone={onDone}
        />
      </td>
    </tr>
  );
}
