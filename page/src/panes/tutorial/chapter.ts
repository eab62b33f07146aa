// A chapter of the tutorial as data.

export interface Run {
  kind: "plain" | "code" | "emphasis";
  text: string;
}

export type Words = Run[];

export type Block =
  | { kind: "heading"; level: number; words: Words }
  | { kind: "paragraph"; words: Words }
  | { kind: "list"; isOrdered: boolean; items: Words[] }
  | { kind: "table"; rows: Words[][] }
  | { kind: "code"; language: string; text: string }
  | { kind: "answer"; blocks: Block[] };

export interface Chapter {
  title: string;
  blocks: Block[];
}
