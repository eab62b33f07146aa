// What the programs around JavaScript's parsers share: a line in, an answer out.

const schemes = process.argv.slice(2);

/**
 * Answers `accept` or `reject` for each line of standard input.
 *
 * `schemeOf` returns the scheme of a text that the parser accepts, and otherwise undefined. An
 * exception is a rejection too. The arguments of the program are the schemes to accept. Without
 * arguments, every scheme is accepted.
 */
export async function answer(schemeOf) {
  const isUrl = (text) => {
    try {
      const scheme = schemeOf(text);
      return scheme !== undefined && (schemes.length === 0 || schemes.includes(scheme));
    } catch {
      return false;
    }
  };

  // A line ends with LF. All other characters, including CR, belong to the text.
  let rest = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    const answers = lines.map((text) => (isUrl(text) ? "accept\n" : "reject\n"));
    process.stdout.write(answers.join(""));
  }
}
