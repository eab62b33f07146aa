// What a command of the tutorial means on the page.

import type { View } from "../../store.ts";
import type { Kind } from "../../engine/types.ts";

const VIEWS: Record<string, View> = {
  parse: "Tree",
  check: "Tree",
  rules: "Rails",
  explain: "Rails",
  derivations: "Derivations",
  trace: "Steps",
  naive: "Ordered choice",
  generate: "Examples",
  inspect: "Inspect",
  "grammar railroad": "Rails",
  "grammar diff": "Compare",
  "grammar export": "Compare",
  "grammar check": "Tree",
};

/** The options that the next word belongs to. */
const WITH_VALUE = new Set(["--detail", "--format", "--only", "--readings", "--seed", "--to", "-n"]);

/** A grammar that is typed, or in a file of the project; `null` for that of RFC 1738. */
export type Source = { typed: string } | { file: string } | null;

/** What a command works on. What it does not name is `null`. */
export interface Trial {
  view: View;
  grammar: Source;
  other: Source;
  production: string | null;
  text: string | null;
  makes: Kind | null;
}

interface Word {
  text: string;
  isOperator: boolean;
}

/** Splits a line as a shell does, as far as the tutorial needs. */
function words(line: string): Word[] {
  const found = line.matchAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|(\||>|<<)|([^\s'"|<>]+)/g);
  return [...found].map(([, single, double, operator, plain]) => ({
    text: single ?? double?.replaceAll(/\\(.)/g, "$1") ?? operator ?? plain ?? "",
    isOperator: operator !== undefined,
  }));
}

/** Returns the words of the command, and what the command before it prints. */
function commandIn(line: string): { command: string[]; piped: string | null } | null {
  const parts: string[][] = [[]];
  let isRedirected = false;
  for (const { text, isOperator } of words(line)) {
    isRedirected = isOperator ? text !== "|" : isRedirected;
    if (isOperator && text === "|") {
      parts.push([]);
    } else if (!isRedirected) {
      parts.at(-1)?.push(text);
    }
  }
  const at = parts.findIndex(([name]) => name === "rfc1738");
  const command = parts[at]?.slice(1);
  if (command === undefined) {
    return null;
  }
  const [name, format] = parts[at - 1] ?? [];
  return { command, piped: name === "printf" ? (format ?? "").replaceAll("\\n", "\n") : null };
}

/** Returns what the first command of the console block tries, or `null` if the page has nothing for it. */
export function trial(block: string): Trial | null {
  const lines = block.split("\n");
  const found = lines.filter((one) => one.startsWith("$ ")).map((one) => commandIn(one.slice(2)));
  const first = found.find((one) => one !== null);
  if (!first) {
    return null;
  }
  const { command, piped } = first;
  const name = command[0] === "grammar" ? `grammar ${command[1]}` : (command[0] ?? "");
  const view = VIEWS[name];
  if (view === undefined) {
    return null;
  }
  const typed = lines.filter((one) => one.startsWith("> ") && one !== "> END").map((one) => one.slice(2));
  const input = typed.length > 0 ? `${typed.join("\n")}\n` : piped;
  const options = new Map<string, string>();
  const rest: string[] = [];
  for (let at = name.split(" ").length; at < command.length; at += 1) {
    const word = command[at] ?? "";
    if (word === "--rule" || word === "--grammar" || WITH_VALUE.has(word)) {
      options.set(word, command[(at += 1)] ?? "");
    } else if (word.startsWith("--")) {
      options.set(word, "");
    } else {
      rest.push(word);
    }
  }
  const source = (file: string | undefined): Source =>
    file === undefined ? null : file === "-" ? { typed: input ?? "" } : { file };
  const isOfGrammar = name.startsWith("grammar ");
  const isOfRule = name === "rules" || name === "explain";
  const isInputText = input !== null && !isOfGrammar && options.get("--grammar") !== "-";
  return {
    view,
    grammar: source(isOfGrammar ? rest[0] : options.get("--grammar")),
    other: isOfGrammar ? source(rest[1]) : null,
    production: options.get("--rule") ?? (isOfRule ? (rest[0] ?? null) : null),
    text: isOfGrammar || isOfRule ? null : (rest[0] ?? (isInputText ? (input.split("\n")[0] ?? null) : null)),
    makes: name !== "generate" ? null : options.has("--invalid") ? "near" : options.has("--cover") ? "cover" : "random",
  };
}
