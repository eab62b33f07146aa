// What all panes have in common.

import { explain } from "./checking.ts";
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
  /** The number of works that have not ended. */
  #works = 0;
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

  /** Marks the pane as busy until the work ends. */
  protected async busy<T>(work: Promise<T>): Promise<T> {
    this.#works += 1;
    this.setAttribute("aria-busy", "true");
    try {
      return await work;
    } finally {
      this.#works -= 1;
      if (this.#works === 0) {
        this.removeAttribute("aria-busy");
      }
    }
  }

  /** Shows the answer to a question, or why there is none. A question that a later one replaces shows nothing. */
  protected answer<T>(
    question: Promise<T>,
    subject: string,
    show: (found: T) => void,
    refuse: (reason: string) => void,
  ): void {
    this.busy(question).then(show, (error) => {
      const reason = explain(error, subject);
      if (reason !== null) {
        refuse(reason);
      }
    });
  }

  /** Lights what is selected. */
  protected light(_state: State): void {}
}
