// What the page may load and do. The built page holds the policy, and the server sends it.
//
// The engine needs `'wasm-unsafe-eval'`, which compiles WebAssembly and evaluates no script. CodeMirror
// makes style elements at run time, whose content no hash can name beforehand.

/**
 * Returns the content security policy of a page.
 *
 * @param {{ scripts: string, workers: string, connects: string }} sources
 * @returns {string}
 */
export function policy({ scripts, workers, connects }) {
  return [
    "default-src 'none'",
    `script-src ${scripts} 'wasm-unsafe-eval'`,
    `worker-src ${workers}`,
    `connect-src ${connects}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The policy of the page as a folder of files. */
export const FOLDER = policy({ scripts: "'self'", workers: "'self'", connects: "'self'" });

/**
 * Returns the policy of the page as one file, which holds one script. `hash` is that of the script.
 *
 * @param {string} hash
 * @returns {string}
 */
export function single(hash) {
  return policy({ scripts: `'${hash}'`, workers: "blob:", connects: "'none'" });
}
