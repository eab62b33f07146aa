// Moves through the steps: by key, by button, and to the next place where they stop.

import { get, set, type Stop } from "../../store.ts";
import { outOf, run } from "./replay.ts";

/** Goes to a step; the first is 1, and 0 is before it. */
export function goTo(step: number): void {
  const last = get().trace?.steps.length ?? 0;
  set({ step: Math.max(0, Math.min(last, step)) });
}

/** Goes to the next step at which one of the stops is. Returns whether there is one. */
export function runOn(): boolean {
  const { trace, step, stops } = get();
  const next = run(trace?.steps ?? [], step, stops);
  goTo(next ?? trace?.steps.length ?? 0);
  return next !== null;
}

export function addStop(stop: Stop): void {
  const { stops } = get();
  const key = JSON.stringify(stop);
  if (!stops.some((one) => JSON.stringify(one) === key)) {
    set({ stops: [...stops, stop] });
  }
}

export function removeStop(stop: Stop): void {
  set({ stops: get().stops.filter((one) => one !== stop) });
}

/**
 * Moves as a key asks for. A presenter's remote sends Page Down and Page Up, and some send the arrows up and down
 * or the full stop.
 */
export function stepByKey(event: KeyboardEvent): boolean {
  const { step, trace } = get();
  const steps = trace?.steps ?? [];
  // A button takes no arrows. What does, a tab or a tile, has taken them already.
  const isButton = event.target instanceof Element && event.target.closest("button, a, [role=tab], [role=treeitem], summary") !== null;
  if (isButton && (event.key === " " || event.key === "Enter")) {
    return false;
  }
  const moves: Record<string, () => void> = {
    ArrowRight: () => goTo(event.shiftKey ? outOf(steps, step, 1) : step + 1),
    ArrowLeft: () => goTo(event.shiftKey ? outOf(steps, step, -1) : step - 1),
    ArrowDown: () => goTo(step + 1),
    ArrowUp: () => goTo(step - 1),
    PageDown: () => goTo(step + 1),
    PageUp: () => goTo(step - 1),
    Home: () => goTo(1),
    End: () => goTo(steps.length),
    " ": () => goTo(step + (event.shiftKey ? -1 : 1)),
    b: () => void runOn(),
  };
  const move = moves[event.key];
  move?.();
  return move !== undefined;
}
