// The answers of the engine. Generated from its records by `clients/page/wasm/src/types.rs`; do not edit.
// Offsets are octets.

/** What the grammar says about a production. */
export type AboutRecord = { rule: string, text: string, heading: string | null, section: string | null, comments: Array<string>, readings: Array<[string, string, string, string]>, uses: Array<string>, users: Array<string> };

/** What the prose says about a valid URL: a [`Finding`](rfc1738::Finding). */
export type Advice = {
  /** The stable id. */
  id: string,
  /** How serious it is. */
  severity: Severity,
  /** The start of the span. */
  start: number,
  /** The end of the span. */
  end: number,
  /** The section. */
  section: string,
  /** The sentence. */
  message: string,
  /** The document and the section. */
  reference: string | null,
  /** What could be written instead. */
  fixes?: Array<Fix> };

/** Whether two productions differ, whatever some of those that they use derive. */
export type AlikeRecord = { result: "equal" | "differs" | "undecided",
  /** The length to which all texts were compared, with a letter for a part that is alike. */
  length: number | null };

/** A text with several trees. */
export type AmbiguousRecord = { text: Octets,
  /** Two, or one, if all others repeat a node or an empty round. */
  trees: Array<FlatTree>, infinite: boolean };

/** What is known of an answer to an exercise. */
export type AnswerRecord = { outcome: OutcomeName,
  /** The same for people. */
  message: string,
  /** The length in octets up to which nothing is wrong, if the outcome is `up-to`. */
  length?: number,
  /** The production that the answer begins with; `null` if it is no grammar. */
  start: string | null,
  /** What is wrong, each in a few words that are the same for the same mistake. */
  mistakes: Array<string>,
  /** The conditions. */
  findings: Array<ExerciseFinding> };

/** The answer to one exercise. */
export type AnswerText = {
  /** The title of the exercise, or its number. */
  exercise: string,
  /** The grammar. */
  grammar: string,
  /** The production that it begins with. */
  start?: string };

/** The states and edges of an automaton, and the states that a text passes. The start is state 0. */
export type Automaton = { states: number, accepting: Array<number>, edges: Array<Edge>,
  /** The states before the text and after each octet, or character, of its viable prefix. */
  path: Array<number> };

export type BlameRecord = { rule: string, start: number, end: number, fault: "alternative" | "option" | "round" | "extent", part: string, took: [number, number] | null, needed: Octets | null };

/** A case of a suite, for programs. */
export type CaseRecord = { rule: string, input: Octets, hex: string, ok: boolean, offset?: number, next?: string, can_end?: boolean, next_ranges?: Array<[string, string]> };

/** The results of both readings of a text. */
export type ComparisonRecord = { input: Octets, rule: string, agree: boolean, naive: boolean, derived: boolean, end: number | null, blame: BlameRecord | null };

export type ComponentRecord = { name: string, start: number, end: number, raw: string, decoded: Octets, segments?: Array<Octets> };

/** What an answer is checked by. */
export type ConditionName = "readable" | "language" | "valid" | "invalid" | "unambiguous" | "no-left-recursion" | "productions" | "ll1";

/** The first derivations of a text, and where each diverges from the first one. */
export type DerivationList = { trees: Array<ListedDerivation>,
  /** Whether all trees are shown. */
  complete: boolean,
  /** The number of all trees. */
  total?: number,
  /** A number that is smaller than that of all trees, where that is not known. */
  more_than?: number,
  /** Whether there are infinitely many derivations. It is present only if there are. */
  infinite?: boolean,
  /** Why it is not known whether there are other trees. */
  undecided?: UndecidedRecord };

/** A text that an answer derives. */
export type DerivedRecord = { text: Octets, tree: FlatTree | null };

/** The state, the next state, and the characters between them. */
export type Edge = [number, number, string];

/** What to change. Offsets are those of the text before all edits. */
export type EditRecord = {
  /** Where it begins. */
  start: number,
  /** Where it ends: the start, if it is an insertion. */
  end: number,
  /** The new text; empty if it is a deletion. */
  text: Octets,
  /** What is expected there after the edits before, for people. Edits of the first repair have it. */
  expected?: Array<string>,
  /** The productions that are open there, the outermost first. Edits of the first repair have it. */
  context?: Array<string> };

