declare module "virtual:engine-base64" {
  /** The modules of the engine, with gzip, in base64. */
  const base64: Record<"engine" | "prose" | "export" | "choice", string>;
  export default base64;
}
declare module "virtual:grammars" {
  /** The grammars to begin with, read from the files of the project when the page is built. */
  const grammars: { id: string; title: string; source: string; readings: boolean; production: string; text: string }[];
  export default grammars;
}
declare module "virtual:tutorial" {
  import type { Chapter } from "./panes/tutorial/chapter.ts";
  const chapters: Chapter[];
  export default chapters;
}
