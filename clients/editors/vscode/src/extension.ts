// Starts `rfc1738 lsp` for grammar files. The server knows everything; this file knows where it is.

import { commands, type ExtensionContext, Location, Position, Range, Uri, window, workspace } from "vscode";
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

/// A case that the server shows, in the words of the protocol.
type Place = { uri: string; range: { start: Position; end: Position } };

/// Shows the cases that a lens leads to beside its rule.
async function showCases(args: unknown[], places: Place[] | null | undefined): Promise<void> {
  const [uri, , start] = args as [string, string, Position];
  const locations = (places ?? []).map(({ uri, range: { start, end } }) => {
    const range = new Range(start.line, start.character, end.line, end.character);
    return new Location(Uri.parse(uri), range);
  });
  const position = new Position(start.line, start.character);
  await commands.executeCommand("editor.action.showReferences", Uri.parse(uri), position, locations);
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
    {
      documentSelector: [
        { language: "abnf" },
        { language: "bnf" },
        { pattern: "**/*.cases.txt" },
        { pattern: "**/*.imports.toml" },
        // Documents that print a grammar.
        { pattern: "**/draft-*.{md,mkd,xml,txt}" },
        { pattern: "**/rfc*.{xml,txt}" },
      ],
      initializationOptions: { showsCases: true },
      middleware: {
        executeCommand: async (command, args, next) => {
          const places = (await next(command, args)) as Place[] | null | undefined;
          if (command === "rfc1738.showCases") await showCases(args, places);
          return places;
        },
      },
    },
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