/** A task, and what an answer to it is checked by: an [`Exercise`](rfcbnf::exercise::Exercise). */
export type Exercise = {
  /** The title, by which hand-ins name it. */
  title: string,
  /** The task, in words. */
  task?: string,
  /** What a student begins with. */
  start?: string,
  /** A grammar that solves the task. */
  solution: string,
  /** Whether the solution may be shown to who has solved the task. */
  "show-solution"?: boolean,
  /** Texts that the task asks for. */
  valid?: Array<string>,
  /** Texts that the task excludes. */
  invalid?: Array<string>,
  /** Whether every text has one tree. */
  unambiguous?: boolean,
  /** Whether no production begins with itself. */
  "no-left-recursion"?: boolean,
  /** The greatest number of productions. */
  productions?: number,
  /** Whether the grammar is LL(1). */
  ll1?: boolean,
  /** The length up to which texts have to be compared, where nothing is proved. */
  length?: number };

/** Whether an exercise is ready. */
export type ExerciseCheck = { ready: boolean,
  /** Why it is not, for people. */
  problems: Array<string>,
  /** What the solution is as an answer; `null` if it is no grammar. */
  solution: AnswerRecord | null,
  /** What the start is as an answer; `null` if there is none. */
  start: AnswerRecord | null };

/** A condition, and what is known of it. */
export type ExerciseFinding = { condition: ConditionName,
  /** The condition for people. */
  name: string,
  /** The text that is to be valid or invalid. */
  text?: string, verdict: VerdictName,
  /** The verdict for people. */
  message: string, proof?: ProofName,
  /** The length in octets up to which the condition holds. */
  length?: number,
  /** Where the grammar cannot be read. */
  errors?: Array<GrammarFault>,
  /** A text that the answer does not derive. */
  misses?: MissedRecord,
  /** A text that it derives and should not. */
  derives?: DerivedRecord,
  /** Whether there are no shorter texts. */
  shortest?: boolean,
  /** A text with several trees. */
  ambiguous?: AmbiguousRecord,
  /** Productions that begin with each other. The last repeats the first. */
  circle?: Array<string>,
  /** The number of productions. */
  count?: number,
  /** The number of conflicts of the table of LL(1). */
  conflicts?: number };

export type FindingRecord = { kind: string, rule: string, start: number, end: number, message: string, remedy: string, loses_texts: boolean };

/** The findings of the analysis, for programs. */
export type FindingsRecord = { findings: Array<FindingRecord>,
  /** The number of findings that are not in the list. */
  omitted: number,
  /** The productions in which the analysis looked for no ambiguity and no place where ordered choice loses texts. */
  unexamined: Array<UnexaminedRecord> };

/** A notation in which a grammar has no errors, and a meaning of its own. */
export type FittingRecord = {
  /** What links call it. */
  id: string,
  /** What people call it. */
  name: string,
  /** A production whose meaning differs from that in the other notations, as EBNF of the W3C. */
  means: string };

/** A change of a text: a [`Fix`](rfc1738::Fix). */
export type Fix = {
  /** The start of what is replaced. */
  start: number,
  /** The end of what is replaced. */
  end: number,
  /** What replaces it. */
  replacement: string,
  /** Whether nothing else can be meant. */
  certain: boolean };

/** The production, the start and the end of its span in bytes of the whole text, and the depth; the depth of the root is 0. */
export type FlatNode = [string, number, number, number];

/** The nodes of a tree in preorder. */
export type FlatTree = { nodes: Array<FlatNode>, complete: boolean };

/** The index of a node, or the start and the end of a text. */
export type FormPartRecord = number | [number, number];

/** A sentential form. */
export type FormRecord = {
  /** Names, each the index of a node, and texts, each a start and an end. */
  parts: Array<FormPartRecord>,
  /** The node that the step to this form replaced. */
  replaced: number | null,
  /** The parts that took its place: from an index to another one. */
  new: [number, number],
  /** The index of the part that the next step replaces. */
  next: number | null };

