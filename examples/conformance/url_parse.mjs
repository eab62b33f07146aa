// The function url.parse of node, which is older than node's URL. It throws only for some hosts.

import { parse } from "node:url";
import { answer, hostOf } from "./answer.mjs";

await answer((text) => {
  const url = parse(text);
  const scheme = url.protocol?.slice(0, -1);
  const user = url.auth === null ? null : url.auth.split(":")[0];
  return [scheme, { scheme: scheme ?? null, user, host: hostOf(url.hostname) }];
});
