// Serves the built page while the tests run.

import { join } from "node:path";
import { serve } from "../build/server.js";

export default async function start() {
  const server = await serve(join(import.meta.dirname, "../dist/folder"), 8018);
  return () => new Promise((resolve) => server.close(resolve));
}
