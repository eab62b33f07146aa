// A section of the examples. It works only while it is on the screen.

import { Pane } from "../../pane.ts";
import { get, type State } from "../../store.ts";

export abstract class Section extends Pane {
  #isStale = true;

  constructor() {
    super();
    new MutationObserver(() => this.#refresh(get())).observe(this, { attributeFilter: ["hidden"] });
  }

  protected changed(now: State, before: State): void {
    this.#isStale ||= now === before || this.concerns(now, before);
    this.#refresh(now);
  }

  #refresh(now: State): void {
    if (this.#isStale && !this.hidden && this.isConnected && now.view === "examples") {
      this.#isStale = false;
      this.show(now);
    }
  }

  /** Returns whether a change concerns what the section shows. */
  protected abstract concerns(now: State, before: State): boolean;

  /** Shows the state. */
  protected abstract show(state: State): void;
}
