// What all panes have in common.

import { explain, isRunning, quiet } from "./checking.ts";
import { get, subscribe, type State, type View } from "./store.ts";

/** A custom element that shows a part of the state. */
export abstract class Pane extends HTMLElement {
  #end: (() => void) | null = null;
  #isBuilt = false;
  /** The number of works that have not ended. */
  #works = 0;

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
}

/** What a view shows below the tree. It works only while its view is chosen, and not during a run of keys. */
export abstract class Dock extends Pane {
  abstract readonly view: View;
  #isStale = true;
  #isWaiting = false;

  protected changed(now: State, before: State): void {
    this.#isStale ||= now === before || this.concerns(now, before);
    if (now.view !== before.view || now === before) {
      this.hidden = now.view !== this.view;
    }
    if (!isRunning()) {
      this.#update();
    } else if (!this.#isWaiting && this.#isStale) {
      this.#isWaiting = true;
      void quiet().then(() => {
        this.#isWaiting = false;
        this.#update();
      });
    }
  }

  #update(): void {
    const state = get();
    if (state.view === this.view && this.#isStale) {
      this.#isStale = false;
      this.show(state);
    }
  }

  /** Returns whether a change concerns what the dock shows. */
  protected abstract concerns(now: State, before: State): boolean;

  /** Shows the state. */
  protected abstract show(state: State): void;
}
