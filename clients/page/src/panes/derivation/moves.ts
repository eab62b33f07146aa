// Moves through the sentential forms.

import { get, set } from "../../store.ts";

/** Goes to a form; the first is 0. */
export function goToForm(form: number): void {
  const last = (get().forms?.forms.length ?? 1) - 1;
  set({ form: Math.max(0, Math.min(last, form)) });
}

/** Moves as a key asks for. */
export function formByKey(event: KeyboardEvent): boolean {
  const { form, forms } = get();
  const isButton = event.target instanceof Element && event.target.closest("button, a, [role=tab], [role=treeitem], summary") !== null;
  if (forms === null || (isButton && event.key.startsWith("Arrow") === false)) {
    return false;
  }
  const to = {
    ArrowRight: form + 1, ArrowDown: form + 1, PageDown: form + 1,
    ArrowLeft: form - 1, ArrowUp: form - 1, PageUp: form - 1,
    Home: 0, End: Infinity,
  }[event.key];
  if (to === undefined) {
    return false;
  }
  goToForm(to);
  return true;
}
