// Files to save and to open.

import { Damaged, known } from "./link.ts";
import type { Work } from "./store.ts";
import { words } from "./text/words.ts";

/** Offers the parts together as a file to save. */
export function save(name: string, ...parts: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(parts));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}

/** Returns the state in a file: everything, as the page saves it, or a grammar alone. */
export async function opened(file: File): Promise<Partial<Work>> {
  const octets = await file.arrayBuffer();
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(octets);
  } catch {
    throw new Damaged(words.file.notText(file.name));
  }
  if (!file.name.endsWith(".json")) {
    return { grammar: text, readings: false };
  }
  try {
    const saved: unknown = JSON.parse(text);
    if (typeof (saved as Work | null)?.grammar === "string") {
      return known(saved);
    }
  } catch {
    // The message below says it.
  }
  throw new Damaged(words.file.notSaved(file.name));
}
