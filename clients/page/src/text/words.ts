// All texts of the interface. A translation is this file, and `lessons.ts` for the tutorial.

import { counted, quoted } from "./show.ts";

const number = (count: number) => count.toLocaleString("en");
const joined = (names: string[], by: string) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${by} ${names.at(-1)}`;
const list = (names: string[]) => joined(names, "or");
const and = (names: string[]) => joined(names, "and");

export const words = {
  section: (section: string) => `Section ${section}`,
  undecided: (reason: string) => `Undecided: ${reason}.`,

  bar: {
    title: "How a grammar works",
    tag: "Type a grammar at the left and a text at the right. The tree shows how the one reads the other.",
    startsWith: "starts with",
    grammar: "Grammar to begin with",
    production: "Production",
    openGrammar: "Open the grammar",
    share: "Share",
    lecture: "Lecture",
    lectureTitle: "Large type: the grammar and the view, without what only the author needs",
    shareTitle: "Copy a link that holds everything on the screen",
    dark: "Switch to dark",
    light: "Switch to light",
    theme: "Light or dark",
    more: "More",
    groups: { start: "Start here", rfcs: "RFCs", more: "More" },
    recent: "Recent",
    newGrammar: "Your own…",
    own: "Your grammar",
    ownNamed: (name: string) => `Yours: ${name}`,
    undo: "Undo",
    redo: "Redo",
    open: "Open a file…",
    save: "Save to a file",
    print: "Print",
    write: "Write exercises…",
    grade: "Answer hand-ins…",
    close: "Close",
    private: "The page works offline. Nothing you type leaves this machine.",
    octets: "Offsets count octets of UTF-8. A character above ASCII is as wide as its octets.",
    keys: "[ and ] go through the derivations. In Steps, the arrows and Page Up and Page Down move, and b runs to the next stop.",
    rfc: "RFC 1738",
    abnf: "RFC 5234, ABNF",
    source: "Source",
    sourceAddress: "https://github.com/rfc1738/rfc1738",
    help: "Help",
    closeMessage: "Close the message",
  },

  share: {
    copied: "Link copied. It holds everything on the screen.",
    inBar: "The link is in the address bar. The browser does not let the page copy it.",
    tooLong: (length: number) => `The link would have ${number(length)} characters, more than programs pass on.`,
    saveInstead: "Save to a file instead (More).",
    noClipboard: "The browser does not let the page copy.",
  },

  link: {
    tooLarge: (most: number) => `the grammar, the texts and the examples have more than ${number(most)} octets, too many for a link`,
    holdsTooMuch: (most: number) => `the link holds more than ${number(most)} octets, too many for a link`,
    version: "the link comes from another version of the page, or its beginning is missing",
    damaged: "the link is damaged: a part of it is missing or has changed",
    unknown: (id: string) => `the link names the grammar ${quoted(id)}, which the page does not have`,
    firstInstead: "The page shows its first example instead.",
    stays: "The page stays as it is.",
    replaced: "The link has replaced your grammar and text. Go back in the browser to return to them.",
  },

  file: {
    isOpen: (name: string) => `${name} is open.`,
    notText: (name: string) => `the file ${name} is not text in UTF-8`,
    notSaved: (name: string) => `the file ${name} is not one that this page has saved`,
  },

  checking: {
    itsProductions: "its productions",
    theVerdict: (rule: string) => `the verdict of ${rule}`,
    theProse: "what the prose says",
    findings: "notes",
    noFile: "a file of the page cannot be loaded; are you offline? Try again later",
    slow: "This takes longer than 2 seconds. The page waits up to 10.",
    noProduction: "The grammar has no production that can be used.",
    notAgain: (rule: string, reason: string) => `${rule} was stopped: ${reason}. Make the grammar or the text smaller.`,
    tooLong: (most: number) => `the text has more than ${number(most)} characters`,
    stopped: (title: string, question: string, reason: string) =>
      `${title} was stopped while the page looked for ${question}: ${reason}. Make the grammar or the text smaller, or choose a smaller production.`,
  },

  left: {
    name: "Grammar, tutorial, comparison",
    sides: { exercise: "Exercises", grammar: "Grammar", tutorial: "Tutorial", compare: "Compare" },
    done: "Done",
    fold: "Fold the left side",
    unfold: "Unfold the left side",
  },

  grammar: {
    name: "Grammar",
    editor: "Grammar editor",
    problems: "Errors and notes",
    readings: "Apply the readings of RFC 1738",
    readingsTitle: "Where the prose of RFC 1738 decides what its BNF leaves open",
    placeholder: `greeting = hello [ "," SP name ]
