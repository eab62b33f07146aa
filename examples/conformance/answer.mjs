// What the programs around JavaScript's parsers share: a line in, an answer out.

const schemes = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const hasParts = process.argv.includes("--parts");
const takesReferences = process.argv.includes("--references");

/**
 * Answers `accept` or `reject` for each line of standard input.
 *
 * `read` returns the scheme of a text that the parser accepts, and otherwise undefined. An exception is a
 * rejection too. With the scheme it can return the parts that the parser reads, by their names, as
 * `[scheme, parts]`: a text, or null for a part that the URL does not have. A part that is left out is unknown. The
 * arguments of the program are the schemes to accept. Without arguments, every scheme is accepted. With `--parts`,
 * answers have the parts. With `--references`, a text without a scheme is accepted, too, as `//host`.
 */
export async function answer(read) {
  const answerTo = (text) => {
    try {
      const found = read(text);
      const [scheme, parts] = Array.isArray(found) ? found : [found, {}];
      const isUrl =
        scheme === undefined
          ? takesReferences
          : schemes.length === 0 || schemes.includes(scheme);
      if (!isUrl) return "reject\n";
      return hasParts ? `accept${written(parts)}\n` : "accept\n";
    } catch {
      return "reject\n";
    }
  };

  // A line ends with LF. All other characters, including CR, belong to the text.
  let rest = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    process.stdout.write(lines.map(answerTo).join(""));
  }
}

/** Writes parts as an answer has them. */
function written(parts) {
  const known = Object.entries(parts).filter(([, text]) => text !== undefined);
  const one = ([name, text]) => ` ${name}=${text === null ? "" : JSON.stringify(text)}`;
  return known.map(one).join("");
}

/** Returns the parts of a URL of the WHATWG. An empty user is unknown, because it can be absent. */
export function partsOf(url) {
  const scheme = url.protocol.slice(0, -1);
  return { scheme, user: url.username || undefined, host: hostOf(url.hostname) };
}

/** Returns a host without the brackets around an IPv6 address, or null without one. */
export function hostOf(host) {
  return host?.replace(/^\[(.*)\]$/s, "$1") || null;
}
