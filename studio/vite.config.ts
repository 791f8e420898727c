import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const OUT = new URL("../packages/mediamill/src/mediamill/http/static/page/", import.meta.url).pathname;
const SERVICE = "http://127.0.0.1:8000"; // what `vite` asks while a page is being worked on
const COMPRESSED = /\.(js|css|html|svg)$/;

function gzipCopies(): Plugin {
  return {
    name: "gzip-copies",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(OUT, { recursive: true, encoding: "utf8" })) {
        if (COMPRESSED.test(name)) writeFileSync(`${OUT}${name}.gz`, gzipSync(readFileSync(OUT + name), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  base: "/static/page/",
  plugins: [gzipCopies()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.md" },
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(["/api", "/ext", "/admin", "/media", "/openapi.json"].map((path) => [path, SERVICE])),
  },
});
