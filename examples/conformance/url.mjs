// The class URL of node, the parser of the WHATWG.

import { answer, partsOf } from "./answer.mjs";

await answer((text) => {
  const parts = partsOf(new URL(text));
  return [parts.scheme, parts];
});
