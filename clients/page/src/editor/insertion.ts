// Large texts that a program inserts, as tests and password managers do.
//
// A browser makes an element for each of their lines, which takes it minutes for some thousand
// lines. The editor takes the text itself instead.

import { EditorView } from "@codemirror/view";

/** The length from which on a text is large. */
const LARGE = 200;

export const insertion = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    if (inputType !== "insertText" || data === null || (data.length < LARGE && !data.includes("\n"))) {
      return false;
    }
    const selection = document.getSelection();
    const { anchorNode, focusNode } = selection ?? {};
    if (!selection || !anchorNode || !focusNode || !view.contentDOM.contains(anchorNode)) {
      return false;
    }
    event.preventDefault();
    const at = view.posAtDOM(anchorNode, selection.anchorOffset);
    const to = view.posAtDOM(focusNode, selection.focusOffset);
    const [from, end] = at < to ? [at, to] : [to, at];
    const whole = data.replaceAll(/\r\n?/g, "\n");
    view.dispatch({
      changes: { from, to: end, insert: whole },
      selection: { anchor: from + whole.length },
    });
    return true;
  },
});
