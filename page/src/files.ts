// Files to save and to open.

import { Damaged, shared, type Shared } from "./link.ts";

/** Offers a text as a file to save. */
export function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}

/** Returns the state in a file: everything, as the page saves it, or a grammar alone. */
export async function opened(file: File): Promise<Partial<Shared>> {
  const text = await file.text();
  if (!file.name.endsWith(".json")) {
    return { grammar: text, readings: false };
  }
  try {
    return shared(JSON.parse(text));
  } catch {
    throw new Damaged(`${file.name} is not a file that this page has saved`);
  }
}
