// The request line of HTTP as node's parser llhttp reads it, for `request-line` of RFC 9112.

import { createRequire } from "node:module";

const { HTTPParser, methods } = createRequire(import.meta.url)("node:_http_common");

/** Returns the parts of a request line, or undefined if it is rejected. */
function parse(line) {
  const parser = new HTTPParser();
  parser.initialize(HTTPParser.REQUEST, {});
  let parts;
  parser[HTTPParser.kOnHeadersComplete] = (major, minor, _headers, method, url) => {
    parts = { method: methods[method], "request-target": url, "HTTP-version": `HTTP/${major}.${minor}` };
    return 0;
  };
  const result = parser.execute(Buffer.from(`${line}\r\nHost: a\r\n\r\n`, "latin1"));
  return result instanceof Error ? undefined : parts;
}

// A line ends with LF. All other octets, including CR, belong to the text.
let rest = "";
process.stdin.setEncoding("latin1");
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  const answers = lines.map((line) => {
    const parts = parse(line);
    if (parts === undefined) return "reject\n";
    const known = Object.entries(parts).filter(([, text]) => /^[ -~]*$/.test(text ?? "\0"));
    return `accept${known.map(([name, text]) => ` ${name}=${JSON.stringify(text)}`).join("")}\n`;
  });
  process.stdout.write(answers.join(""));
}
