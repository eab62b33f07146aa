// How a character is shown so that a reader sees it.

const NAMES: Record<string, string> = {
  "\t": "⇥",
  "\n": "↵",
  "\r": "␍",
  " ": "␣",
  "\x7f": "␡",
};

/** Returns a visible sign for a character: a control picture, or a number. */
export function visible(character: string): string {
  const name = NAMES[character];
  if (name !== undefined) {
    return name;
  }
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) {
    return String.fromCodePoint(0x2400 + code);
  }
  // Characters that are not seen, or that change how their neighbours are shown.
  return /[\p{C}\p{Z}\p{M}]/u.test(character) ? `U+${code.toString(16).toUpperCase()}` : character;
}

/** Returns a text in quotation marks, at most `most` characters of it, with everything visible. */
export function quoted(text: string, most = 60): string {
  const characters = [...text.slice(0, 2 * most + 2)];
  const shown = characters.slice(0, most).map((one) => (one === " " ? one : visible(one)));
  const isCut = characters.length > most || text.length > 2 * most + 2;
  return `“${shown.join("")}${isCut ? "…" : ""}”`;
}

/** Returns `1 step`, `2 steps`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** Returns a clause of the engine as a sentence, with quotation marks around what the grammar has. */
export function sentence(clause: string): string {
  const quotes = clause.replaceAll(/`([^`]+)`/g, "“$1”");
  return `${quotes.slice(0, 1).toUpperCase()}${quotes.slice(1)}.`;
}
