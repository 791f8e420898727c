// Shows /openapi.json: endpoints by tag with parameters, bodies, answers and a curl command. Text only ever becomes text
// nodes, and nothing is requested from anybody but this service.
"use strict";

const METHODS = ["get", "post", "put", "patch", "delete"];

async function main() {
  const main = document.getElementById("reference");
  try {
    const response = await fetch("/openapi.json");
    if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`);
    const api = await response.json();
    document.getElementById("contents").replaceChildren(contents(api));
    main.replaceChildren(...page(api));
  } catch (error) {
    main.replaceChildren(element("p", { role: "alert" }, `The document could not be read: ${error.message}`));
    return;
  }
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

function page(api) {
  const { title, version, description } = api.info;
  return [
    element("h1", {}, `${title} ${version}`),
    element("p", {}, ...prose(description)),
    element("p", {}, "Base URL: ", element("code", {}, api.servers[0].url)),
    ...api.tags.map((tag) => section(api, tag)),
  ];
}

function contents(api) {
  const groups = api.tags.map((tag) => [
    element("h2", {}, tag.name),
    element("ul", {}, ...operations(api, tag.name).map((one) => element("li", {}, link(one)))),
  ]);
  return element("div", {}, ...groups.flat());
}

function link({ method, path, operation }) {
  return element("a", { href: `#${operation.operationId}`, title: operation.summary }, badge(method), ` ${path}`);
}

function section(api, tag) {
  return element(
    "section",
    {},
    element("h2", {}, tag.name),
    element("p", {}, ...prose(tag.description)),
    ...operations(api, tag.name).map((one) => article(api, one)),
  );
}

// Every operation with this tag, those that the service calls (webhooks) too.
function operations(api, tag) {
  const found = [];
  for (const [kind, paths] of [["path", api.paths], ["webhook", api.webhooks ?? {}]])
    for (const [path, methods] of Object.entries(paths))
      for (const method of METHODS)
        if (methods[method]?.tags.includes(tag)) found.push({ kind, path, method, operation: methods[method] });
  return found;
}

function article(api, one) {
  const { kind, path, method, operation } = one;
  return element(
    "article",
    { id: operation.operationId },
    element("h3", {}, badge(method), " ", element("code", {}, path)),
    element("p", { class: "summary" }, ...prose(operation.summary)),
    ...(operation.description ? [element("p", {}, ...prose(operation.description))] : []),
    ...parameters(operation.parameters ?? []),
    ...body(api, one),
    ...(kind === "path" && !operation.requestBody ? [example(api, one, null)] : []),
    ...answers(api, operation.responses),
  );
}

function parameters(list) {
  if (!list.length) return [];
  const rows = list.map(({ name, in: place, required, schema, description }) => [
    element("code", {}, name),
    place,
    typeOf(schema),
    [...(required ? ["Required. "] : []), ...prose(description)],
  ]);
  return [element("h4", {}, "Parameters"), table(["name", "in", "type", "meaning"], rows)];
}

// A body of several shapes is shown one at a time, the first of them at the start.
function body(api, one) {
  const content = one.operation.requestBody?.content;
  if (!content) return [];
  const [[mediaType, { schema, examples }]] = Object.entries(content);
  const heading = element("h4", {}, "Body ", element("small", {}, mediaType));
  const shown = element("div", {});
  const choices = Object.entries(examples ?? {});
  const show = (value) => {
    const fields = value === undefined ? schema : shapeFor(api, schema, value);
    shown.replaceChildren(
      ...schemaView(api, fields),
      ...(one.kind === "path" ? [example(api, one, value)] : []),
    );
  };
  show(choices[0]?.[1].value);
  if (choices.length < 2) return [heading, shown];
  const options = choices.map(([name, { summary }]) => element("option", { value: name }, summary ?? name));
  const select = element("select", { "aria-label": "Which body" }, ...options);
  select.addEventListener("change", () => show(examples[select.value].value));
  return [heading, select, shown];
}

// Of several schemas the one whose constants are those of the example.
function shapeFor(api, schema, value) {
  return (schema.anyOf ?? [schema]).find((one) => agrees(api, one, value)) ?? schema;
}

function agrees(api, schema, value) {
  const found = resolve(api, schema);
  if ("const" in found) return found.const === value;
  return Object.entries(found.properties ?? {}).every(
    ([name, property]) => value?.[name] === undefined || agrees(api, property, value[name]),
  );
}

function answers(api, responses) {
  const views = Object.entries(responses).map(([status, { description, content }]) => {
    const [mediaType, { schema } = {}] = Object.entries(content ?? {})[0] ?? [];
    const summary = element("summary", {}, element("code", {}, status), " ", ...prose(description));
    const notes = mediaType ? [element("p", {}, element("small", {}, mediaType))] : [];
    return element("details", {}, summary, ...notes, ...(schema ? schemaView(api, schema) : []));
  });
  return [element("h4", {}, "Answers"), ...views];
}

// One table of fields for each schema that is possible.
function schemaView(api, schema) {
  return (schema.anyOf ?? [schema]).flatMap((one) => {
    const found = resolve(api, one);
    const rows = fieldsOf(api, found, "", new Set());
    if (!rows.length) return [element("p", {}, typeOf(found), ...(found.description ? [": ", ...prose(found.description)] : []))];
    const name = one.$ref?.split("/").at(-1);
    return [
      ...(schema.anyOf && name ? [element("h5", {}, name)] : []),
      ...(found.description ? [element("p", {}, ...prose(found.description))] : []),
      table(["field", "type", "meaning"], rows),
    ];
  });
}

// Rows for every field, fields of objects within as `outer.inner`, of objects in lists as `outer[].inner`.
function fieldsOf(api, schema, prefix, above) {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const found = resolve(api, property);
    const isList = found.type === "array";
    const within = isList ? resolve(api, found.items ?? {}) : found;
    const required = schema.required?.includes(name) ? [] : ["Optional. "];
    const row = [
      element("code", {}, path),
      isList ? `list of ${typeOf(within)}` : typeOf(found),
      [...required, ...prose(found.description ?? (isList ? within.description : "") ?? "")],
    ];
    if (above.has(within)) return [row];
    return [row, ...fieldsOf(api, within, `${path}${isList ? "[]" : ""}.`, new Set([...above, within]))];
  });
}

