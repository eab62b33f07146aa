// Answers `accept` if `JSON.parse` takes a text.

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function isJson(octets) {
  try {
    JSON.parse(decoder.decode(octets));
    return true;
  } catch {
    return false;
  }
}

let rest = Buffer.alloc(0);
for await (const chunk of process.stdin) {
  rest = Buffer.concat([rest, chunk]);
  let answers = "";
  for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
    answers += isJson(rest.subarray(0, end)) ? "accept\n" : "reject\n";
    rest = rest.subarray(end + 1);
  }
  process.stdout.write(answers);
}
