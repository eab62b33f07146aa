// Starts `rfc1738 lsp` for grammar files. The server knows everything; this file knows where it is.

import { type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("rfc1738")) {
        await deactivate();
        await start();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}

async function start(): Promise<void> {
  const settings = workspace.getConfiguration("rfc1738");
  const command = settings.get<string>("path") || "rfc1738";
  const diagrams = settings.get<string>("diagrams") ?? "svg";
  const shown = settings.get<string[]>("show") ?? [];
  const args = ["lsp", "--diagrams", diagrams, ...shown.map((name) => `--show=${name}`)];
  const starting = new LanguageClient(
    "rfc1738",
    "RFC grammars",
    { command, args },
    { documentSelector: [{ language: "abnf" }, { language: "bnf" }] },
  );
  client = starting;
  try {
    await starting.start();
  } catch (error) {
    client = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(
      `"${command} lsp" cannot be started: ${reason}. Install the command rfc1738, or set "rfc1738.path" to it.`,
    );
  }
}
