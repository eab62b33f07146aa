// The package whatwg-url, the reference implementation of the WHATWG's URL standard.

import whatwgUrl from "whatwg-url";
import { answer, partsOf } from "./answer.mjs";

await answer((text) => {
  const parts = partsOf(new whatwgUrl.URL(text));
  return [parts.scheme, parts];
});
