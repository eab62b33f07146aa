import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { resolve } from "node:path";
import { createHash } from "node:crypto";
import { defineConfig, transformWithOxc, type Plugin } from "vite";
import { beginnings, laterSources, library, pairs } from "./build/grammars.ts";
import { FOLDER, single } from "./build/policy.js";

const here = import.meta.dirname;
const isSingle = process.env.PAGE === "single";

/** Returns a module of the engine with gzip and in base64. */
function packed(name: string): string {
  const module = readFileSync(resolve(here, `src/engine/built/${name}_bg.wasm`));
  return gzipSync(module, { level: 9 }).toString("base64");
}

/** Modules whose content is computed from files of the project. */
function fromProject(): Plugin {
  const made: Record<string, () => unknown> = {
    "virtual:grammars": () => beginnings(resolve(here, "../..")),
    "virtual:sources": () => laterSources(resolve(here, "../..")),
    "virtual:pairs": () => pairs(resolve(here, "../..")),
    "virtual:library": () => library(resolve(here, "../..")),
    "virtual:engine-base64": () => ({
      engine: packed("engine"),
      prose: packed("prose"),
      export: packed("export"),
      choice: packed("choice"),
      study: packed("study"),
      exercise: packed("exercise"),
      course: packed("course"),
      grading: packed("grading"),
    }),
  };
  return {
    name: "from-project",
    enforce: "pre",
    resolveId(id, importer) {
      if (id in made) {
        return `\0${id}`;
      }
      if (isSingle && id === "./load.ts" && importer?.includes("/engine/")) {
        return resolve(here, "src/engine/load-single.ts");
      }
      return undefined;
    },
    load(id) {
      const make = made[id.slice(1)];
      return make === undefined ? undefined : `export default ${JSON.stringify(make())};`;
    },
  };
}

/** Adds the policy, which says what the page may load, to the page. */
function withPolicy(html: string, content: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${content}">`;
  return html.replace("<meta charset=\"utf-8\">", `<meta charset="utf-8">\n    ${meta}`);
}

/** Adds the policy to the page, and makes one file of it if that is asked for. */
function finish(): Plugin {
  const out = resolve(here, isSingle ? "dist/single" : "dist/folder");
  return {
    name: "finish",
    apply: "build",
    async closeBundle() {
      const page = readFileSync(resolve(out, "index.html"), "utf8");
      if (isSingle) {
        const assets = resolve(out, "assets");
        const html = inlined(page, assets);
        rmSync(assets, { recursive: true });
        rmSync(resolve(out, "index.html"));
        writeFileSync(resolve(out, "bnf.html"), html);
      } else {
        const html = withPolicy(page, FOLDER);
        writeFileSync(resolve(out, "index.html"), html);
        writeFileSync(resolve(out, "offline.js"), await offline(out, html));
      }
    },
  };
}

/** Returns the service worker, which keeps all files of the page. */
async function offline(out: string, html: string): Promise<string> {
  const files = readdirSync(resolve(out, "assets")).sort().map((name) => `./assets/${name}`);
  const hash = createHash("sha256").update(html);
  files.forEach((file) => hash.update(readFileSync(resolve(out, file))));
  const source = resolve(here, "src/offline.ts");
  const { code } = await transformWithOxc(readFileSync(source, "utf8"), source, { sourcemap: false });
  return code
    .replaceAll("__FILES__", JSON.stringify(["./", ...files]))
    .replaceAll("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 16)));
}

/** Puts the script and the style sheet into the page. */
function inlined(page: string, assets: string): string {
  const read = (ending: string) =>
    readdirSync(assets)
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(resolve(assets, name), "utf8"))
      .join("\n");
  const script = read(".js").replaceAll("</script", "<\\/script");
  const hash = createHash("sha256").update(script).digest("base64");
  const bare = page
    .replace(/<script type="module".*?<\/script>/s, "")
    .replace(/<link rel="(?:stylesheet|modulepreload)".*?>/g, "")
    .replace("</head>", () => `<style>${read(".css")}</style>\n  </head>`)
    .replace("</body>", () => `<script type="module">${script}</script>\n  </body>`);
  return withPolicy(bare, single(`sha256-${hash}`));
}

export default defineConfig({
  root: here,
  base: "./",
  define: { __SINGLE__: JSON.stringify(isSingle) },
  plugins: [fromProject(), finish()],
  worker: { format: isSingle ? "iife" : "es", plugins: () => [fromProject()] },
  build: {
    outDir: isSingle ? "dist/single" : "dist/folder",
    emptyOutDir: true,
    target: "es2022",
    // The first versions that know `light-dark()`.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    // The page as one file holds the engine.
    chunkSizeWarningLimit: 3_800,
    modulePreload: isSingle ? false : { polyfill: false },
    rolldownOptions: isSingle ? { output: { codeSplitting: false } } : {},
  },
});
