// Questions to the engine. Offsets in a text are octets, as the engine counts them. Those in a grammar come back as
// indices into its string.

import { characterAt } from "../text/octets.ts";
import { Offsets } from "../text/offsets.ts";
import { Lane, Stopped } from "./lane.ts";
import type * as A from "./answers.ts";
import type * as T from "./types.ts";

/** A grammar as the user typed it, whether the readings of RFC 1738 apply to it, and its notation, if it is chosen. */
export interface GrammarText {
  source: string;
  readings: boolean;
  notation?: string;
}

/** Answers after each key. */
const keys = new Lane("engine");
/** Diagrams and facts, which need the same module. */
const views = new Lane("engine");
/** All derivations of a text, which can take longer. They never delay those of `keys`. */
const deriving = new Lane("engine");
/** The search for what ordered choice loses, which takes longest. */
const search = new Lane("choice");
/** Both readings of one text. */
const readings = new Lane("choice");
/** Comparisons of grammars. */
const comparisons = new Lane("choice");
/** The search for nearest texts. */
const repairing = new Lane("study");
/** What the analysis finds. */
const analysing = new Lane("study");
/** Steps. */
const stepping = new Lane("study");
/** Tables and forms. */
const courses = new Lane("course");
/** Answers to an exercise. */
const answering = new Lane("exercise");
/** Answers of hand-ins, one after the other. */
const grading = new Lane("exercise");
/** Sheets and hand-ins as text. The worker keeps the hand-ins. */
const handedIn = new Lane("grading");
/** What RFC 1738 itself knows. */
const prose = new Lane("prose");
/** Texts, suites, automata and other notations. */
const others = new Lane("export");

/** Ends shortly after the page is there. The module of the prose is no part of the first load. */
const afterFirstLoad = new Promise((resolve) => setTimeout(resolve, 1_500));

/** Verdicts on texts beside the one on the page, with another grammar or many of them. */
const checks = new Lane("engine");

function tree({ nodes, complete }: A.FlatTree): T.FlatTree {
  return { nodes: nodesOf(nodes), complete };
}

function nodesOf(raw: (A.FlatNode | A.ProgressNode)[]): T.TreeNode[] {
  return raw.map(([rule, start, end, depth]) => ({ rule, start, end, depth }));
}

/** Returns the nodes of a tree as the engine takes them. */
function flat(nodes: T.TreeNode[]): string {
  return JSON.stringify(nodes.map(({ rule, start, end, depth }) => [rule, start, end, depth]));
}

/** Returns a record whose offsets in a grammar are indices. */
function placed<R extends T.Span>(raw: R, at: Offsets): R {
  return { ...raw, start: at.index(raw.start), end: at.index(raw.end) };
}

function span(raw: [number, number] | null | undefined, at: Offsets): T.Span | null {
  return raw ? { start: at.index(raw[0]), end: at.index(raw[1]) } : null;
}

/** Returns octets as a part of a file. */
function content(raw: A.Octets): BlobPart {
  return typeof raw === "string" ? raw : Uint8Array.from(raw.hex.match(/../g) ?? [], (octet) => parseInt(octet, 16));
}

/** Returns a text that the engine has made. */
function made(raw: A.Octets): T.Text {
  return { text: typeof raw === "string" ? raw : null, octets: octets(raw) };
}

/** Shows a text that is not UTF-8: printable ASCII, and every other octet as its number. */
function octets(raw: A.Octets): string {
  if (typeof raw === "string") {
    return raw;
  }
  const shown = (hex: string) => {
    const character = String.fromCharCode(parseInt(hex, 16));
    return /[ -[\]-~]/.test(character) ? character : `\\x${hex}`;
  };
  return raw.hex.replace(/../g, shown);
}

async function ask<M extends keyof A.Answers>(
  lane: Lane,
  key: string,
  grammar: GrammarText,
  method: M,
  ...values: (string | number | boolean)[]
): Promise<A.Answers[M]> {
  return JSON.parse(await lane.ask(key, grammar, method, values));
}

export async function outline(grammar: GrammarText): Promise<T.Outline> {
  return outlined(await ask(keys, "outline", grammar, "open"), grammar);
}

