// What all panes have in common.

import { nextFrame } from "./dom.ts";
import { get, subscribe, type State, type View } from "./store.ts";

/** A custom element that shows a part of the state. */
export abstract class Pane extends HTMLElement {
  #end: (() => void) | null = null;
  #isBuilt = false;

  connectedCallback(): void {
    if (!this.#isBuilt) {
      this.#isBuilt = true;
      this.build();
    }
    this.#end = subscribe((now, before) => this.changed(now, before));
    this.changed(get(), get());
  }

  disconnectedCallback(): void {
    this.#end?.();
  }

  /** Builds what never changes. */
  protected abstract build(): void;

  /** Hears of each change. Both states are the same at the beginning. */
  protected abstract changed(now: State, before: State): void;
}

/** A pane behind a tab. It works only while its tab is chosen. */
export abstract class TabPane extends Pane {
  abstract readonly view: View;
  #isStale = true;
  readonly #light = nextFrame(() => this.light(get()));

  protected changed(now: State, before: State): void {
    this.#isStale ||= now === before || this.concerns(now, before);
    const isShown = now.view === this.view;
    if (isShown && this.#isStale) {
      this.#isStale = false;
      this.show(now);
      this.#light();
    } else if (isShown && (now.hovered !== before.hovered || now.pinned !== before.pinned)) {
      this.#light();
    }
  }

  /** Returns whether a change concerns what the pane shows. */
  protected abstract concerns(now: State, before: State): boolean;

  /** Shows the state. */
  protected abstract show(state: State): void;

  /** Lights what is selected. */
  protected light(_state: State): void {}
}
