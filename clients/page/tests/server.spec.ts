// The server: it answers every request, and only those for this machine.

import { expect, test } from "@playwright/test";
import { execFileSync, spawnSync } from "node:child_process";
import { createServer, type AddressInfo, connect } from "node:net";
import { mkdtempSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../build/server.js";

const program = join(import.meta.dirname, "../build/server.js");

/** Serves a folder with a page, a file beside the folder, and a folder in it. */
async function served(): Promise<{ port: number; close(): void }> {
  const around = mkdtempSync(join(tmpdir(), "page-"));
  writeFileSync(join(around, "secret.txt"), "secret");
  mkdirSync(join(around, "folder/assets"), { recursive: true });
  mkdirSync(join(around, "folder-too"));
  writeFileSync(join(around, "folder-too/secret.txt"), "secret");
  writeFileSync(join(around, "folder/index.html"), "<!doctype html><title>x</title>");
  const server = await serve(join(around, "folder"), 0);
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

/** Sends octets and returns the whole answer. */
function answer(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.setTimeout(10_000, () => reject(new Error(`no answer to ${request}`)));
    socket.on("data", (octets) => (text += octets.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}

const get = (target: string, host: string, method = "GET") =>
  `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

test("the server survives a request that makes no sense", async () => {
  const { port, close } = await served();
  const host = `127.0.0.1:${port}`;
  const statuses: [string, string, number][] = [
    ["/%", "GET", 400],
    ["/%ff", "GET", 400],
    ["/%00", "GET", 400],
    ["*", "GET", 400],
    ["http://[/", "GET", 400],
    ["//", "GET", 200],
    ["/assets", "GET", 404],
    ["/no-such-file", "GET", 404],
    ["/../secret.txt", "GET", 404],
    ["/..%2fsecret.txt", "GET", 404],
    ["/..%2ffolder-too/secret.txt", "GET", 404],
    ["/%2e%2e/secret.txt", "GET", 404],
    ["/", "POST", 405],
    ["/", "OPTIONS", 405],
    ["/?x#y", "GET", 200],
    ["/index.html", "HEAD", 200],
  ];
  for (const [target, method, status] of statuses) {
    const told = await answer(port, get(target, host, method));
    expect(told.split("\r\n")[0], `${method} ${target}`).toContain(` ${status} `);
    expect(told).not.toContain("secret");
  }
  expect(await answer(port, get("/%", host))).toContain("The path has a % that encodes no character of UTF-8.");
  expect(await answer(port, get("/", host, "PUT"))).toContain("\r\nallow: GET, HEAD\r\n");
  expect(await answer(port, "\u0000nonsense\r\n\r\n")).toContain("400 Bad Request");
  expect(await answer(port, get("/", host))).toContain("<title>x</title>");
  close();
});

test("a request for another host is refused", async () => {
  const { port, close } = await served();
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example", "localhost.evil", ""]) {
    const told = await answer(port, get("/", host));
    expect(told.split("\r\n")[0], host).toContain(" 421 ");
    expect(told).toContain("This server is for this machine only");
  }
  expect(await answer(port, "GET / HTTP/1.0\r\n\r\n")).toContain(" 421 ");
  for (const host of [`localhost:${port}`, "LOCALHOST", "127.0.0.1:9000", `[::1]:${port}`]) {
    expect((await answer(port, get("/", host))).split("\r\n")[0], host).toContain(" 200 ");
  }
  close();
});

test("every answer has a policy and forbids guessing types", async () => {
  const { port, close } = await served();
  for (const target of ["/", "/%", "/no-such-file"]) {
    const told = await answer(port, get(target, "localhost"));
    expect(told).toContain("\r\ncontent-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; ");
    expect(told).toContain("frame-ancestors 'none'\r\n");
    expect(told).toContain("\r\nx-content-type-options: nosniff\r\n");
    expect(told).toContain("\r\nreferrer-policy: no-referrer\r\n");
    expect(told).toContain("\r\ncross-origin-resource-policy: same-origin\r\n");
  }
  close();
});

test("an unusable port is an error of one line", async () => {
  const fails = (words: string[], message: string) => {
    const { status, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: "utf8", timeout: 20_000 });
    expect([status, stderr]).toEqual([2, `error: ${message}\n`]);
  };
  for (const word of ["abc", "-1", "65536", "80 81", "0x50", " "]) {
    fails([word], `${JSON.stringify(word)} is not a port; give one number from 0 to 65535`);
  }
  fails(["80", "81"], '"80 81" is not a port; give one number from 0 to 65535');
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const message = `port ${port} cannot be used: another program uses it; give another one: clients/page/serve PORT`;
  fails([String(port)], message);
  fails(["--try", String(port)], message);
  other.close();
  expect(execFileSync(process.execPath, [program, "--try", "0"], { encoding: "utf8" })).toBe("");
});