function outlined(raw: A.Answers["open"], grammar: GrammarText): T.Outline {
  const at = new Offsets(grammar.source);
  return {
    notation: raw.notation,
    start: raw.start,
    productions: raw.productions.map((one) => production(one, at)),
    errors: raw.errors.map((one) => placed(one, at)),
    errorsOmitted: raw.errors_omitted,
    choice: raw.choice ?? null,
  };
}

function production(one: A.OutlinedProduction, at: Offsets): T.Production {
  const { name, heading, section, uses, character, obstacle = null } = one;
  return { name, heading, section, uses, character, obstacle, nameAt: span(one.name_at, at), at: span(one.at, at) };
}

/** Returns the notations in which a grammar has different meanings. */
export async function notations(grammar: GrammarText): Promise<T.Fitting[]> {
  await afterFirstLoad;
  return ask(others, "notations", grammar, "notations");
}

export async function findings(grammar: GrammarText): Promise<T.Findings> {
  await afterFirstLoad;
  const raw = await ask(analysing, "findings", grammar, "findings");
  const at = new Offsets(grammar.source);
  return {
    findings: raw.findings.map((one) => ({ ...placed(one, at), losesTexts: one.loses_texts })),
    omitted: raw.omitted,
    unexamined: raw.unexamined,
  };
}

export async function verdict(
  grammar: GrammarText,
  rule: string,
  text: string,
  characters: boolean,
): Promise<T.Verdict> {
  const raw = await ask(keys, "verdict", grammar, "verdict", rule, text, characters);
  return {
    rule,
    text,
    ok: raw.ok,
    undecided: raw.undecided?.reason ?? null,
    tree: raw.tree ? tree(raw.tree) : null,
    rejected: raw.rejected ? rejected(raw.rejected) : null,
  };
}

function rejected({ error, summary, progress }: A.RejectedRecord): T.Rejected {
  return { ...error, summary, nextRanges: error.next_ranges ?? null, canEnd: error.can_end, progress: { nodes: nodesOf(progress), complete: true } };
}

/** Returns what the prose of RFC 1738 says about an error. */
export async function notes(
  grammar: GrammarText,
  { rule, text, rejected }: T.Verdict,
): Promise<A.Note[]> {
  if (rejected === null || !grammar.readings) {
    return [];
  }
  await afterFirstLoad;
  return ask(prose, "notes", grammar, "notes", rule, text, rejected.offset);
}

export async function derivations(
  grammar: GrammarText,
  rule: string,
  text: string,
): Promise<T.Derivations> {
  // Of RFC 1738 it is known which productions only say what a character is. In other grammars, two
  // readings may differ in nothing else.
  const characters = !grammar.readings;
  const raw = await ask(deriving, "derivations", grammar, "derivations", rule, text, characters);
  return {
    complete: raw.complete,
    total: raw.total ?? null,
    moreThan: raw.more_than ?? null,
    infinite: raw.infinite ?? false,
    undecided: raw.undecided?.reason ?? null,
    trees: raw.trees.map((one) => ({
      ...tree(one),
      partsAt: one.parts_at,
    })),
  };
}

export async function steps(grammar: GrammarText, rule: string, text: string): Promise<T.Trace> {
  const raw = await ask(stepping, "steps", grammar, "steps", rule, text);
  return { ok: raw.ok, exceeded: raw.exceeded ?? null, omitted: raw.omitted ?? 0, steps: raw.steps ?? [] };
}

/** Returns FIRST, FOLLOW and the table of LL(1). */
export function tables(grammar: GrammarText, rule: string): Promise<T.Tables> {
  return ask(courses, "tables", grammar, "tables", rule);
}

/** Returns the sentential forms of a derivation. */
export async function forms(grammar: GrammarText, rule: string, text: string, derivation: number, rightmost: boolean, characters: boolean): Promise<T.Forms> {
  const raw = await ask(courses, "forms", grammar, "forms", rule, text, derivation, rightmost, characters);
  return { tree: tree(raw.tree), forms: raw.forms as T.Form[], complete: raw.complete };
}

/** Exercises bring their grammars with them. */
const NONE: GrammarText = { source: "", readings: false };

