// FIRST, FOLLOW and the table of LL(1), with its conflicts and what they come from.

import "../../styles/course.css";
import { fill, h } from "../../dom.ts";
import { tables as tablesOf } from "../../engine/questions.ts";
import type { Tables } from "../../engine/types.ts";
import { Dock } from "../../pane.ts";
import { grammarOf, pin, type State } from "../../store.ts";
import { sentence } from "../../text/show.ts";
import { words } from "../../text/course-words.ts";

type Row = Tables["rows"][number];

/** The most rows and columns of a table that are shown. */
const ROWS = 60;
const COLUMNS = 40;

export class TablesDock extends Dock {
  readonly view = "tables";
  readonly #verdict = h("p", { class: "say ll-verdict", "aria-live": "polite" });
  readonly #conflict = h("section", { class: "conflict", hidden: true, "aria-label": words.tables.conflict, tabindex: -1 });
  readonly #sets = h("div", { class: "scr", tabindex: 0, role: "region", "aria-label": words.tables.sets });
  readonly #table = h("div", { class: "scr", tabindex: 0, role: "region", "aria-label": words.tables.table });
  readonly #note = h("p", { class: "mu" });
  #tables: Tables | null = null;
  #chosen = 0;

  protected build(): void {
    this.classList.add("dock", "tb");
    fill(this, this.#verdict, this.#conflict, h("div", { class: "two" }, h("section", {}, this.#sets), h("section", {}, h("h2", { class: "mu" }, words.tables.table), this.#table, h("p", { class: "mu" }, words.tables.end))), this.#note);
  }

  protected concerns(now: State, before: State): boolean {
    return now.outline !== before.outline || now.production !== before.production || now.pinned?.rule !== before.pinned?.rule;
  }

  #asked = "";

  protected show(state: State): void {
    const key = JSON.stringify([grammarOf(state), state.production]);
    if (key === this.#asked) {
      this.#draw(state);
      return;
    }
    this.#asked = key;
    this.#tables = null;
    this.#chosen = 0;
    this.answer(
      tablesOf(grammarOf(state), state.production),
      words.tables.theTables,
      (tables) => {
        if (this.#asked === key) {
          this.#tables = tables;
          this.#draw(state);
        }
      },
      (reason) => {
        if (this.#asked === key) {
          this.#clear(reason);
        }
      },
    );
  }

  #clear(reason: string): void {
    this.#verdict.textContent = reason;
    this.#conflict.hidden = true;
    fill(this.#sets);
    fill(this.#table);
  }

  #draw({ pinned }: State): void {
    const tables = this.#tables;
    if (tables === null) {
      return;
    }
    const { conflicts, rows, columns } = tables;
    const choose = (index: number) => {
      this.#chosen = index;
      const rule = rows[conflicts[index]?.row ?? 0]?.rule ?? "";
      pin({ rule, at: null });
      this.#showConflict(tables);
      this.#conflict.focus({ preventScroll: false });
    };
    fill(this.#verdict,
      h("b", { class: tables.ll1 ? "ok" : "bad" }, tables.ll1 ? words.tables.isLl1 : words.tables.isNotLl1),
      ...(tables.ll1 ? [] : [h("span", { class: "mu" }, words.tables.cells(conflicts.length)), ...conflicts.slice(0, 12).map((one, index) =>
        h("button", { type: "button", class: "chip", onclick: () => choose(index) }, words.tables.at(rows[one.row]?.name ?? "", one.next.label)))]));
    this.#showConflict(tables);
    const inConflict = (row: number, column: number) => (rows[row]?.cells[column]?.length ?? 0) > 1;
    const shown = rows.slice(0, ROWS);
    fill(this.#sets, h("table", { class: "ll" },
      h("thead", {}, h("tr", {}, h("th", {}, words.tables.production), h("th", {}, "FIRST"), h("th", {}, "FOLLOW"))),
      h("tbody", {}, ...shown.map((row) => h("tr", { class: kindOf(row, pinned) },
        h("th", { scope: "row" }, row.name),
        h("td", {}, labelOf(row.first.label, row.nullable)),
        h("td", {}, row.follow.label))))));
    fill(this.#table, h("table", { class: "ll" },
      h("thead", {}, h("tr", {}, h("th", {}, words.tables.production), ...columns.slice(0, COLUMNS).map((one) => h("th", {}, one.label)))),
      h("tbody", {}, ...shown.map((row, at) => h("tr", { class: kindOf(row, pinned) },
        h("th", { scope: "row" }, row.name),
        ...columns.slice(0, COLUMNS).map((_, column) => {
          const found = row.cells[column] ?? [];
          return h("td", { class: inConflict(at, column) ? "cf" : found.length === 0 ? "mu" : "" }, ...(found.length === 0 ? ["·"] : found.map((one) => h("div", {}, writtenOf(row, one)))));
        }))))));
    this.#note.textContent = [rows.length > ROWS && words.tables.moreRows(rows.length - ROWS), columns.length > COLUMNS && words.tables.moreColumns(columns.length - COLUMNS)].filter(Boolean).join(" ");
  }

  #showConflict({ conflicts, rows }: Tables): void {
    const found = conflicts[this.#chosen];
    this.#conflict.hidden = found === undefined;
    if (found !== undefined) {
      const row = rows[found.row]!;
      fill(this.#conflict,
        h("p", {}, h("b", { class: "code" }, row.name), words.tables.seeing, h("b", { class: "code" }, found.next.label), words.tables.both, h("b", { class: "code" }, writtenOf(row, found.alternatives[0])), words.tables.and, h("b", { class: "code" }, writtenOf(row, found.alternatives[1])), words.tables.fit),
        ...found.why.map((one) => h("p", { class: "mu" }, sentence(one.message))));
    }
  }
}

function kindOf(row: Row, pinned: State["pinned"]): string {
  return [row.helper && "helper", row.rule === pinned?.rule && "cur"].filter(Boolean).join(" ");
}

/** Returns a set for people, with ε where a production derives the empty text. */
function labelOf(label: string, isNullable: boolean): string {
  return isNullable ? (label === "" ? "ε" : `${label} ε`) : label;
}

/** Returns an alternative as the grammar writes it. */
function writtenOf(row: Row, alternative: number): string {
  const parts = row.alternatives[alternative]?.parts ?? [];
  return parts.length === 0 ? "ε" : parts.map((one) => one.text).join(" ");
}

customElements.define("tables-dock", TablesDock);
