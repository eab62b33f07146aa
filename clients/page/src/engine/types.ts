// What the page knows of a grammar and a text. Offsets in a text are octets of its UTF-8, those in a grammar indices
// into its string.
//
// `answers.ts` has the answers as the engine writes them, with offsets in octets. What has no offsets, or the same
// fields with other offsets, is not declared twice.

import type * as A from "./answers.ts";

export type { AnswerRecord as Answered, Exercise, ExerciseCheck as Checked, AnswerText, GradesRecord as Grades, HandInRecord as Graded, Sheet, TablesRecord as Tables, AboutRecord as About, AlikeRecord as Alike, Automaton, FittingRecord as Fitting, Fix, Note, PlanRecord as SuitePlan, Rails, StepRecord as Step } from "./answers.ts";

/** A sentential form: names, each the index of a node, and texts, each a start and an end. */
export interface Form {
  parts: (number | [number, number])[];
  replaced: number | null;
  /** The parts that took its place: from an index to another one. */
  new: [number, number];
  /** The index of the part that the next step replaces. */
  next: number | null;
}

export interface Forms {
  tree: FlatTree;
  forms: Form[];
  complete: boolean;
}

export interface TreeNode {
  rule: string;
  start: number;
  /** `null` while the production is open. */
  end: number | null;
  depth: number;
}

export interface FlatTree {
  nodes: TreeNode[];
  complete: boolean;
}

export interface Rejected {
  summary: string;
  offset: number;
  start: number;
  end: number;
  expected: string[];
  next: string;
  /** If some characters that could be there are above ASCII, all of them. */
  nextRanges: [string, string][] | null;
  canEnd: boolean;
  context: string[];
  notes: A.Note[];
  progress: FlatTree;
}

export interface Verdict {
  rule: string;
  text: string;
  /** `null` if the text is not decided. */
  ok: boolean | null;
  /** Why the text is not decided, or why a valid text has no tree. */
  undecided: string | null;
  tree: FlatTree | null;
  rejected: Rejected | null;
}

/** A text that the engine has made. */
export interface Text {
  /** `null` if the octets are not UTF-8, so that the page cannot hold or check it. */
  text: string | null;
  /** The text as it is shown. */
  octets: string;
}

/** Texts that the grammar makes. */
export type Kind = "random" | "cover" | "shortest" | "near";

export interface Span {
  start: number;
  end: number;
}

export interface Production {
  name: string;
  nameAt: Span | null;
  at: Span | null;
  heading: string | null;
  section: string | null;
  uses: string[];
  character: boolean;
  obstacle: A.ObstacleRecord | null;
}

export interface GrammarFault extends Span {
  message: string;
  help: string | null;
}

export interface Outline {
  notation: string;
  start: string | null;
  productions: Production[];
  errors: GrammarFault[];
  errorsOmitted: number;
  /** What the notation decides about literals, if another one that the grammar may be in decides otherwise. */
  choice: string | null;
}

export interface Finding extends Span {
  kind: string;
  rule: string;
  message: string;
  remedy: string;
  losesTexts: boolean;
}

/** What the analysis of a grammar found, and what it did not look at. */
export interface Findings {
  findings: Finding[];
  /** The number of those that are not in the list. */
  omitted: number;
  unexamined: A.UnexaminedRecord[];
}

export interface Derivation extends FlatTree {
  partsAt: number | null;
}

export interface Derivations {
  trees: Derivation[];
  complete: boolean;
  /** The number of all trees, if it is known. */
  total: number | null;
  /** A number that is smaller than that of all trees, if that is not known. */
  moreThan: number | null;
  /** Whether there are infinitely many derivations. The trees are those without repeated nodes. */
  infinite: boolean;
  /** Why it is not known whether there are others. */
  undecided: string | null;
}

export interface Trace {
  ok: boolean;
  /** More steps than a parser that backtracks may take; then the steps are the right choices. */
  exceeded: number | null;
  steps: A.StepRecord[];
  omitted: number;
}

export interface NaiveProduction {
  rule: string;
  result: A.NaiveProduction["result"];
  /** The depth of the texts that were searched; without it, those of every depth were. */
  depth?: number;
  /** The greatest length of the texts that were searched, if there may be wrong ones that are longer. */
  length?: number;
  text?: Text;
  /** `below`: the text was not searched for; a production that this one uses loses it. */
  origin?: A.NaiveProduction["origin"] | "below";
  causes?: string[];
  /** A text that both readings accept with different trees. */
  other_tree?: Text;
}

export interface SideBySide {
  agree: boolean;
  naive: boolean;
  derived: boolean;
  stopsAt: number | null;
  blame: {
    rule: string;
    start: number;
    end: number;
    fault: A.BlameRecord["fault"];
    part: string;
    took: Span | null;
    needed: string | null;
  } | null;
  partAt: Span | null;
  neededAt: Span | null;
  tree: FlatTree | null;
  naiveTree: FlatTree | null;
}

export type SuiteFormat = "jsonl" | "txt";

/** Some texts of a suite, as the lines of a file. */
export interface SuitePiece {
  lines: BlobPart;
  texts: number;
  /** The texts without a line, because the recognizer gave up. */
  undecided: number;
  /** The texts that no line can hold. */
  leftOut: number;
  /** Where the next piece begins. */
  next: number | null;
}

/** A text of a suite with its verdict. */
export interface SuiteCase extends Text {
  /** Where an invalid text becomes wrong; `null` for a valid one. */
  offset: number | null;
}

/** Texts of a suite to show. */
export interface SuiteCases {
  cases: SuiteCase[];
  /** The number of texts that they were chosen from, the first of the suite. */
  texts: number;
  /** Those of them without a verdict. */
  undecided: number;
}

/** Two productions that correspond, compared. */
export interface Pair {
  a: string;
  b: string;
  result: A.PairResult;
  onlyA: Text | null;
  onlyB: Text | null;
  /** Why they were not compared. */
  why: string | null;
  /** How far a search went that found no difference. */
  depth: number | null;
  length: number | null;
  /** All texts of at most this many octets were compared; `null` if there is no such limit. */
  whole: number | null;
  /** Whether the texts that differ were found at random, so that there may be shorter ones. */
  random: boolean;
}

export interface Pairs {
  pairs: Pair[];
  withoutA: string[];
  withoutB: string[];
}

/** A production that is open at an offset. */
export interface OpenProduction {
  rule: string;
  start: number;
  /** The place in the grammar behind what the production has matched. */
  at: number | null;
  /** What the production itself allows next; `null` if it is unknown. */
  next: string | null;
  nextRanges: [string, string][] | null;
  canEnd: boolean;
}

/** What to change in a text: an insertion if the span is empty, a deletion if the new text is. */
export interface Edit extends Span {
  by: Text;
}

/** A valid text that is nearest to another one, and the edits that lead to it, in ascending order. */
export interface Repair extends Text {
  edits: Edit[];
}

/** The valid texts that are nearest to a text. */
export interface Nearest {
  /** The first ones. */
  repairs: Repair[];
  /** The number of characters that each of them inserts, deletes or replaces. */
  distance: number;
  /** How many there are; `null` if they are too many to be counted. */
  count: number | null;
  /** Why they are not known. */
  undecided: string | null;
}

export interface Inspection {
  scheme: string;
  rule: string;
  components: { name: string; start: number; end: number; raw: string; decoded: string }[];
  port: number | null;
  client: string[];
  advice: A.Advice[];
  refused: A.RefusedRecord[];
  normal: string;
}
