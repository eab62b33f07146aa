declare module "virtual:engine-base64" {
  /** The modules of the engine, with gzip, in base64. */
  const base64: Record<"engine" | "prose" | "export" | "choice" | "study" | "exercise" | "course" | "grading", string>;
  export default base64;
}
declare module "virtual:grammars" {
  /** The grammars to begin with, read from the files of the project when the page is built. */
  const grammars: {
    id: string;
    title: string;
    group: "start" | "rfcs" | "more";
    /** `null` until the sources are loaded. */
    source: string | null;
    readings: boolean;
    production: string;
    text: string;
  }[];
  export default grammars;
}
declare module "virtual:sources" {
  /** The texts of all grammars to begin with. They are no part of the first load. */
  const sources: Record<string, string>;
  export default sources;
}
declare module "virtual:library" {
  /** The grammars that others can import from. They are no part of the first load. */
  const library: { title: string; source: string; prose: Record<string, string> }[];
  export default library;
}
declare module "virtual:pairs" {
  /** Productions of two grammars that correspond, and why, by the names of the grammars. */
  const pairs: Record<string, [string, string, string][]>;
  export default pairs;
}
/** Whether the page is one file. */
declare const __SINGLE__: boolean;
interface ImportMeta {
  readonly env: { readonly PROD: boolean };
}
