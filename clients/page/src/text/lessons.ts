// The tutorial: ten lessons, from what a production is to errors. Code is between backticks.

import type { State, View } from "../store.ts";

/** A grammar and a text to show beside the lesson. */
export interface Scene {
  /** A preset, or a grammar as it is typed. */
  grammar: { preset: string } | { source: string };
  production?: string;
  text?: string;
  view?: View;
}

export interface Exercise {
  /** The lesson and the number of the exercise: `3.2`. */
  id: string;
  text: string;
  hint: string;
  /** What solves it: a state, or a grammar that derives the same texts as one of these. */
  solved: ((state: State) => boolean) | string[];
}

export type Block = string | { label: string; scene: Scene } | Exercise;

export interface Lesson {
  title: string;
  /** What is shown when the lesson begins. */
  scene: Scene;
  blocks: Block[];
}

const GREETING = `greeting = "hello" / "hi" / "good day"
`;

const LETTER = `letter   = greeting ", " name "!"
greeting = "hello" / "dear"
name     = "Ann" / "Bob"
`;

const NUMBER = `number = [ "-" ] 1*digit
digit  = "0" / "1" / "2" / "3" / "4" / "5" / "6" / "7" / "8" / "9"
`;

const LIST = `list = item *( "," item )
item = "a" / "b"
`;

const NEST = `nest = "(" nest ")" / "x"
`;

const CHAIN = `chain = chain "-" item / item
item  = "a"
`;

const CHOICE = `word = "a" / "ab"
`;

const TIME = `; Write the production time here.
time = "00:00"
`;

const PAIRS = `time  = 2digit ":" 2digit
digit = %x30-39
`;

const CLOCK = `time   = hour ":" minute
hour   = ( "0" / "1" ) digit / "2" %x30-33
minute = %x30-35 digit
digit  = %x30-39
`;

const isValid = ({ verdict, text }: State, rule?: string) =>
  verdict?.ok === true && verdict.text === text && (rule === undefined || verdict.rule === rule);

