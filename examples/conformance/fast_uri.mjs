// The package fast-uri, which follows RFC 3986. The JSON Schema validator Ajv uses it.

import fastUri from "fast-uri";
import { answer } from "./answer.mjs";

await answer((text) => {
  const { scheme, error } = fastUri.parse(text);
  return error === undefined ? scheme?.toLowerCase() : undefined;
});
