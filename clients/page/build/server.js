// Serves the built page on this machine: node build/server.js [--try] [PORT].
//
// Invariant: every request gets an answer. A page of another site may send requests too, under a name
// that leads to this machine, so a request has to name this machine as its host.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { FOLDER } from "./policy.js";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};

/** The headers of every answer. */
const HEADERS = {
  // `frame-ancestors` has no meaning in the page itself.
  "content-security-policy": `${FOLDER}; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // The next build has other files under the same names.
  "cache-control": "no-cache",
};

/** The port if none is asked for. */
const PORT = 8017;

/** The names of this machine, with any port: a tunnel may change it. */
const HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d*)?$/i;

/** What is wrong with a request: the status and a sentence. */
class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} sentence
   * @param {Record<string, string>} headers
   */
  constructor(status, sentence, headers = {}) {
    super(sentence);
    this.status = status;
    this.headers = headers;
  }
}

/**
 * Returns the path of the file that a request asks for, below the folder.
 *
 * @param {import("node:http").IncomingMessage} request
 * @returns {string}
 */
function asked({ method, url, headers }) {
  if (!HOST.test(headers.host ?? "")) {
    throw new Refusal(421, "This server is for this machine only: ask for localhost or 127.0.0.1.");
  }
  if (method !== "GET" && method !== "HEAD") {
    throw new Refusal(405, "This server answers GET and HEAD only.", { allow: "GET, HEAD" });
  }
  const [encoded = ""] = (url ?? "").split(/[?#]/, 1);
  if (!encoded.startsWith("/")) {
    throw new Refusal(400, "The request names no path that begins with a slash.");
  }
  let path;
  try {
    path = decodeURIComponent(encoded);
  } catch {
    throw new Refusal(400, "The path has a % that encodes no character of UTF-8.");
  }
  if (path.includes("\0")) {
    throw new Refusal(400, "The path has a NUL.");
  }
  return path.endsWith("/") ? `${path}index.html` : path;
}

/**
 * Reads a file below the folder.
 *
 * @param {string} folder
 * @param {string} path
 * @returns {Promise<Buffer>}
 */
async function read(folder, path) {
  const file = normalize(join(folder, path));
  if (file.startsWith(normalize(folder + sep))) {
    try {
      return await readFile(file);
    } catch {
      // A folder is no file, either.
    }
  }
  throw new Refusal(404, "There is no such file.");
}

/**
 * Serves a folder on a port of the loopback interface; port 0 takes a free one. Fails if the port
 * cannot be used.
 *
 * @param {string} folder
 * @param {number} port
 * @returns {Promise<import("node:http").Server>}
 */
export function serve(folder, port) {
  const server = createServer(async (request, response) => {
    /** @type {[number, Record<string, string | number>, Buffer]} */
    let [status, headers, content] = [200, {}, Buffer.of()];
    try {
      const path = asked(request);
      content = await read(folder, path);
      headers = { "content-type": TYPES[extname(path)] ?? "application/octet-stream" };
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, "The server has an error.");
      status = refusal.status;
      content = Buffer.from(`${refusal.message}\n`);
      headers = { "content-type": "text/plain; charset=utf-8", ...refusal.headers };
    }
    response.writeHead(status, { ...HEADERS, ...headers, "content-length": content.length });
    response.end(request.method === "HEAD" ? undefined : content);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

/**
 * Ends the program with a message.
 *
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(`error: ${message}`);
  process.exit(2);
}

/**
 * Returns the sentence for an error of the system.
 *
 * @param {NodeJS.ErrnoException} error
 * @returns {string}
 */
function reason(error) {
  return error.code === "EADDRINUSE"
    ? "another program uses it"
    : error.code === "EACCES"
      ? "the system reserves it"
      : error.message;
}

async function main() {
  const words = process.argv.slice(2);
  const tries = words[0] === "--try";
  const [word = String(PORT), ...more] = tries ? words.slice(1) : words;
  if (!/^\d{1,5}$/.test(word) || Number(word) > 65_535 || more.length > 0) {
    fail(`${JSON.stringify([word, ...more].join(" "))} is not a port; give one number from 0 to 65535`);
  }
  const folder = join(import.meta.dirname, "../dist/folder");
  let server;
  try {
    server = await serve(folder, Number(word));
  } catch (error) {
    const sentence = reason(/** @type {NodeJS.ErrnoException} */ (error));
    fail(`port ${word} cannot be used: ${sentence}; give another one: clients/page/serve PORT`);
  }
  if (tries) {
    server.close();
    return;
  }
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`The page is at http://127.0.0.1:${port}/ (Ctrl-C ends it).`);
}

if (process.argv[1]?.endsWith("server.js")) {
  await main();
}