/** Returns what is known of a grammar as an answer to an exercise. */
export function exerciseAnswer(exercise: T.Exercise, grammar: string, start: string, isHandIn = false): Promise<T.Answered> {
  return ask(isHandIn ? grading : answering, "answer", NONE, "exercise_answer", JSON.stringify(exercise), grammar, start);
}

/** Returns whether an exercise is ready. */
export function exerciseCheck(exercise: T.Exercise): Promise<T.Checked> {
  return ask(answering, "check", NONE, "exercise_check", JSON.stringify(exercise));
}

/** Reads a sheet of exercises in TOML. */
export function sheetIn(text: string): Promise<T.Sheet> {
  return ask(handedIn, "sheet", NONE, "sheet", text);
}

/** Writes a sheet of exercises in TOML, as the command reads it. */
export function sheetFile(sheet: T.Sheet): Promise<string> {
  return ask(handedIn, "sheet file", NONE, "sheet_file", JSON.stringify(sheet));
}

/** Finds the hand-ins of a text, and returns how many there are. Those before are gone. */
export async function handIns(sheet: T.Sheet, text: string): Promise<number> {
  return Number(await handedIn.ask("hand-ins", NONE, "hand_ins", [JSON.stringify(sheet), text]));
}

/** Returns the answers of a hand-in, which counts from 0: one for each exercise, or `null`. */
export function handInAnswers(index: number): Promise<(T.AnswerText | null)[]> {
  return ask(handedIn, `answers ${index}`, NONE, "hand_in_answers", index);
}

/** Takes what is known of the answers of a hand-in, and returns its row of the table. */
export function handInRow(index: number, known: (Pick<T.Answered, "outcome" | "length" | "mistakes"> | null)[]): Promise<T.Graded> {
  const fields = known.map((one) => one && { outcome: one.outcome, length: one.length, mistakes: one.mistakes });
  return ask(handedIn, `row ${index}`, NONE, "hand_in", index, JSON.stringify(fields));
}

/** Returns the hand-ins whose answers are known, with the commonest mistakes. */
export function gradesTable(): Promise<T.Grades> {
  return ask(handedIn, "grades", NONE, "grades");
}

/** Returns the hand-ins whose answers are known as CSV. */
export async function gradesCsv(): Promise<string> {
  return JSON.parse(await handedIn.ask("csv", NONE, "csv", []));
}

/** Returns what ordered choice loses of one production. An urgent question does not wait for the search. */
export async function naive(grammar: GrammarText, rule: string, isUrgent = false): Promise<T.NaiveProduction | null> {
  const raw = await ask(isUrgent ? comparisons : search, "naive", grammar, "naive", rule);
  const [one] = raw.productions;
  if (one === undefined) {
    return null;
  }
  const { rule: name, result, text, origin, causes, other_tree, depth, length } = one;
  return {
    rule: name,
    result,
    ...(depth === undefined ? {} : { depth }),
    ...(length === undefined ? {} : { length }),
    ...(text === undefined ? {} : { text: made(text) }),
    ...(origin === undefined ? {} : { origin }),
    ...(causes === undefined ? {} : { causes }),
    ...(other_tree === undefined ? {} : { other_tree: made(other_tree) }),
  };
}

/** Compares both readings of a text. Questions of the same `purpose` take each other's place. */
export async function sideBySide(
  grammar: GrammarText,
  rule: string,
  text: string,
  purpose = "side by side",
): Promise<T.SideBySide> {
  const raw = await ask(readings, purpose, grammar, "compare_readings", rule, text);
  const inGrammar = new Offsets(grammar.source);
  const { comparison } = raw;
  const { blame } = comparison;
  return {
    agree: comparison.agree,
    naive: comparison.naive,
    derived: comparison.derived,
    stopsAt: comparison.end,
    blame: blame && {
      ...blame,
      took: blame.took && { start: blame.took[0], end: blame.took[1] },
      needed: blame.needed === null ? null : octets(blame.needed),
    },
    partAt: span(raw.part_at, inGrammar),
    neededAt: span(raw.needed_at, inGrammar),
    tree: raw.tree && tree(raw.tree),
    naiveTree: raw.naive && tree(raw.naive),
  };
}

