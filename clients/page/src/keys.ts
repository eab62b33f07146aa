// Keys that work wherever the focus is: undo, Escape, derivations, and the keys of a presenter's remote.

import { get, hover, pin, set } from "./store.ts";
import { formByKey } from "./panes/derivation/moves.ts";
import { stepByKey } from "./panes/steps/moves.ts";
import { undoByKey } from "./undo.ts";

/** Whether the element takes the keys itself. */
function takesKeys(element: Element): boolean {
  return element.closest("textarea, input:not([type=range], [type=checkbox]), select, .cm-content, dialog") !== null;
}

function press(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : document.body;
  const isField = target.closest("input:not([type=range], [type=checkbox])") !== null;
  if (event.defaultPrevented || (!isField && undoByKey(event))) {
    return;
  }
  if (event.key === "Escape") {
    const { isLecture, isSheet } = get();
    set(isSheet ? { isSheet: false } : isLecture ? { isLecture: false } : {});
    if (!isSheet && !isLecture) {
      pin(null);
      hover(null);
    }
    return;
  }
  if (takesKeys(target) || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const { view } = get();
  if ((view === "steps" && stepByKey(event)) || (view === "derivation" && formByKey(event))) {
    event.preventDefault();
  } else if (event.key === "[" || event.key === "]") {
    derive(event.key === "]" ? 1 : -1);
  }
}

function derive(by: number): void {
  const { derivation, derivations } = get();
  const last = (derivations?.trees.length ?? 1) - 1;
  set({ derivation: Math.max(0, Math.min(last, derivation + by)) });
}

/** The keys of a presenter's remote, and whether each goes on. */
const REMOTE: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 };

/** In a lecture, a remote moves through what the view shows, wherever the focus is, and never changes the view. */
function present(event: KeyboardEvent): void {
  const by = REMOTE[event.key];
  const target = event.target instanceof Element ? event.target : document.body;
  const { isLecture, view } = get();
  if (!isLecture || by === undefined || takesKeys(target) || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const isTile = target.closest("[role=treeitem]") !== null;
  if (view === "steps") {
    stepByKey(event);
  } else if (view === "derivation") {
    formByKey(event);
  } else if (view === "tree" && !(isTile && event.key.startsWith("Arrow"))) {
    derive(by);
  } else {
    // A tab would take the arrows.
    if (target.closest("[role=tab]") !== null) {
      event.preventDefault();
      event.stopPropagation();
    }
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** Begins to listen to the keys. */
export function startPressing(): void {
  document.addEventListener("keydown", present, true);
  document.addEventListener("keydown", press);
}
