#!/bin/sh
# The JavaScript client, from its sources to what is published. Needs `make install`; run inside `scripts/page.sh run`.
#   client_js.sh types        make its types from the OpenAPI document
#   client_js.sh pack FOLDER  build it and put the package into FOLDER
set -eu
cd "$(dirname "$0")/.."
client=packages/client-js

# The wheel's own `npm` is a link that Node does not read as what it is.
npm() {
    node "$(dirname "$(command -v node)")/../lib/node_modules/npm/bin/npm-cli.js" "$@"
}

types() {
    mkdir -p $client/generated
    .venv/bin/mediamill openapi >$client/generated/openapi.json
    openapi-typescript $client/generated/openapi.json --default-non-nullable=false -o $client/generated/openapi.ts >/dev/null
}

pack() {
    types
    rm -rf $client/dist
    tsc --project $client/tsconfig.build.json
    cp $client/README.md LICENSE $client/dist
    # What is published has neither our tools nor our sources: those run only where TypeScript is compiled on the way.
    node - $client <<'PROGRAM'
const { readFileSync, writeFileSync } = require("node:fs");
const [client] = process.argv.slice(2);
const { private: _, scripts, devDependencies, exports, ...published } = JSON.parse(readFileSync(`${client}/package.json`, "utf8"));
const entry = { types: "./src/index.d.ts", default: "./src/index.js" };
const keywords = ["mediamill", "media", "generation"];
const shown = { ...published, keywords, exports: { ".": entry }, types: entry.types, files: ["src", "generated"] };
writeFileSync(`${client}/dist/package.json`, `${JSON.stringify(shown, null, 2)}\n`);
PROGRAM
    mkdir -p "$1"
    (cd $client/dist && npm pack --silent --pack-destination "$1")
}

case "$1" in
types) types ;;
pack) pack "$2" ;;
esac
