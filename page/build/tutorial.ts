// The chapters of the tutorial, read from the Markdown of the library's documentation.
//
// It is data, not HTML: the page builds elements from it.

import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Block, Chapter, Words } from "../src/panes/tutorial/chapter.ts";

/** Returns the chapters in the folder, in order. */
export function chapters(folder: string): Chapter[] {
  const files = readdirSync(folder).filter((name) => /^\d.*\.md$/.test(name));
  return files.sort().map((name) => chapter(readFileSync(resolve(folder, name), "utf8")));
}

function chapter(markdown: string): Chapter {
  const blocks = blocksOf(markdown.split("\n"));
  const first = blocks[0];
  const title = first?.kind === "heading" ? first.words.map((one) => one.text).join("") : "";
  return { title, blocks: withoutInstallation(blocks.slice(1)) };
}

/** Leaves out how to get the command: the reader has the page. */
function withoutInstallation(blocks: Block[]): Block[] {
  const isHeading = (block: Block) => block.kind === "heading";
  const start = blocks.findIndex((block) => isHeading(block) && block.words[0]?.text === "Get the command");
  const length = blocks.slice(start + 1).findIndex(isHeading) + 1;
  return start < 0 ? blocks : blocks.toSpliced(start, length);
}

function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  const paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) {
      blocks.push({ kind: "paragraph", words: words(paragraph.join(" ")) });
      paragraph.length = 0;
    }
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const fence = /^```(\w*)/.exec(line);
    const heading = /^(#+) (.*)/.exec(line);
    if (fence) {
      flush();
      const code: string[] = [];
      for (at += 1; at < lines.length && !(lines[at] ?? "").startsWith("```"); at += 1) {
        code.push(lines[at] ?? "");
      }
      // Lines that begin with `# ` are hidden in Rust's documentation.
      const shown = fence[1] === "rust" ? code.filter((one) => !/^# |^#$/.test(one)) : code;
      blocks.push({ kind: "code", language: fence[1] ?? "", text: shown.join("\n") });
    } else if (heading) {
      flush();
      blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, words: words(heading[2] ?? "") });
    } else if (line.startsWith("<details>")) {
      flush();
      const inner: string[] = [];
      for (at += 1; at < lines.length && !(lines[at] ?? "").startsWith("</details>"); at += 1) {
        inner.push(lines[at] ?? "");
      }
      blocks.push({ kind: "answer", blocks: blocksOf(inner) });
    } else if (/^\[[^\]]+\]: /.test(line)) {
      flush();
    } else if (/^\|/.test(line)) {
      flush();
      const rows: Words[][] = [];
      for (; at < lines.length && /^\|/.test(lines[at] ?? ""); at += 1) {
        const row = (lines[at] ?? "").trim().replace(/^\||\|$/g, "");
        if (!/^[\s|:-]+$/.test(row)) {
          rows.push(row.split(/(?<!\\)\|/).map((cell) => words(cell.trim().replaceAll("\\|", "|"))));
        }
      }
      blocks.push({ kind: "table", rows });
      continue;
    } else if (/^(?:[-*]|\d+\.) /.test(line)) {
      flush();
      const items: string[] = [];
      for (; at < lines.length && /\S/.test(lines[at] ?? ""); at += 1) {
        const item = /^(?:[-*]|\d+\.) (.*)/.exec(lines[at] ?? "");
        if (item) {
          items.push(item[1] ?? "");
        } else {
          items[items.length - 1] += ` ${(lines[at] ?? "").trim()}`;
        }
      }
      blocks.push({ kind: "list", isOrdered: /^\d/.test(line), items: items.map(words) });
      continue;
    } else if (line.trim() === "") {
      flush();
    } else {
      paragraph.push(line);
    }
    at += 1;
  }
  flush();
  return blocks;
}

/** Returns the runs of a line: plain, `code`, *emphasis*. A link is its text. */
function words(text: string): Words {
  const runs: Words = [];
  const pattern = /(`+)(.+?)\1|\*\*(.+?)\*\*|\*(.+?)\*|\[(`?)([^\]]+?)\5\](?:\([^)]*\)|\[[^\]]*\])?/g;
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) {
      runs.push({ kind: "plain", text: text.slice(end, match.index) });
    }
    if (match[2] !== undefined) {
      runs.push({ kind: "code", text: match[2].trim() });
    } else if (match[6] !== undefined) {
      runs.push({ kind: match[5] ? "code" : "plain", text: match[6] });
    } else {
      runs.push({ kind: "emphasis", text: match[3] ?? match[4] ?? "" });
    }
    end = match.index + match[0].length;
  }
  if (end < text.length) {
    runs.push({ kind: "plain", text: text.slice(end) });
  }
  return runs;
}
