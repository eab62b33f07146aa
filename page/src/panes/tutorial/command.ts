// What a command of the tutorial means on the page.

import type { State, View } from "../../store.ts";

const OWN: Record<string, View> = {
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

/** Splits a line as a shell does, as far as the tutorial needs. */
function words(line: string): string[] {
  const found = line.matchAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|([^\s'"]+)/g);
  return [...found].map((match) => match[1] ?? match[2]?.replaceAll(/\\(.)/g, "$1") ?? match[3] ?? "");
}

/** A change of the state, and a file of the project whose grammar it needs. */
export interface Trial {
  change: Partial<State>;
  file: string | null;
}

/** Returns what the console block tries, or `null` if the page has nothing for it. */
export function trial(block: string): Trial | null {
  const lines = block.split("\n");
  const line = lines.find((one) => one.startsWith("$ ") && one.includes("rfc1738 "));
  if (line === undefined) {
    return null;
  }
  const [before, command = ""] = line.slice(2).split(/(?:^|\| *)rfc1738 /);
  const parts = words(command);
  const name = parts[0] === "grammar" ? `grammar ${parts[1]}` : (parts[0] ?? "");
  const view = OWN[name];
  if (view === undefined) {
    return null;
  }
  const change: Partial<State> = { view };
  let file: string | null = null;
  let source = "";
  const rest: string[] = [];
  const piped = /printf '([^']*)'/.exec(before ?? "")?.[1]?.replaceAll("\\n", "\n");
  for (let at = name.split(" ").length; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    if (part === "--rule") {
      change.production = parts[(at += 1)] ?? "";
    } else if (part === "--grammar") {
      source = parts[(at += 1)] ?? "";
    } else if (part.startsWith("--")) {
      at += ["--detail", "--format", "--number", "--seed", "--only", "--depth", "--most", "--readings", "--to"].includes(part) ? 1 : 0;
    } else if (!part.startsWith("<") && part !== ">") {
      rest.push(part);
    }
  }
  if (name === "rules" || name === "explain") {
    change.production = rest[0] ?? change.production ?? "url";
    rest.length = 0;
  }
  const heredoc = lines.filter((one) => one.startsWith("> ")).map((one) => one.slice(2));
  if (name.startsWith("grammar ") && rest.length > 0) {
    source = rest.shift() ?? "";
  }
  if (source === "-") {
    const typed = heredoc.length > 0 ? heredoc.filter((one) => one !== "END").join("\n") : piped;
    if (typed === undefined) {
      return null;
    }
    change.grammar = `${typed.trimEnd()}\n`;
    change.readings = false;
  } else if (source !== "") {
    file = source;
  } else if (piped !== undefined) {
    change.text = piped.trimEnd().split("\n")[0] ?? "";
  }
  const text = rest.find((one) => one !== "-");
  if (text !== undefined) {
    change.text = text;
  }
  return { change, file };
}
