// Defines the elements of the page.

import "./grammar/grammar-pane.ts";
import "./tutorial/tutorial-pane.ts";
import "./compare/compare-pane.ts";
import "./left.ts";
import "./bar.ts";
import "./figure/figure-pane.ts";
import "./figure/verdict-pane.ts";
import "./tree/tree-dock.ts";
import "./steps/steps-dock.ts";
import "./choice/choice-dock.ts";
import "./rails/rails-dock.ts";
import "./examples/examples-dock.ts";
import "./views.ts";
