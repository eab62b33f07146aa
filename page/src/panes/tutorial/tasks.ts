// The tasks at the end of each chapter. The page checks them against its state.

import type { State } from "../../store.ts";

export interface Task {
  text: string;
  isDone: (state: State) => boolean;
}

const isValid = (state: State, rule: string) =>
  state.verdict?.ok === true && state.verdict.rule === rule;

/** The tasks by chapter. */
export const TASKS: Task[][] = [
  [
    {
      text: "Choose the production hostport, and type a text with a port that it derives.",
      isDone: (state) => isValid(state, "hostport") && /:\d+$/.test(state.text),
    },
    {
      text: "Choose the production hostport, and find a text that is wrong at its last character.",
      isDone: ({ verdict, text }) =>
        verdict?.rule === "hostport" && text.length > 1 && verdict.rejected?.offset === text.length - 1,
    },
  ],
  [
    {
      text: "Pin the node of the production port in a tree: click it, or press Enter on it.",
      isDone: ({ pinned }) => pinned?.rule === "port",
    },
    {
      text: "Find a text of the production schemepart, and look at all its derivations.",
      isDone: (state) => isValid(state, "schemepart") && state.view === "Derivations",
    },
  ],
  [
    {
      text: "Watch the steps of hostname over a text with two dots.",
      isDone: (state) =>
        state.view === "Steps" &&
        state.verdict?.rule === "hostname" &&
        state.text.split(".").length === 3,
    },
  ],
  [
    {
      text: "Load a text that ordered choice loses: click one in the pane Ordered choice.",
      isDone: (state) => state.view === "Ordered choice" && state.verdict?.ok === true,
    },
  ],
  [
    {
      text: "Find a URL that is wrong and about which the prose has something to say.",
      isDone: ({ verdict }) => (verdict?.rejected?.notes.length ?? 0) > 0,
    },
  ],
  [
    {
      text: "Repair http://h:8o/ with the buttons only, until it is a url.",
      isDone: (state) => isValid(state, "url") && /^http:\/\/h:?\d*\/?$/.test(state.text),
    },
  ],
  [
    {
      text: "Look at an automaton: choose a small production such as port, and open the pane Examples.",
      isDone: (state) => state.view === "Examples" && isValid(state, state.production),
    },
  ],
  [
    {
      text: "Choose the ambiguous arithmetic, and look at the derivations of a text with three operators.",
      isDone: (state) =>
        state.view === "Derivations" &&
        isValid(state, "expression") &&
        (state.text.match(/[-+*/]/g) ?? []).length === 3,
    },
    {
      text: "Choose JSON, and find a text that is wrong only because it ends too early.",
      isDone: ({ verdict, text }) =>
        verdict?.rule === "JSON-text" && text.length > 0 && verdict.rejected?.offset === text.length,
    },
  ],
  [
    {
      text: "Type a grammar of your own, and a text that it derives.",
      isDone: (state) =>
        !state.readings && state.verdict?.ok === true && (state.outline?.productions.length ?? 0) > 1,
    },
    {
      text: "Give your grammar an ambiguity that the findings tell.",
      isDone: ({ findings, readings }) =>
        !readings && findings.some((finding) => finding.kind === "ambiguity"),
    },
  ],
];
