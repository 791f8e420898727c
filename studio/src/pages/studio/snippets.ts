import type { Values } from "../../forms/fields.ts";

export type Language = "curl" | "Python" | "JavaScript" | "CLI";
export const LANGUAGES: readonly Language[] = ["curl", "Python", "JavaScript", "CLI"];
const JSON_LIKE = /^(-?\d|true$|false$|\[|\{)/;

/** A program that makes exactly this call; the key is read from the environment. */
export function snippet(language: Language, address: string, tool: string, input: Values): string {
  return { curl, Python: python, JavaScript: javaScript, CLI: command }[language](address, tool, input);
}

function curl(address: string, tool: string, input: Values): string {
  return [
    `curl ${quoted(`${address}/api/run`)}`,
    '-H "Authorization: $MEDIAMILL_API_KEY"',
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify({ tool, input }))}`,
  ].join(" \\\n  ");
}

function python(address: string, tool: string, input: Values): string {
  return `from mediamill_client import Client  # reads MEDIAMILL_API_KEY

with Client(base_url=${JSON.stringify(address)}) as client:
    made = client.run(${JSON.stringify(tool)}, ${literal(input, "    ")})
    print(client.download(made, "."))`;
}

function javaScript(address: string, tool: string, input: Values): string {
  const body = JSON.stringify({ tool, input }, null, 2).replaceAll("\n", "\n  ");
  return `const headers = { Authorization: process.env.MEDIAMILL_API_KEY, "Content-Type": "application/json" };
const started = await fetch("${address}/api/run", {
  method: "POST",
  headers: { ...headers, Prefer: "wait=60" }, // answers when it has ended, after a minute at the latest
  body: JSON.stringify(${body}),
});
console.log(await started.json());`;
}

function command(address: string, tool: string, input: Values): string {
  const parts = Object.entries(input).map(([name, value]) =>
    typeof value === "string" && !JSON_LIKE.test(value)
      ? `--${name.replaceAll("_", "-")} ${quoted(value)}`
      : `${name}:=${quoted(JSON.stringify(value))}`,
  );
  return [`mediamill generate ${tool} --base-url ${address}`, ...parts].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function literal(values: Values, indent: string): string {
  const lines = Object.entries(values).map(
    ([name, value]) => `${indent}    ${JSON.stringify(name)}: ${constant(value)},`,
  );
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function constant(value: unknown): string {
  if (value === true) return "True";
  if (value === false) return "False";
  return value === null ? "None" : JSON.stringify(value);
}
