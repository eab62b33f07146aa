// The function url.parse of node, which is older than node's URL. It throws only for some hosts.

import { parse } from "node:url";
import { answer } from "./answer.mjs";

await answer((text) => parse(text).protocol?.slice(0, -1));
