// Keys that work wherever the focus is: undo, Escape, derivations, and the keys of a presenter's remote.

import { get, hover, pin, set } from "./store.ts";
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
  const { view, derivation, derivations } = get();
  if (view === "steps" && stepByKey(event)) {
    event.preventDefault();
  } else if (event.key === "[" || event.key === "]") {
    const last = (derivations?.trees.length ?? 1) - 1;
    set({ derivation: Math.max(0, Math.min(last, derivation + (event.key === "]" ? 1 : -1))) });
  }
}

/** Begins to listen to the keys. */
export function startPressing(): void {
  document.addEventListener("keydown", press);
}
