// Runs docs.js against an OpenAPI document in a document of its own making, and prints what a reader would see as JSON:
// the text of the page, and how many elements of each kind it has.
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const [script, api] = process.argv.slice(2).map((path) => readFileSync(path, "utf8"));

class Element {
  constructor(name) {
    Object.assign(this, { name, attributes: {}, children: [], listeners: {} });
  }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  addEventListener(event, listener) { this.listeners[event] = listener; }
  scrollIntoView() {}
  get value() { return this.chosen; }
  *all() {
    yield this;
    for (const child of this.children) if (child instanceof Element) yield* child.all();
  }
  get text() { return this.children.map((child) => (child instanceof Element ? child.text : child)).join(""); }
}

const roots = { contents: new Element("nav"), reference: new Element("main") };
const find = (id) => roots[id] ?? [...roots.reference.all()].find((one) => one.attributes.id === id);
const requested = [];
const context = createContext({
  document: { getElementById: find, createElement: (name) => new Element(name) },
  location: { hash: "" },
  fetch: async (url) => {
    requested.push(url);
    return { ok: true, status: 200, json: async () => JSON.parse(api) };
  },
});
runInContext(script, context);
await new Promise((resolve) => setImmediate(resolve));

const everything = [...roots.reference.all(), ...roots.contents.all()];
const shown = () =>
  Object.fromEntries([...roots.reference.all()].filter((one) => one.name === "article").map((one) => [one.attributes.id, one.text]));
const first = shown();
const bodies = {};
for (const article of everything.filter((one) => one.name === "article"))
  for (const select of [...article.all()].filter((one) => one.name === "select"))
    for (const option of select.children) {
      select.chosen = option.attributes.value;
      select.listeners.change();
      bodies[`${article.attributes.id} ${select.chosen}`] = article.text;
    }
console.log(
  JSON.stringify({
    requested,
    text: roots.reference.text,
    articles: first,
    bodies,
    links: everything.filter((one) => one.attributes.href).map((one) => one.attributes.href),
    names: [...new Set(everything.map((one) => one.name))],
  }),
);
