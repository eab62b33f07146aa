// The class URL of node, the parser of the WHATWG.

import { answer } from "./answer.mjs";

await answer((text) => new URL(text).protocol.slice(0, -1));
