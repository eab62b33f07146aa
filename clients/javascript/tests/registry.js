// A registry of npm that has the archives of a folder, and nothing else.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** Returns the server, its address, and the names of the packages whose archives it was asked for. */
export async function registry(archives) {
  const packages = new Map();
  const fetched = [];
  for (const archive of archives) {
    const record = JSON.parse(execFileSync("tar", ["-xzOf", archive, "package/package.json"], { encoding: "utf8" }));
    packages.set(record.name, { record, octets: readFileSync(archive) });
  }
  const server = createServer((request, response) => {
    const [, name, file] = /^\/([^/]+?)(\/archive\.tgz)?$/.exec(request.url) ?? [];
    const found = packages.get(decodeURIComponent(name ?? ""));
    if (found === undefined) {
      response.writeHead(404, { "content-type": "application/json" }).end('{"error":"not found"}');
      return;
    }
    const { record, octets } = found;
    if (file !== undefined) {
      fetched.push(record.name);
      response.end(octets);
      return;
    }
    const integrity = `sha512-${createHash("sha512").update(octets).digest("base64")}`;
    const tarball = `${address}/${encodeURIComponent(record.name)}/archive.tgz`;
    const version = { ...record, dist: { tarball, integrity } };
    const versions = { [record.version]: version };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name: record.name, "dist-tags": { latest: record.version }, versions }));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const address = `http://127.0.0.1:${server.address().port}`;
  return { server, address, fetched };
}