/** The sentential forms of a tree, for programs. */
export type FormsRecord = { tree: FlatTree, forms: Array<FormRecord>,
  /** Whether all forms are there. */
  complete: boolean };

/** How many solved an exercise. */
export type GradedExercise = { title: string, solved: number, handed_in: number };

/** The hand-ins of a sheet with their answers, for programs. */
export type GradesRecord = {
  /** The title of the sheet. */
  title: string, exercises: Array<GradedExercise>, hand_ins: Array<HandInRecord>,
  /** Those of the first exercise first, the commonest first. */
  mistakes: Array<MistakeRecord> };

export type GrammarFault = { start: number, end: number, message: string, help: string | null, related: Array<RelatedRecord> };

/** The outline of a grammar file. Spans are byte offsets. */
export type GrammarOutline = { notation: string, start: string | null, productions: Array<OutlinedProduction>, errors: Array<GrammarFault>,
  /** The number of errors that are not in the list. */
  errors_omitted: number,
  /** What the notation decides about literals, if another one that the file may be in decides otherwise. */
  choice?: string };

/** What a student hands in: a [`HandIn`](rfcbnf::exercise::HandIn). A page packs it as its links. */
export type HandIn = {
  /** Who hands it in. */
  "hand-in": HandInHead,
  /** The answers. */
  answer: Array<AnswerText> };

/** The answer to one exercise. */
export type HandInAnswer = { outcome: OutcomeName, length?: number,
  /** What is wrong, each in a few words. */
  mistakes: Array<string> };

/** Who hands in what. */
export type HandInHead = {
  /** The name of the student. */
  name: string,
  /** The title of the sheet. */
  sheet?: string,
  /** How many exercises it says to solve. */
  solved?: number };

/** A hand-in with its answers. */
export type HandInRecord = { file?: string,
  /** Where it begins, counted from 1. */
  line: number,
  /** Who handed it in; empty if that is not known. */
  name: string,
  /** Whether it could be read. If not, the first remark says why. */
  read: boolean,
  /** What is odd about it, for people. */
  remarks: Array<string>, solved: number,
  /** How many exercises it says to solve. Nothing depends on it. */
  says: number | null,
  /** One for each exercise; `null` where there is no answer. */
  answers: Array<HandInAnswer | null> };

/** The components of a URL, what a client sends or refuses to send, advice, and the normal form. */
export type InspectionRecord = { input: string, scheme: string, rule: string, components: Array<ComponentRecord>, port: number | null, client: Array<Octets>, advice: Array<Advice>, normal: string, item_type: Octets | null, password_source: string | null, refused: Array<RefusedRecord> };

export type ListedDerivation = {
  /** The index of the first node, in preorder, that differs from the first derivation. */
  parts_at: number | null, nodes: Array<FlatNode>, complete: boolean };

/** What can come next. */
export type LookaheadRecord = {
  /** For people. */
  label: string,
  /** The first and the last character of each range. */
  characters: Array<[string, string]>,
  /** Whether the text can end. */
  end: boolean };

/** A text that an answer does not derive, and how far it comes. */
export type MissedRecord = { text: Octets,
  /** Where it stops; `null` if that is not known. */
  offset: number | null,
  /** What it expects there, for people. */
  expected: string };

/** A mistake of several hand-ins. */
export type MistakeRecord = {
  /** The index of the exercise. */
  exercise: number, mistake: string, count: number,
  /** The indices of the hand-ins. */
  made_by: Array<number> };

/** The outcome of each production, for programs. */
export type NaiveListRecord = { productions: Array<NaiveProduction> };

export type NaiveProduction = { rule: string, result: "right" | "wrong" | "undecided", length?: number, depth?: number, other_tree?: Octets, same_trees_up_to?: number, text?: Octets, origin?: "body" | "others" | "unknown", causes?: Array<string> };

