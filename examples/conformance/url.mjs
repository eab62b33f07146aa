// Answers for each line of standard input whether node's URL, the parser of the WHATWG, accepts it.
//
// The arguments are the schemes to accept. Without arguments, every scheme is accepted.

const schemes = process.argv.slice(2).map((scheme) => `${scheme}:`);

function isUrl(text) {
  try {
    const { protocol } = new URL(text);
    return schemes.length === 0 || schemes.includes(protocol);
  } catch {
    return false;
  }
}

// A line ends with LF. All other characters, including CR, belong to the text.
let rest = "";
process.stdin.setEncoding("utf8");
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  const answers = lines.map((text) => (isUrl(text) ? "accept\n" : "reject\n"));
  process.stdout.write(answers.join(""));
}
