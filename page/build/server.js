// Serves the built page on this machine.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

/**
 * Serves a folder on a port of the loopback interface; port 0 takes a free one.
 *
 * @param {string} folder
 * @param {number} port
 * @returns {Promise<import("node:http").Server>}
 */
export function serve(folder, port) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const name = normalize(path.endsWith("/") ? `${path}index.html` : path).replace(/^(\.\.[/\\])+/, "");
    try {
      const content = await readFile(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" });
      response.end(content);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" });
      response.end("There is no such file.\n");
    }
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

if (process.argv[1]?.endsWith("server.js")) {
  const port = Number(process.argv[2] ?? 8017);
  await serve(join(import.meta.dirname, "../dist/folder"), port);
  console.log(`The page is at http://127.0.0.1:${port}/ (Ctrl-C ends it).`);
}
