// The package whatwg-url, the reference implementation of the WHATWG's URL standard.

import whatwgUrl from "whatwg-url";
import { answer } from "./answer.mjs";

await answer((text) => new whatwgUrl.URL(text).protocol.slice(0, -1));