/** A valid text, and the edits that lead to it. */
export type NearestText = { text: Octets,
  /** The number of characters that are inserted, deleted or replaced. */
  distance: number,
  /** In ascending order. Those that touch are one. */
  edits: Array<EditRecord> };

/** What the prose of RFC 1738 says about an error: a [`Note`](rfc1738::Note). */
export type Note = {
  /** The section. */
  section: string,
  /** The sentence. */
  message: string,
  /** The stable id. */
  id: string,
  /** What could be typed in its place. */
  fixes: Array<Fix> };

export type ObstacleRecord = { message: string, help: string, recursion: boolean,
  /** Whether it is recursion at one end only, which is no obstacle to an automaton. */
  automaton: boolean };

/** Octets: a string if they are UTF-8, `{"hex":…}` otherwise. */
export type Octets = string | { hex: string };

/** An open production. */
export type OpenRecord = {
  /** The place in the grammar file behind what the production has matched; `null` if it is unknown. */
  at: number | null,
  /** What the production itself allows next. */
  next: string | null, can_end: boolean,
  /** If some of it is above ASCII, the first and the last of each range of characters. */
  next_ranges?: Array<[string, string]> };

/** Whether an answer solves its exercise. */
export type OutcomeName = "solved" | "up-to" | "undecided" | "wrong";

export type OutlinedProduction = { name: string,
  /** `null` for a core rule that is in no file. */
  name_at: [number, number] | null, at: [number, number] | null, heading: string | null, section: string | null, uses: Array<string>, character: boolean, readings: Array<string>, obstacle?: ObstacleRecord };

export type PairRecord = {
  /** The production of one grammar. */
  a: string,
  /** The production of the other grammar. */
  b: string,
  /** Why they correspond. */
  because?: string,
  /** The result. */
  result: PairResult,
  /** A shortest text of the first alone; `null` if there is none. */
  only_a?: Octets | null,
  /** A shortest text of the second alone; `null` if there is none. */
  only_b?: Octets | null,
  /** The characters that the first alone derives. */
  characters_a?: string,
  /** The characters that the second alone derives. */
  characters_b?: string,
  /** The depth of the texts that were compared. */
  depth?: number,
  /** Whether the texts were found at random. */
  random?: boolean,
  /** Whether no part of the texts can be left out. */
  irreducible?: boolean,
  /** The greatest length of the texts that were compared; `null` if they had any. */
  length?: number | null,
  /** All texts of at most this many octets were compared. */
  whole?: number,
  /** Why they were not compared. */
  why?: string };

/** The result of two productions. */
export type PairResult = "equal" | "differs" | "undecided" | "abstained";

/** The pairs of two files, compared, for programs. */
export type PairsRecord = { a: string, b: string, equal: boolean, pairs: Array<PairRecord>, without_a: Array<string>, without_b: Array<string> };

/** The paths of the nodes of one production. */
export type PathsRecord = {
  /** The parts of the grammar on the path of each node, one after the other; `null` if it is unknown. */
  paths: Array<Array<[number, number]> | null>,
  /** The number of nodes that are not in the list. */
  omitted: number };

/** Some texts of a suite. */
export type PieceRecord = { lines: Octets,
  /** The number of texts that were made. */
  texts: number,
  /** Those of them that have no line, because the recognizer gave up. */
  undecided: number,
  /** Those of them that no line can hold. */
  left_out: number,
  /** The part after these texts. */
  next: number | null };

/** What is known of a suite before its texts are made. */
export type PlanRecord = { texts: number, states: number, depth: number | null };

/** The deepest unfinished tree at an offset, in preorder. */
export type Progress = Array<ProgressNode>;

/** The production, the start of its span, its end unless it is still open, and its depth. */
export type ProgressNode = [string, number, number | null, number];

/** Why a condition holds. */
export type ProofName = "computed" | "automata" | "bodies" | "induction" | "ll1" | "lr1" | "all-texts";

