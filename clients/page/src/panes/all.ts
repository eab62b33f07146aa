// Defines the elements of the page: those of the first view at once, and every other one when it is asked for.

import "./grammar/grammar-pane.ts";
import "./left.ts";
import "./bar.ts";
import "./figure/figure-pane.ts";
import "./figure/verdict-pane.ts";
import "./tree/tree-dock.ts";
import "./views.ts";
import { get, subscribe, type Side, type State, type View } from "../store.ts";

const VIEWS: Partial<Record<View, () => Promise<unknown>>> = {
  derivation: () => import("./derivation/derivation-dock.ts"),
  tables: () => import("./tables/tables-dock.ts"),
  steps: () => import("./steps/steps-dock.ts"),
  choice: () => import("./choice/choice-dock.ts"),
  rails: () => import("./rails/rails-dock.ts"),
  examples: () => import("./examples/examples-dock.ts"),
};

const SIDES: Partial<Record<Side, () => Promise<unknown>>> = {
  exercise: () => import("./exercise/exercise-pane.ts"),
  tutorial: () => import("./tutorial/tutorial-pane.ts"),
  compare: () => import("./compare/compare-pane.ts"),
};

function define({ view, side }: Pick<State, "view" | "side">): void {
  void VIEWS[view]?.();
  void SIDES[side]?.();
}

define(get());
subscribe((now, before) => {
  if (now.view !== before.view || now.side !== before.side) {
    // A pane that was chosen begins its work when it is there; one that a link shows has it.
    if (now.side !== before.side) {
      document.querySelector<HTMLElement>(`${now.side}-pane:not(:defined)`)?.setAttribute("data-chosen", "");
    }
    define(now);
  }
});
