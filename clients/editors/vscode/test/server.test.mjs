// The server, spoken to by the library that the client of Visual Studio Code is built on.
//
// RFC1738 is the path of the command; `clients/editors/test` sets it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const protocol = require("vscode-languageserver-protocol/node");

const uri = "untitled:Untitled-1";
const text = "port = 1*DIGIT\r\nhost = %x68 [ prt ]\r\n";

async function session(run) {
  const process_ = spawn(process.env.RFC1738, ["lsp", "--diagrams", "svg", "--stdio"]);
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(process_.stdout),
    new protocol.StreamMessageWriter(process_.stdin),
  );
  connection.listen();
  const capabilities = {
    general: { positionEncodings: ["utf-16"] },
    textDocument: {
      hover: { contentFormat: ["markdown"] },
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
    },
  };
  const initialized = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities,
  });
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  await run(connection, initialized);
  await connection.sendRequest(protocol.ShutdownRequest.type);
  const exited = once(process_, "exit");
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.deepEqual(await exited, [0, null]);
}

test("a code action fixes an undefined name", async () => {
  await session(async (connection, initialized) => {
    assert.equal(initialized.capabilities.textDocumentSync.change, 2);
    const published = new Promise((resolve) => {
      connection.onNotification(protocol.PublishDiagnosticsNotification.type, resolve);
    });
    await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "abnf", version: 1, text },
    });
    const { version, diagnostics } = await published;
    assert.deepEqual([version, diagnostics[0].code], [1, "undefined-production"]);
    const { range } = diagnostics[0];
    const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
      textDocument: { uri },
      range,
      context: { diagnostics },
    });
    assert.equal(actions[0].title, "Write `port`");
    assert.deepEqual(actions[0].edit.changes[uri], [{ range, newText: "port" }]);
  });
});

test("a hover has a picture of the production", async () => {
  await session(async (connection) => {
    await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "abnf", version: 1, text },
    });
    const hover = await connection.sendRequest(protocol.HoverRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: 1 },
    });
    assert.match(hover.contents.value, /!\[Railroad diagram of port\]\(data:image\/svg\+xml,%3Csvg/);
  });
});