/** The rails of a production. A drawing of them needs no knowledge of the notation. */
export type Rails = { "kind": "sequence",
  /** The members. */
  parts: Array<Rails> } | { "kind": "choice",
  /** The alternatives. */
  parts: Array<Rails> } | { "kind": "optional",
  /** What may be skipped. */
  part: Rails } | { "kind": "loop",
  /** What a round consists of. */
  part: Rails,
  /** The number of rounds, if it is limited. */
  times: string | null } | { "kind": "name",
  /** The name, or the number of parts that are left out. */
  label: string,
  /** The parts of the grammar file, in byte offsets. */
  spans: Array<[number, number]> } | { "kind": "literal",
  /** The literal in the notation of the grammar, escaped. */
  label: string,
  /** The parts of the grammar file, in byte offsets. */
  spans: Array<[number, number]> };

/** A delimiter that a client refuses to decode and send. */
export type RefusedRecord = { delimiter: string, component: string, start: number, end: number, section: string, message: string };

export type RejectedRecord = { summary: string, help: string | null, error: SyntaxError, progress: Progress };

export type RelatedRecord = { start: number, end: number, message: string };

/** The nearest texts, or why they are not known, for programs. The error of the text has the same fields. */
export type RepairsRecord = {
  /** The first ones. The distance of all of them is the same. */
  repairs?: Array<NearestText>,
  /** How many there are; `null` if they are too many to be counted. */
  repairs_count?: number | null,
  /** Why they are not known. */
  repairs_undecided?: string };

/** How serious advice is: a [`Severity`](rfc1738::advice::Severity). */
export type Severity = "danger" | "warning" | "note";

/** A sheet of exercises: a [`Sheet`](rfcbnf::exercise::Sheet). */
export type Sheet = {
  /** The title. */
  title?: string,
  /** The exercises. */
  exercise: Array<Exercise> };

/** The results of both readings with their trees, and the places in the grammar file that are to blame. */
export type SideBySide = { comparison: ComparisonRecord, part_at: [number, number] | null, needed_at: [number, number] | null,
  /** The first derivation. */
  tree: FlatTree | null,
  /** What the naive reading matches, whether or not that is the whole text. */
  naive: FlatTree | null };

/** What happens in a step: an [`Event`](rfcbnf_engine::trace::Event). */
export type StepEvent = "try" | "match" | "fail" | "take" | "miss" | "give_back" | "redo" | "endless";

export type StepRecord = {
  /** The number of the step, from 1. */
  step: number,
  /** What happens. */
  event: StepEvent,
  /** The production. */
  rule?: string,
  /** Where it happens. */
  start: number,
  /** The end of what was matched. */
  end?: number,
  /** The characters that were wanted; if some are above ASCII, those of ASCII. */
  characters?: string,
  /** If some are above ASCII, the first and the last of each range of characters. */
  ranges?: Array<[string, string]>,
  /** The number of the step that tried the production that is tried again. */
  tried?: number,
  /** The productions of which each begins with the next one, and the last with the first. */
  circle?: Array<string>,
  /** The number of open productions. */
  depth: number,
  /** Whether the production is tried to look ahead only. */
  trial?: boolean,
  /** Whether the step is part of the tree at the end. */
  kept: boolean };

/** Where a text is wrong, what could be there, and what the prose says: a [`Rejection`](crate::production::Rejection). */
export type SyntaxError = {
  /** The offset, in octets as all offsets. */
  offset: number,
  /** The start of the span. */
  start: number,
  /** The end of the span. */
  end: number,
  /** The character at the offset; `null` at the end of the text. */
  found: string | null,
  /** What could be there, for people. */
  expected: Array<string>,
  /** The characters that could be there; if some are above ASCII, those of ASCII. */
  next: string,
  /** Whether the text could end there. */
  can_end: boolean,
  /** The productions that are open, the outermost first. */
  context: Array<string>,
  /** The number of open productions that are not in `context`. */
  context_left_out?: number,
  /** If some are above ASCII, the first and the last of each range of characters. */
  next_ranges?: Array<[string, string]>,
  /** What the prose says. */
  notes: Array<Note>,
  /** The stable id of the error. */
  id: string };