/** Returns the first `most` of the valid texts that are nearest to a text. To give up is an answer. */
export async function nearest(grammar: GrammarText, rule: string, text: string, most: number): Promise<T.Nearest> {
  const none = { repairs: [], distance: 0, count: null };
  try {
    const raw = await ask(repairing, "nearest", grammar, "nearest", rule, text, most);
    const { repairs, repairs_count: count = null, repairs_undecided: undecided = null } = raw;
    if (repairs === undefined) {
      return { ...none, undecided };
    }
    return {
      repairs: repairs.map((one) => ({ ...made(one.text), edits: one.edits.map(({ start, end, text: by }) => ({ start, end, by: made(by) })) })),
      distance: repairs[0]?.distance ?? 0,
      count,
      undecided,
    };
  } catch (error) {
    if (error instanceof Stopped) {
      return { ...none, undecided: error.message };
    }
    throw error;
  }
}

/** Returns the rails of a production. Its spans are byte offsets in the grammar, as those of `paths`. */
export function rails(grammar: GrammarText, rule: string): Promise<A.Rails> {
  return ask(views, `rails of ${rule}`, grammar, "rails", rule);
}

/** Returns the parts on the path of each node of a production through its definition, one after the other. */
export function paths(
  grammar: GrammarText,
  text: string,
  nodes: T.TreeNode[],
  rule: string,
): Promise<A.PathsRecord> {
  return ask(views, `paths of ${rule}`, grammar, "paths", text, flat(nodes), rule);
}

/**
 * Returns where the open nodes are in their definitions, and with `next` what each of them allows. Questions
 * of the same `purpose` take each other's place.
 */
export async function open(
  grammar: GrammarText,
  text: string,
  offset: number,
  nodes: T.TreeNode[],
  next: boolean,
  purpose: string,
): Promise<T.OpenProduction[]> {
  const values = [text, offset, flat(nodes), next];
  const raw = await ask(views, purpose, grammar, "places", ...values);
  const inGrammar = new Offsets(grammar.source);
  const opened = nodes.filter((node) => node.end === null);
  return raw.map((one, index) => ({
    rule: opened[index]?.rule ?? "",
    start: opened[index]?.start ?? 0,
    at: one.at === null ? null : inGrammar.index(one.at),
    next: one.next,
    nextRanges: one.next_ranges ?? null,
    canEnd: one.can_end,
  }));
}

/** Returns texts of a production that are not yet checked. */
export async function sentences(
  grammar: GrammarText,
  rule: string,
  kind: T.Kind,
  seed: number,
  most: number,
): Promise<T.Text[]> {
  const raw = await ask(others, `texts ${kind}`, grammar, "sentences", rule, kind, seed, most);
  return raw.map(made);
}

export function automaton(grammar: GrammarText, rule: string, text: string): Promise<A.Automaton> {
  return ask(others, "automaton", grammar, "automaton", rule, text);
}

export function suite(grammar: GrammarText, rule: string, depth: number): Promise<A.PlanRecord> {
  return ask(others, "suite", grammar, "suite", rule, depth);
}

/** Returns the texts of a suite from a part on. The first part is 0. */
export async function suitePiece(
  grammar: GrammarText,
  rule: string,
  depth: number,
  format: T.SuiteFormat,
  part: number,
): Promise<T.SuitePiece> {
  const raw = await ask(others, "piece of a suite", grammar, "suite_piece", rule, depth, format, part);
  const { texts, undecided, left_out: leftOut, next } = raw;
  return { lines: content(raw.lines), texts, undecided, leftOut, next };
}

/** Returns the first valid and the first invalid texts of a suite, at most `most` of each. */
export async function suiteCases(
  grammar: GrammarText,
  rule: string,
  depth: number,
  most: number,
): Promise<T.SuiteCases> {
  const raw = await ask(others, "cases of a suite", grammar, "suite_piece", rule, depth, "jsonl", 0);
  // JSON Lines are ASCII.
  const lines = octets(raw.lines).split("\n").filter((line) => line !== "");
  const seen = { valid: 0, invalid: 0 };
  const cases = lines.map(suiteCase).filter(({ offset }) => {
    const kind = offset === null ? "valid" : "invalid";
    seen[kind] += 1;
    return seen[kind] <= most;
  });
  return { cases, texts: raw.texts, undecided: raw.undecided };
}

