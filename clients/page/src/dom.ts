// Elements from data. Strings become text nodes, so nothing that a user typed is ever markup.

type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

/** Creates an element. A key that begins with `on` is a listener, every other one an attribute. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(key.slice(2), value as (event: Event) => void);
    } else if (value === true) {
      element.setAttribute(key, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, String(value));
    }
  }
  append(element, children);
  return element;
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child);
    }
  }
}

/** Makes these the children of an element. Those that are there stay in their place: a browser lays out again what moves. */
export function keep(element: Element, children: Element[]): void {
  const wanted = new Set(children);
  [...element.children].filter((one) => !wanted.has(one)).forEach((one) => one.remove());
  let at = element.firstElementChild;
  for (const child of children) {
    if (child === at) {
      at = at.nextElementSibling;
    } else {
      element.insertBefore(child, at);
    }
  }
}

/** Sets a property of the style, if it changes: a browser computes the styles again for the same value, too. */
export function style(element: HTMLElement, name: string, value: string): void {
  if (element.style.getPropertyValue(name) !== value) {
    element.style.setProperty(name, value);
  }
}

/** Sets an attribute, if it changes. */
export function mark(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value);
  }
}

/** Hides or shows an element, if that changes it. */
export function hide(element: HTMLElement, isHidden: boolean): void {
  if (element.hidden !== isHidden) {
    element.hidden = isHidden;
  }
}

/** Returns a function that runs `work` once in the next frame, however often it is called. */
export function nextFrame(work: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (!isWaiting) {
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        work();
      });
    }
  };
}