/** A right side. */
export type TableAlternative = {
  /** Names and terminals; none for the empty text. */
  parts: Array<TablePart>, start: number, end: number, first: LookaheadRecord, nullable: boolean };

/** Two alternatives in one cell. */
export type TableConflict = {
  /** The index of the row. */
  row: number, next: LookaheadRecord, alternatives: [number, number], why: [TableReason, TableReason],
  /** Where it is and between what, for people. */
  message: string };

/** A name, or a terminal as the grammar writes it. */
export type TablePart = { text: string, name: boolean };

/** Why the table has an alternative. */
export type TableReason = {
  /** Whether the character is in FIRST of the alternative. If not, it is in FOLLOW of the production. */
  first: boolean,
  /** Productions that end with each other, from that of the row on. */
  ends: Array<string>,
  /** The production and the alternative in which the character comes after the last of them. */
  within: [string, number] | null,
  /** The same for people. */
  message: string };

/** A production, or a helper: a part of one. */
export type TableRow = { name: string,
  /** The production that it is, or is a part of. */
  rule: string,
  /** What of the grammar it is, in octets. */
  start: number, end: number, helper: boolean,
  /** Whether it derives the empty text. */
  nullable: boolean, first: LookaheadRecord, follow: LookaheadRecord, alternatives: Array<TableAlternative>,
  /** For each column, the alternatives that the table has there. */
  cells: Array<Array<number>> };

/** FIRST, FOLLOW, and the table of LL(1). */
export type TablesRecord = {
  /** Classes of characters that no terminal tells apart, and the end of the text. */
  columns: Array<LookaheadRecord>,
  /** The productions in the order of the file, each before its helpers. */
  rows: Array<TableRow>, conflicts: Array<TableConflict>,
  /** Whether there is no conflict. */
  ll1: boolean };

/** The selected steps of a trace, and its outcome. */
export type TraceRecord = { input: string, hex?: string, rule: string, ok: boolean, prefix: number | null,
  /** The number of steps that a parser that backtracks exceeds. Then the steps are those of one that takes the right choice every time. */
  exceeded?: number,
  /** The number of steps at the end that are left out. */
  omitted?: number, steps?: Array<StepRecord> };

/** Why a text is not decided, for programs. */
export type UndecidedRecord = { reason: string,
  /** The production whose texts are unknown. */
  production?: string,
  /** Where the text could need it, in octets. */
  offset?: number };

/** A production that was not examined, or not to every depth. */
export type UnexaminedRecord = { rule: string, reason: string,
  /** The depth to which the analysis looked all the same. */
  depth?: number };

/** What is known of a condition. */
export type VerdictName = "proved" | "refuted" | "up-to" | "undecided";

/** The verdict on one text. */
export type VerdictRecord = { rule: string,
  /** `null` if the text is not decided. */
  ok: boolean | null, length: number,
  /** Why the text is not decided, or why a valid text has no tree. */
  undecided?: UndecidedRecord, tree?: FlatTree, rejected?: RejectedRecord };

/** The answer to each question. */
export interface Answers {
  open: GrammarOutline;
  notations: Array<FittingRecord>;
  verdict: VerdictRecord;
  steps: TraceRecord;
  rails: Rails;
  paths: PathsRecord;
  places: Array<OpenRecord>;
  about: AboutRecord;
  findings: FindingsRecord;
  derivations: DerivationList;
  sentences: Array<Octets>;
  nearest: RepairsRecord;
  automaton: Automaton;
  suite: PlanRecord;
  suite_piece: PieceRecord;
  naive: NaiveListRecord;
  compare_readings: SideBySide;
  difference: PairsRecord;
  alike: AlikeRecord;
  notes: Array<Note>;
  remarks: Array<[string, string]>;
  inspect: InspectionRecord | null;
  tables: TablesRecord;
  forms: FormsRecord;
  picture: string;
  exercise_check: ExerciseCheck;
  exercise_answer: AnswerRecord;
  sheet: Sheet;
  sheet_file: string;
  hand_in_answers: Array<AnswerText | null>;
  hand_in: HandInRecord;
  grades: GradesRecord;
}
