// Defines the elements of the page.

import "./header.ts";
import "./hints.ts";
import "./tabs.ts";
import "./grammar/grammar-pane.ts";
import "./text/text-pane.ts";
import "./selection/selection-pane.ts";
import "./tree/tree-pane.ts";
import "./derivations/derivations-pane.ts";
import "./steps/steps-pane.ts";
import "./ordered/ordered-pane.ts";
import "./rails/rails-pane.ts";
import "./examples/examples-pane.ts";
import "./compare/compare-pane.ts";
import "./inspect/inspect-pane.ts";
import "./tutorial/tutorial-pane.ts";