function suiteCase(line: string): T.SuiteCase {
  const { input, ...found }: A.CaseRecord = JSON.parse(line);
  return { ...made(input), offset: found.offset ?? null };
}

export function about(grammar: GrammarText, rule: string): Promise<A.AboutRecord> {
  return ask(views, "about", grammar, "about", rule);
}

/** Returns what the prose of RFC 1738 says about a production: sections and sentences. */
export async function remarks(grammar: GrammarText, rule: string): Promise<[string, string][]> {
  if (!grammar.readings) {
    return [];
  }
  await afterFirstLoad;
  return ask(prose, "remarks", grammar, "remarks", rule);
}

/** Returns what another grammar than that of the page has: productions, and errors. */
export async function second(grammar: GrammarText): Promise<T.Outline> {
  return outlined(await ask(checks, "productions", grammar, "open"), grammar);
}

/** Compares the productions of two grammars that correspond. */
export async function difference(
  grammar: GrammarText,
  other: GrammarText,
  pairs: [string, string][],
): Promise<T.Pairs> {
  const values = [other.source, other.readings, JSON.stringify(pairs)];
  const raw = await ask(comparisons, `difference ${JSON.stringify(pairs)}`, grammar, "difference", ...values);
  const text = (field: A.Octets | null | undefined) => (field === undefined || field === null ? null : made(field));
  return {
    withoutA: raw.without_a,
    withoutB: raw.without_b,
    pairs: raw.pairs.map((one) => ({
      a: one.a,
      b: one.b,
      result: one.result,
      onlyA: text(one.only_a),
      onlyB: text(one.only_b),
      why: one.why ?? null,
      depth: one.depth ?? null,
      length: one.length ?? null,
      whole: one.whole ?? null,
      random: one.random ?? false,
    })),
  };
}

/** A verdict on a text, with its tree as far as it goes. */
/** Returns whether two productions differ if those of each pair of `causes` are one letter in both grammars. */
export function alike(grammar: GrammarText, other: GrammarText, [a, b]: [string, string], causes: [string, string][]): Promise<T.Alike> {
  return ask(comparisons, `alike ${a} ${b}`, grammar, "alike", other.source, other.readings, a, b, JSON.stringify(causes));
}

export interface Judgement {
  ok: boolean | null;
  offset: number | null;
  found: string;
  nodes: T.TreeNode[];
}

/** The number of verdicts that were asked for: each is a question of its own. */
let judgements = 0;

/**
 * Returns the verdict on a text of a comparison or an example, without taking the place of another one. What was
 * found at the offset of an error is empty at the end of the text.
 */
export async function judged(grammar: GrammarText, rule: string, text: string): Promise<Judgement> {
  judgements += 1;
  const raw = await ask(checks, `verdict ${judgements}`, grammar, "verdict", rule, text, false);
  const offset = raw.rejected?.error.offset ?? null;
  const nodes = nodesOf(raw.tree?.nodes ?? raw.rejected?.progress ?? []);
  return { ok: raw.ok, offset, found: offset === null ? "" : characterAt(text, offset), nodes };
}

/** Returns the grammar in another notation. */
export function exported(grammar: GrammarText, notation: string, rule: string): Promise<string> {
  return others.ask("export", grammar, "export", [notation, rule]);
}

/** Returns all about a URL of RFC 1738; `null` if the text is none. */
export async function inspect(grammar: GrammarText, text: string): Promise<T.Inspection | null> {
  await afterFirstLoad;
  const raw = await ask(prose, "inspect", grammar, "inspect", text);
  if (raw === null) {
    return null;
  }
  return {
    scheme: raw.scheme,
    rule: raw.rule,
    port: raw.port,
    normal: raw.normal,
    client: raw.client.map(octets),
    refused: raw.refused,
    components: raw.components.map((one) => ({ ...one, decoded: octets(one.decoded) })),
    advice: raw.advice,
  };
}