function resolve(api, schema) {
  return schema.$ref ? api.components.schemas[schema.$ref.split("/").at(-1)] : schema;
}

function typeOf(schema) {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  const base = schema.enum ? schema.enum.map((one) => JSON.stringify(one)).join(", ") : [schema.type ?? "anything"].flat().join(" or ");
  const least = schema.minimum ?? schema.minLength ?? schema.minItems;
  const most = schema.maximum ?? schema.maxLength ?? schema.maxItems;
  const unit = "maxLength" in schema || "minLength" in schema ? " characters" : "";
  return [
    schema.format ? `${base} (${schema.format})` : base,
    ...(least !== undefined && most !== undefined ? [`${least} to ${most}${unit}`] : []),
    ...(least !== undefined && most === undefined ? [`at least ${least}${unit}`] : []),
    ...(least === undefined && most !== undefined ? [`at most ${most}${unit}`] : []),
    ...("default" in schema ? [`default ${JSON.stringify(schema.default)}`] : []),
  ].join(", ");
}

function example(api, { path, method, operation }, value) {
  const url = `${api.servers[0].url}${path.replaceAll(/\{(\w+)\}/g, (_, name) => name.toUpperCase())}`;
  const parts = [`curl ${quoted(url)}`];
  const content = Object.keys(operation.requestBody?.content ?? {});
  if (method !== "get" && !(method === "post" && content.length)) parts.push(`-X ${method.toUpperCase()}`);
  if ((operation.security ?? api.security).length) parts.push('-H "Authorization: $MEDIAMILL_API_KEY"');
  if (content[0] === "application/json") parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(value ?? {}))}`);
  else if (content.length) parts.push("--data-binary @FILE");
  return element("pre", {}, element("code", {}, parts.join(" \\\n  ")));
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

// Text whose `code` is set as code.
function prose(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part)).filter((part) => part !== "");
}

function badge(method) {
  return element("span", { class: `method ${method}` }, method.toUpperCase());
}

function table(heads, rows) {
  const head = element("tr", {}, ...heads.map((one) => element("th", { scope: "col" }, one)));
  const lines = rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, ...[cell].flat()))));
  return element("div", { class: "table" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...lines)));
}

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

main();