export const LESSONS: Lesson[] = [
  {
    title: "What is a production?",
    scene: { grammar: { source: GREETING }, production: "greeting", text: "hello", view: "tree" },
    blocks: [
      "A grammar says which texts belong to a language. It is a list of productions. A production has a name, an equals sign and a body.",
      "The grammar on this page has one production, `greeting`. Its body lists three literals, which stand in quotation marks. The slash between them means “or”. So the language has three texts. A slash shows that the notation is ABNF, in which letters match in either case: `Hello` is the first of them, too.",
      "The line above the text is the verdict: the text `hello` is valid.",
      { label: "hullo", scene: { grammar: { source: GREETING }, production: "greeting", text: "hullo", view: "tree" } },
      "`hullo` is valid up to 1: an `h` can begin a greeting, and `hu` cannot. The line below the verdict shows what is allowed at that place.",
      { id: "1.1", text: "Type another text that is a greeting.", hint: "There are two others.", solved: (state) => isValid(state, "greeting") && state.text !== "hello" },
      { id: "1.2", text: "Add `\"bye\"` to the production in the grammar, and type it as the text.", hint: "Alternatives are separated by a slash.", solved: (state) => isValid(state) && state.text === "bye" },
    ],
  },
  {
    title: "Names and trees",
    scene: { grammar: { source: LETTER }, production: "letter", text: "dear Ann!", view: "tree" },
    blocks: [
      "A body can use the names of other productions. Parts that follow each other in the body follow each other in the text.",
      "`letter` is a greeting, a comma with a blank, a name and an exclamation mark.",
      { label: "hello, Bob!", scene: { grammar: { source: LETTER }, production: "letter", text: "hello, Bob!", view: "tree" } },
      "The tree below the text shows who matched what. Each production is a tile as wide as the text that it matches, and the productions that it uses are below it. Literals are the quiet tiles.",
      { id: "2.1", text: "Make the text a valid letter to Ann.", hint: "The literal after the greeting is a comma and a blank.", solved: (state) => isValid(state, "letter") && state.text.includes("Ann") },
      { id: "2.2", text: "Click the tile of `name` in the tree, or press Enter on it.", hint: "The bar at the bottom then shows its production.", solved: ({ pinned }) => pinned?.rule === "name" },
    ],
  },
  {
    title: "Options and repetition",
    scene: { grammar: { source: NUMBER }, production: "number", text: "-42", view: "tree" },
    blocks: [
      "What stands in square brackets may be left out: `[ \"-\" ]` is a sign or nothing.",
      "A star repeats what follows it: `*digit` is any number of digits, none too. `1*digit` is at least one. `2*4digit` is two to four.",
      { label: "7", scene: { grammar: { source: NUMBER }, production: "number", text: "7", view: "tree" } },
      "Look at the number of boundaries on the ruler: a text of three characters has the boundaries 0 to 3. Spans and offsets always count boundaries.",
      { id: "3.1", text: "Type a valid number with five digits.", hint: "A sign is no digit.", solved: (state) => isValid(state, "number") && /^-?\d{5}$/.test(state.text) },
      { id: "3.2", text: "Change the grammar so that a number may have a fraction: `3.14` and `-0.5` are valid, `3.` and `.5` are not.", hint: "Add `[ \".\" 1*digit ]` at the end.", solved: ['number = [ "-" ] 1*digit [ "." 1*digit ]\ndigit = %x30-39\n'] },
    ],
  },
  {
    title: "Reading an error",
    scene: { grammar: { preset: "rfc1738" }, production: "url", text: "http://user@host/index.html", view: "tree" },
    blocks: [
      "This is the grammar of URLs from RFC 1738. The text is valid up to 11: there is a URL that begins with `http://user`, and none that begins with `http://user@`.",
      "The productions that are still open at 11 end in a ragged edge. Each shows in its own row what it allows next: `toplabel` another letter, `hostport` a colon, `httpurl` a slash.",
      "Below the verdict are all characters that are allowed there. A click inserts one. Where the RFC's prose says why the text is wrong, the page says so, with the section and a fix.",
      { label: "ftp://user@host/", scene: { grammar: { preset: "rfc1738" }, production: "url", text: "ftp://user@host/", view: "tree" } },
      { id: "4.1", text: "Fix `http://user@host/index.html` with the button beside the error.", hint: "Press Try it on an earlier page, or Undo, if you have changed the text.", solved: (state) => isValid(state, "url") && state.text === "http://host/index.html" },
      { id: "4.2", text: "Choose the production `hostport`, and find a text that is valid up to its last character only.", hint: "For example, a port with a letter at its end.", solved: ({ verdict, text }) => verdict?.rule === "hostport" && verdict.text === text && text.length > 1 && verdict.rejected?.offset === text.length - 1 },
    ],
  },
  {
    title: "Rails",
    scene: { grammar: { source: LIST }, production: "list", text: "a,b", view: "rails" },
    blocks: [
      "A railroad diagram is a production as a picture. Follow the line from left to right: every way through it spells a text of the production.",
      "A fork is a choice, a line around a box an option, and a line back a repetition. The way of the text is lit, with the number of rounds.",
      { label: "a", scene: { grammar: { source: LIST }, production: "list", text: "a", view: "rails" } },
      { id: "5.1", text: "Type a list for which the line back is passed three times or more.", hint: "The first item is outside the loop, and the first round is no way back.", solved: (state) => state.view === "rails" && isValid(state, "list") && state.text.split(",").length >= 5 },
      { id: "5.2", text: "Change the grammar so that the empty text is a list too.", hint: "Put the body in square brackets.", solved: ['list = [ item *( "," item ) ]\nitem = "a" / "b"\n'] },
    ],
  },
  {
    title: "Steps",
    scene: { grammar: { preset: "rfc1738" }, production: "hostname", text: "a.b", view: "steps" },
    blocks: [
      "How does a program find the tree? It tries the productions, from the first one on. The view Steps shows each step, in one line that says what happens and why.",
      "Go forward with the arrow keys. A presenter's remote works too.",
      "The list below shows the productions that are open, with a dot at the place where each is.",
      "A repetition takes as much as it can. If the rest then does not match, the parser goes back: it gives a part back and tries something shorter.",
      { id: "6.1", text: "Go to the last step.", hint: "The End key, or the last of the four buttons.", solved: ({ view, step, trace }) => view === "steps" && trace !== null && step === trace.steps.length },
      { id: "6.2", text: "Find a step in which something is given back.", hint: "The buttons beside “Stop at” lead there.", solved: ({ view, step, trace }) => view === "steps" && trace?.steps[step - 1]?.event === "give_back" },
    ],
  },
  {
    title: "Recursion",
    scene: { grammar: { source: NEST }, production: "nest", text: "((x))", view: "tree" },
    blocks: [
      "A production may use itself. Then its texts nest to any depth: `nest` has as many closing brackets as opening ones. No repetition can do that.",
      { label: "a-a-a", scene: { grammar: { source: CHAIN }, production: "chain", text: "a-a-a", view: "tree" } },
      "`chain` uses itself at its left end. The tree then leans to the left: `a-a-a` is `a-a` and then `-a`, as in arithmetic.",
      "A parser that tries `chain` first tries `chain` at the same place, without end. The view Steps says so.",
      { id: "7.1", text: "Type a valid `nest` with four pairs of brackets.", hint: "Choose the grammar again with Try it if it is not there.", solved: (state) => isValid(state, "nest") && state.text === "((((x))))" },
      { id: "7.2", text: "Change `nest` so that it also nests in square brackets: `[(x)]` is valid, `[(x])` is not.", hint: "Add a third alternative.", solved: ['nest = "(" nest ")" / "[" nest "]" / "x"\n'] },
    ],
  },
  {
    title: "Ambiguity",
    scene: { grammar: { preset: "arithmetic" }, production: "expr", text: "1+2*3", view: "tree" },
    blocks: [
      "A text can have more than one tree. Then the grammar is ambiguous: it does not say whether `1+2*3` is `(1+2)*3` or `1+(2*3)`.",
      "The arrows beside the verdict go through the trees. The outlined tile is where two of them differ.",
      { label: "1-2-3-4", scene: { grammar: { preset: "arithmetic" }, production: "expr", text: "1-2-3-4", view: "tree" } },
      { id: "8.1", text: "Show the second tree of an expression with exactly two trees.", hint: "The key ] goes to the next tree.", solved: ({ derivations, derivation, verdict }) => verdict?.rule === "expr" && derivations?.trees.length === 2 && derivation === 1 },
      { id: "8.2", text: "Find an expression with five trees.", hint: "Three operators.", solved: ({ derivations, verdict }) => verdict?.rule === "expr" && derivations?.total === 5 },
    ],
  },
  {
    title: "Ordered choice",
    scene: { grammar: { source: CHOICE }, production: "word", text: "ab", view: "choice" },
    blocks: [
      "Many parsers take the first alternative that matches and never come back to it. That is ordered choice. A grammar says “or”, and the order means nothing.",
      "The two trees show the difference: the grammar accepts `ab`, and ordered choice stops after `a`.",
      "The page names the part that is to blame. Where another order works in both readings, and that is decided, it offers it.",
      { id: "9.1", text: "Change the order of the alternatives so that ordered choice accepts `ab`.", hint: "The longer one comes first.", solved: (state) => isValid(state) && state.text === "ab" && /=\s*"ab"\s*[/|]\s*"a"\s*$/.test(state.grammar.trim()) },
      { label: "RFC 1738", scene: { grammar: { preset: "rfc1738" }, production: "toplabel", text: "aa", view: "choice" } },
      { id: "9.2", text: "In the grammar of RFC 1738, choose a text that ordered choice rejects, for another production than `toplabel`.", hint: "The list below the trees has some.", solved: (state) => state.readings && state.view === "choice" && isValid(state) && state.production !== "toplabel" },
    ],
  },
  {
    title: "A grammar of your own",
    scene: { grammar: { source: TIME }, production: "time", text: "23:59", view: "tree" },
    blocks: [
      "Write a grammar for the times of a day, from `00:00` to `23:59`. Write productions for the hour and the minute.",
      "In the view Examples, Expected keeps the texts that should be valid or invalid, and shows whether they are, while you change the grammar.",
      { id: "10.1", text: "Two digits, a colon and two digits: `00:00`, `09:30` and `23:59` are valid; `7:5` and `0930` are not.", hint: "`hour = 2digit` is a beginning.", solved: [PAIRS, CLOCK] },
      { id: "10.2", text: "And `24:00`, `29:10` and `12:60` are not valid either.", hint: "`( \"0\" / \"1\" ) digit / \"2\" ( \"0\" / \"1\" / \"2\" / \"3\" )`", solved: [CLOCK] },
    ],
  },
];

/** All exercises. */
export const EXERCISES: Exercise[] = LESSONS.flatMap((lesson) => lesson.blocks.filter((one): one is Exercise => typeof one === "object" && "id" in one));