hello    = "hello" | "hi"
name     = 1*("a" | "b" | "c")

BNF as in RFC 822, ABNF (RFC 5234), or BNF with <names> and ::=`,
    convert: "Convert to ABNF",
    importFrom: (names: string[], title: string) => `Import ${names.length > 3 ? `${names.length} names` : names.join(", ")} from ${title}`,
    theImport: (title: string) => `the productions of ${title}`,
    unfold: "Show the productions of the heading",
    count: (count: number) => counted(count, "production"),
    notes: (errors: number, notes: number | null) =>
      [errors > 0 && counted(errors, "error"), notes === null ? errors === 0 && "looking for notes" : (errors === 0 || notes > 0) && counted(notes, "note")].filter(Boolean).join(", "),
    meaning: "What the grammar means",
    choice: (choice: string) => `This grammar ${choice}`,
    which: "Which one is meant?",
    whichNotation: (errors: string | null) => `${errors === null ? "The grammar has a meaning in each of several notations." : `As ${errors}, the grammar has errors, and in another notation it has none.`} Which one is meant?`,
    asNotation: (name: string) => name.replace(/^the n/, "N"),
    chosen: (name: string) => `Read as ${name}, as you have chosen.`,
    findOut: "Find out the notation",
    eitherCase: "In either case",
    asWritten: "As written",
    unordered: "Its alternatives are read without their order. Ordered choice shows the texts that this adds.",
    unexamined: (reason: string, names: string[]) => `Not examined for ambiguity and ordered choice (${reason}): ${names.join(", ")}.`,
    examinedTo: (depth: number, names: string[]) => `Examined for ambiguity and ordered choice to depth ${depth} only: ${names.join(", ")}.`,
    error: "Error:",
    more: (count: number) => `${number(count)} more`,
    notation: (name: string) =>
      `Read as ${name}. ${/^(?:PEG$|pest$|EBNF|ANTLR|the notation of textbooks)/.test(name) ? "" : SIGNS}`,
    finding: (kind: string) => KINDS[kind] ?? kind,
  },

  lecture: {
    stops: (names: string[]) => `Stops at ${and(names)}.`,
    after: (text: string, isFirst: boolean) => (isFirst ? "Here " : `After ${text} `),
    wants: (names: string[]) => ` wants ${list(names)}.`,
  },

  views: {
    name: "Views",
    about: {
      tree: "How the grammar derives the text",
      derivation: "The sentential forms from the start to the text, and the tree as nodes and edges",
      steps: "What a parser does, one step at a time",
      choice: "What goes wrong if the first alternative that matches is taken, as programs do",
      rails: "The productions as railroad diagrams, with the path of the text",
      examples: "Texts that the grammar makes, and tests",
      tables: "FIRST, FOLLOW and the table of an LL(1) parser",
    },
    names: { tree: "Tree", derivation: "Derivation", steps: "Steps", choice: "Ordered choice", rails: "Rails", examples: "Examples", tables: "Tables" },
    short: { tree: "Tree", derivation: "Derivation", steps: "Steps", choice: "Choice", rails: "Rails", examples: "Examples", tables: "Tables" },
    leave: "Leave lecture",
  },

  figure: {
    text: "Text",
    type: "type here, or click a character",
    another: "Another text",
    empty: "Type a text",
    tree: (of: string) => `Tree ${of}`,
    atStep: (step: number) => `at step ${step}`,
    upTo: (offset: number) => `up to ${offset}`,
    derivation: (nth: string | null) => (nth === null ? "of the text" : `of derivation ${nth}`),
    window: (from: number, to: number, length: number) => `Offsets ${number(from)} to ${number(to)} of ${number(length)} are drawn, those around the caret.`,
    leftOut: "Some nodes are left out.",
    allows: (rule: string, what: string) => `${rule} allows here: ${what}`,
    node: (kind: string, rule: string, start: number, end: number | null, text: string) =>
      kind === "empty"
        ? `${rule} ${start}–${end}, empty`
        : kind === "literal"
          ? `${text} ${start}–${end}`
          : `${rule} ${start}–${end ?? "…, still open,"} ${text}`,
  },

  long: {
    outline: "Outline of the tree",
    lines: "Lines of the text",
    more: (count: number) => `${number(count)} more`,
    wrapped: "Wrapped",
    oneLine: "One line",
    how: "How a long text is shown",
    size: (characters: number, lines: number) => `${counted(characters, "character")}, ${counted(lines, "line")}`,
  },

  verdict: {
    starts: "The engine starts …",
    none: "No verdict",
    undecided: "Undecided",
    valid: "Valid",
    validUpTo: (offset: number) => `Valid up to ${offset}`,
    isValid: (text: string, rule: string) => `${text} is a valid ${rule}.`,
    isNotValid: (text: string, rule: string, summary: string) => `${text} is not a valid ${rule}: ${summary}.`,
    prefix: "Could go on",
    nothingYet: (rule: string) => `Nothing is typed yet. Type a ${rule}.`,
    goesOn: (rule: string) => `So far all is right; ${rule} is not finished.`,
    foundIn: (rule: string | null, what: string, before: string) => `${rule === null ? "Found" : `${rule}: found`} ${what}${before === "" ? "" : ` after ${before}`}.`,
    theEnd: "the end of the text",
    oneTree: (rule: string) => `One derivation of ${rule}.`,
    noTree: (reason: string) => `No tree: ${reason}.`,
    counting: "The derivations are being counted …",
    notCounted: (reason: string) => `The derivations were not counted: ${reason}.`,
    moreUndecided: (reason: string) => `Whether there are more derivations is undecided: ${reason}.`,
    ambiguous: ({ total, moreThan, infinite, complete, trees }: { total: number | null; moreThan: number | null; infinite: boolean; complete: boolean; trees: unknown[] }) => {
      const count = infinite
        ? "Infinitely many derivations"
        : total === 2
          ? "Two derivations"
          : total !== null
            ? `${number(total)} derivations`
            : `More than ${number(moreThan ?? trees.length - 1)} derivations`;
      const shown = trees.length === 1 ? "The first" : `The first ${number(trees.length)}`;
      const are = trees.length === 1 ? "is" : "are";
      const which = infinite
        ? complete
          ? " Those without repeated nodes are shown."
          : ` ${shown} of those without repeated nodes ${are} shown.`
        : complete
          ? ""
          : ` ${shown} ${are} shown.`;
      return `${count}: the grammar is ambiguous.${which}`;
    },
    url: (scheme: string) => `${/^(?:[aeiou]|https?$|ftp$|nntp$)/.test(scheme) ? "An" : "A"} ${scheme} URL.`,
    port: "port",
    derivations: "Derivations",
    previous: "Previous derivation",
    next: "Next derivation",
    nth: (at: number, { total, moreThan, trees }: { total: number | null; moreThan: number | null; trees: unknown[] }) =>
      `${at + 1} of ${total !== null ? number(total) : `more than ${number(moreThan ?? trees.length - 1)}`}`,
    both: "Show both",
    reads: "reads",
    allowedAt: (offset: number) => `Allowed at ${offset}`,
    nextAt: (offset: number) => `Next at ${offset}`,
    thenAt: (offset: number) => `Then at ${offset}`,
    nothing: "nothing: no text goes on from here",
    more: (count: number) => `and ${number(count)} more`,
    octets: "An octet that is no character of its own. The text of the page is UTF-8 and cannot hold it alone.",
    end: "end",
    endHere: "End the text here",
    insert: (name: string) => `Insert ${name}`,
    show: (name: string) => `Show ${name}`,
    remove: (text: string) => `Remove ${text}`,
    insertText: (text: string) => `Insert ${text}`,
    returns: "End every line with CR LF",
    replace: (text: string, by: string) => `Replace ${text} by ${by}`,
  },

  nearest: {
    ask: "What did I mean?",
    theTexts: "the nearest valid texts",
    looking: "The nearest valid texts are looked for …",
    list: "Nearest valid texts",
    count: (count: number | null, distance: number) =>
      `${count === null ? "More than 1,000 texts" : counted(count, "text")}, ${counted(distance, "change")} away`,
    heard: (count: string, first: string) => `${count}. The first is ${first}.`,
    take: (text: string, edits: string[]) => `Take ${text}: ${and(edits)}`,
    noText: "Octets that are not UTF-8, so the page cannot take them",
    edit: (gone: string, by: string, start: number, end: number, isDeletion: boolean) =>
      start === end ? `insert ${by} at ${start}` : isDeletion ? `delete ${gone} at ${start}` : `replace ${gone} at ${start} by ${by}`,
  },

  dock: {
    none: "No production is selected.",
    openSpan: (start: number, end: number) => `${start}–${end}, still open`,
    differ: "where the two differ",
    only: "only in this derivation",
    empty: (rules: string[]) => (rules.length === 1 ? `${rules[0]} matches the empty text` : "matches the empty text"),
    noNode: "no further node",
    twoDerivations: (own: number, name: string, other: number, otherName: string, _: string) =>
      `Derivation ${own} has ${name} where derivation ${other} has ${otherName}.`,
    usedBy: "Used by",
    start: (rule: string) => `Start from ${rule}`,
  },

  url: {
    title: "What RFC 1738 says of this URL",
    columns: ["Component", "As written", "Decoded"],
    sends: "A client sends",
    refuses: (component: string, message: string) => `A client refuses to send the ${component}: ${message}.`,
    normal: "Normal form",
    isNormal: "the text itself",
  },

  picture: {
    svg: "Save SVG",
    png: "Save PNG",
    tooLarge: "The picture is too large for the browser to draw. Save it as SVG.",
  },

  steps: {
    step: "Step",
    first: "First step",
    back: "Step back",
    forward: "Step",
    last: "Last step",
    of: (count: number) => `of ${number(count)}`,
    number: (at: number) => `Step ${at}`,
    stack: "Open productions",
    stopAt: "Stop at",
    stopAtProduction: "Stop at a production",
    stopAtOffset: "Stop at an offset",
    production: "production",
    offsetOnly: "offset",
    offset: (offset: number) => `offset ${offset}`,
    add: "Add",
    run: "Run to the next stop",
    removeStop: (name: string) => `Remove the stop ${name}`,
    backs: (rule: string, text: string, at: number) => `${rule} gives back ${text} at ${at}`,
    theSteps: "the steps",
    noVerdict: "There is no verdict on the text.",
    exceeded: (most: number) => `A parser that backtracks takes more than ${number(most)} steps here. Only the right choices are shown.`,
    omitted: (count: number) => `${counted(count, "further step")} left out.`,
    before: "Before the first step.",
    theEnd: "the end of the text",
    others: (count: number) => `${count} others`,
    listOf: list,
    begins: (at: number) => `is tried at ${at}: the text begins here.`,
    tried: (around: string, at: number, isTrial: boolean) => `is tried at ${at}, as ${around} wants it${isTrial ? " (only to look ahead)" : ""}.`,
    matches: (text: string) => `matches ${text}.`,
    atEnd: (isAll: boolean) => (isAll ? "That is the whole text." : "The text goes on, so this is not enough."),
    goesOn: (rule: string) => `${rule} goes on.`,
    fails: (at: number) => `does not match at ${at}.`,
    textFails: "No derivation is left.",
    takes: (text: string) => `takes ${text}.`,
    wants: (names: string, at: number, found: string) => `wants ${names} at ${at} and finds ${found}.`,
    givesBack: (text: string) => `gives ${text} back and tries a shorter match.`,
    again: (text: string) => `is tried again for another match than ${text}.`,
    endless: (circle: string[]) => {
      const [first = ""] = circle;
      const rest = circle.length < 2 ? "itself" : [...circle.slice(1), first].join(", which begins with ");
      return `begins with ${rest}: this never ends. A parser that always makes the right choice follows.`;
    },
    soFails: (rule: string) => `So ${rule} fails.`,
    soEnds: (rule: string) => `So ${rule} ends here.`,
    soBack: "So the parser goes back.",
    soTries: (rule: string) => `So ${rule} is tried.`,
    soOther: "So another part is tried.",
  },

  choice: {
    grammar: "The grammar",
    ordered: "Ordered choice",
    accepts: "accepts",
    sameTree: "the same tree",
    otherTree: "another tree",
    fails: "fails",
    stopsAt: (offset: number) => `stops at ${offset}`,
    treeOfGrammar: "Tree of the grammar",
    treeOfOrdered: "Tree of ordered choice",
    noVerdict: "There is no verdict on the text.",
    bothReadings: "both readings of the text",
    notDerived: (text: string) => `${text} is not valid, so ordered choice has nothing to lose. Choose a text below.`,
    agrees: "Ordered choice reads the text as the grammar does.",
    acceptsOther: "Ordered choice accepts the text with another tree.",
    loses: (offset: number) => `Ordered choice rejects the text: it stops at ${offset}.`,
    partFails: "fails.",
    wins: (text: string) => `matches ${text} and wins.`,
    why: (fault: string, needed: string) =>
      ({
        alternative: needed.length > 24 ? "The later alternative that is needed is never tried." : `The later alternative ${needed} is never tried.`,
        option: "The rest of the text needs what it took.",
        round: "The rest of the text needs its last round.",
        extent: `The text needs ${quoted(needed, 20)} there.`,
      })[fault] ?? "",
    worksInBoth: "Works in both readings",
    apply: "Apply",
    each: "Texts that ordered choice gets wrong, the shortest that was found for each production",
    columns: ["Production", "Text", "Cause"],
    origin: (origin: string | undefined, causes: string[]) =>
      origin === "body"
        ? "its own alternatives"
        : origin === "others"
          ? `because of ${causes.join(", ")}`
          : origin === "below"
            ? `because of ${causes.join(", ")}; there may be a shorter one`
            : "cause undecided",
    toDepth: (depth: number) => `the shortest to depth ${depth}`,
    otherTreeOf: "accepted with another tree",
    waiting: (count: number) => `${counted(count, "further production")} to look at …`,
    right: (count: number, others: boolean) => `Ordered choice rejects no text of ${counted(count, others ? "other production" : "production")}.`,
    rightTo: (depth: number, names: string[]) => `It rejects no text to depth ${depth} of ${names.join(", ")}. Deeper texts were not tried.`,
    notDecided: (names: string[]) => `Stopped before it was decided: ${names.join(", ")}.`,
    undecidedTo: (name: string, length: number, depth: number | null) =>
      length === 0
        ? `${name} is undecided: it is too large to be searched.`
        : `${name} is undecided: ordered choice rejects no text of at most ${counted(length, "octet")}${depth === null ? "" : ` to depth ${depth}`}, and longer ones were not tried.`,
    endless: (names: string[]) => `Not looked at, because ordered choice may not end: ${names.join(", ")}.`,
    notLookedAt: (names: string[]) => `Not looked at, because they cannot be read: ${names.join(", ")}.`,
    tooMany: (count: number) => `${counted(count, "further production")} ${count === 1 ? "was" : "were"} not looked at.`,
  },

  rails: {
    pathTitle: "The path of this text",
    openTitle: "Where the text stopped",
    allTitle: (count: number) => `All ${counted(count, "production")}`,
    all: (count: number) => `All ${number(count)}`,
    path: "The path only",
    theDiagrams: "the diagrams",
    diagram: (rule: string, told: string) => `Railroad diagram of ${rule}${told === "" ? "" : `: ${told}`}`,
    region: (rule: string) => `Diagram of ${rule}`,
    show: (rule: string) => `Show ${rule}`,
    uses: (lit: number, all: number) => (lit === all ? (all === 1 ? "" : `${number(all)} uses`) : `${number(lit)} of ${counted(all, "use")} lit`),
    takes: (at: number[], of: number) => `takes ${at.length === 1 ? "alternative" : "alternatives"} ${and(at.map(String))} of ${of}`,
    takesPart: (label: string) => `takes ${label}`,
    skips: (label: string) => `skips ${label}`,
    takesAndSkips: (label: string) => `takes and skips ${label}`,
    rounds: (least: number, most: number) => `${least === most ? number(least) : `${number(least)} to ${number(most)}`} rounds`,
    times: (least: number, most: number) => (least === most ? `×${least}` : `×${least}–${most}`),
    further: (count: number) => `${counted(count, "further production")} ${count === 1 ? "is" : "are"} not drawn.`,
  },

  examples: {
    kinds: "Kinds of examples",
    sections: { made: "Texts", expected: "Expected", suite: "Suite", automaton: "Automaton" },
    texts: "Texts",
    seed: "Seed",
    newSeed: "New seed",
    kind: "Kind",
    kindNames: { random: "random", cover: "covering", shortest: "shortest" },
    copy: "Copy",
    save: "Save",
    copied: (count: number) => `${counted(count, "text")} copied as JSON Lines.`,
    worksheet: "Worksheet",
    printed: "Print",
    markdown: "Markdown",
    csv: "CSV",
    task: (rule: string) => `Which of these texts does ${rule} derive? Tick them, and mark where each other one is wrong.`,
    solutions: "Solutions",
    columns: ["number", "text", "valid", "reason"],
    derived: "derived",
    fewer: (count: number, asked: number) => `The engine found ${counted(count, "different text")} of the ${number(asked)} that were asked for: the grammar has no more, or they are rare.`,
    fewerNear: (count: number, asked: number) => (count === 0
      ? "No nearly valid text was found: one edit of a valid text gave another valid one, whatever was tried."
      : `The engine found ${counted(count, "nearly valid text")} of the ${number(asked)} that were asked for: no other text is one edit away from a valid one, or they are rare.`),
    making: "The engine makes texts …",
    valid: (count: number, others: number) => `${number(count)} valid${others === 0 ? "" : `, ${number(others)} without a verdict`}`,
    near: (count: number) => `${number(count)} nearly valid`,
    validTexts: "Valid texts",
    nearTexts: "Nearly valid texts",
    emptyText: "empty",
    notUtf8: "not UTF-8, not checked",
    noText: "octets that are not UTF-8, so the page cannot check them",
    partOfCover: "These are a part of the texts that cover the grammar. Ask for more texts to see all.",
    endsAt: (offset: number) => `ends at ${offset}`,
    foundAt: (what: string, offset: number) => `found ${what === "␣" ? "a blank" : what} at ${offset}`,
    expected: "Expected verdicts",
    shouldBeValid: "✓ The text should be valid",
    shouldBeInvalid: "✗ The text should be invalid",
    noneExpected: "Nothing expected yet. Say what you expect of the text above. The page keeps it with the grammar.",
    asExpected: (met: number, undecided: number, count: number) => `${met} of ${count} as expected${undecided === 0 ? "" : `, ${undecided} undecided`}.`,
    verdict: (wish: boolean, fact: boolean | null) => {
      const should = wish ? "should be valid" : "should be invalid";
      const is = fact === null ? "is undecided" : fact ? "is valid" : "is invalid";
      return wish === fact ? `${should}, and it is` : `${should}, and it ${is}`;
    },
    remove: (text: string) => `Remove ${text}`,
    theVerdicts: "the verdicts of the examples",
    theAutomaton: "the automaton",
    automaton: (rule: string, states: number) => `The automaton of ${rule}: ${counted(states, "state")}`,
    stateAfter: (state: number, isAccepting: boolean) => `After the text, the state is ${state}, which ${isAccepting ? "accepts" : "does not accept"}.`,
    leavesFrom: (state: number, offset: number) => `No edge goes on at ${offset}: the text leaves the automaton from the state ${state}.`,
  },

  suite: {
    about: "A wrong parser fails on at least one text of the suite, if it has no more states than the smallest right parser. The state after an error counts.",
    toDepth: (rule: string) => `Texts of ${rule} nest to any depth, so the suite is made for one depth. The verdicts of deeper texts are right, too.`,
    depth: "Depth",
    show: "Show the suite",
    stop: "Stop",
    written: "Texts written",
    first: "First texts of the suite",
    stopped: "Stopped; no file was written.",
    saveLines: "Save as JSON Lines",
    saveTexts: "Save the texts alone",
    theSuite: (rule: string, depth: number | null) => `the suite of ${rule}${depth === null ? "" : ` to depth ${depth}`}`,
    counting: "The engine counts the texts …",
    size: (texts: number, states: number, depth: number | null) =>
      `${counted(texts, "text")}. The smallest right parser${depth === null ? "" : ` to depth ${depth}`} has ${counted(states, "state")}.`,
    tooLarge: (most: number, hasDepth: boolean) =>
      `Too large for a file: a file of this page holds at most ${counted(most, "text")}. Choose a smaller ${hasDepth ? "depth or production" : "production"}, or use the command rfc1738 conformance export.`,
    undecided: (count: number, of: number) => `${counted(count, "text")} of the first ${number(of)} ${count === 1 ? "is" : "are"} undecided: the recognizer reached a limit.`,
    firstOf: (valid: number, invalid: number) => `The first ${counted(valid, "valid text")} and ${counted(invalid, "invalid text")}:`,
    isValid: "valid",
    isInvalid: (offset: number) => `invalid at offset ${offset}`,
    noFile: (reason: string) => `No file was written. ${reason}`,
    saved: (texts: number, undecided: number, leftOut: number) => {
      const is = (count: number) => `${counted(count, "text")} ${count === 1 ? "is" : "are"}`;
      const without = undecided > 0 ? ` ${is(undecided)} undecided and left out: the recognizer reached a limit.` : "";
      const lines = leftOut > 0 ? ` ${is(leftOut)} left out, because a line cannot hold LF or end in CR; JSON Lines has all.` : "";
      return `Saved ${counted(texts, "text")}.${without}${lines}`;
    },
  },

  compare: {
    result: "Comparison",
    editor: "Editor of the second grammar",
    swap: "Swap",
    swapTitle: "Each grammar takes the place of the other",
    texts: "Texts that only one of the two accepts",
    only: (who: string) => `Only ${who === "Yours" ? "yours" : who === "The solution" ? "the solution" : who}:`,
    seeWitness: (pair: string) => `Show where ${pair} differs`,
    take: "Take the text to the view",
    sameLanguage: "Same language?",
    sameYes: "✓ yes",
    sameNo: "✗ no",
    upToLength: (length: number) => `~ up to length ${length}`,
    noneFound: "no difference found",
    onlyInOne: (title: string) => `only in ${title === "Yours" ? "yours" : title === "The solution" ? "the solution" : title}`,
    withAlike: (names: string[]) => `With ${and(names)} alike`,
    reason: (count: number) => (count === 1 ? "The reason is" : "The reasons are"),
    others: { equal: "and nothing else.", undecided: "and no other was found.", differs: "but not alone: others still differ." },
    yours: "Yours",
    solution: "The solution",
    startOfSecond: "Start of the second grammar",
    typeSecond: "Type or paste the second grammar",
    errors: "Errors of the second grammar",
    error: (line: number, message: string) => `Line ${line}: ${message}`,
    emptyText: "the empty text",
    yes: "✓ Yes.",
    same: "Exactly the same texts are valid.",
    no: (who: string, text: string) => `✗ No: ${who.toLowerCase() === "yours" ? "yours" : who === "The solution" ? "the solution" : who} accepts ${text}.`,
    doesNot: (who: string) => `${who} does not.`,
    upTo: (length: number) => `~ No difference in all texts up to length ${length}.`,
    notDecided: "Whether a longer one differs is not decided.",
    notCompared: "? Not compared.",
    with: "Compare with",
    choose: "Choose a grammar…",
    copy: "A copy of this grammar",
    typed: "One that you type",
    second: "Second grammar",
    comparing: "The engine compares …",
    waiting: (done: number, of: number) => `${number(done)} of ${number(of)} pairs compared …`,
    theDifference: "the difference",
    theNotation: "the other notation",
    summary: ({ differing, equal, undecided, abstained }: { differing: number; equal: number; undecided: number; abstained: number }) => {
      const count = differing + equal + undecided + abstained;
      if (count === 0) {
        return "Nothing to compare: no production of one corresponds to one of the other. Add a pair below.";
      }
      if (equal === count) {
        return count === 1 ? "The same language: exactly the same texts are valid." : `The same language in all ${number(count)} pairs: exactly the same texts are valid.`;
      }
      const parts = [
        differing > 0 && `${counted(differing, "pair")} ${differing === 1 ? "differs" : "differ"}`,
        equal > 0 && `${counted(equal, "pair")} ${equal === 1 ? "has" : "have"} the same language`,
        undecided > 0 && `${counted(undecided, "pair")} ${undecided === 1 ? "is" : "are"} undecided`,
        abstained > 0 && `${counted(abstained, "pair")} ${abstained === 1 ? "was" : "were"} not compared`,
      ].filter((one) => one !== false);
      return `${differing === 0 && undecided > 0 ? "No difference was found. " : ""}${and(parts)}.`;
    },
    accepts: "accepts",
    rejects: "rejects",
    endsAt: (offset: number) => `rejects: ends at ${offset}`,
    stopsAt: (offset: number, found: string) => `rejects ${found} at ${offset}`,
    show: (text: string) => `Show ${quoted(text)}`,
    undecided: (name: string, depth: number, length: number | null, whole: number) =>
      `${name} is undecided: the same texts of at most ${counted(whole, "octet")} are valid, and those to depth ${depth}${length === null ? "" : ` and ${counted(length, "octet")}`}. ${length === null ? "Deeper" : "Deeper and longer"} ones were not compared.`,
    toDepth: (depth: number) => `The shortest to depth ${depth}.`,
    random: "Found at random: there may be shorter ones.",
    pair: "Pair",
    pairA: "Production of the first grammar",
    pairB: "Production of the second grammar",
    add: "Add",
    otherNotation: "Write the grammar in another notation",
    notation: "Notation",
    exported: "Other notation",
    write: "Write",
    save: "Save",
    notations: {
      rfc822: "BNF of RFC 822",
      bnf: "BNF with ::=",
      abnf: "ABNF (RFC 5234)",
      ebnf: "EBNF (W3C)",
      pest: "pest",
      regex: "Regular expression of the production",
      dot: "Automaton of the production, for Graphviz",
    },
  },

  tutorial: {
    name: "Tutorial",
    chapters: "Lessons",
    next: "Next lesson",
    back: "Previous lesson",
    tryIt: "Try it",
    exercise: "Exercise",
    done: "Done",
    open: "Not done yet",
    yours: (mistake: string) => `Yours ${mistake}.`,
    progress: (done: number, count: number) => `${done} of ${count} exercises done`,
    handIn: "Copy a link to hand in",
    handedIn: "Link copied. It shows the exercises that are done.",
    lesson: (at: number, title: string) => `${at}. ${title}`,
  },
};

const SIGNS = "In ABNF, “/” separates alternatives; in older BNF, “|” does. [x] may be left out, *x repeats, 1*x repeats at least once. In older BNF, brackets after * only group.";

/** The kinds of notes, as a student would say them. */
const KINDS: Record<string, string> = {
  ambiguity: "is ambiguous",
  "prefix alternative": "an earlier alternative hides a later one from ordered choice",
  "greedy option": "an option takes what the rest may need",
  "greedy repetition": "a repetition takes what the rest may need",
  "shadowed alternative": "an alternative matches nothing new",
  "dead alternative": "an alternative is never used",
  "unreferenced production": "is used by no other production",
  "literal in either case": "matches in upper and lower case",
  recursion: "is recursive",
  undecided: "not decided",
};
