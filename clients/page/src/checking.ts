// Keeps the outline, the findings, the verdict and what hangs on the verdict up to date.

import { derivations, findings, inspect, judged, notes, open, outline, sentences, verdict } from "./engine/questions.ts";
import { Stopped, Superseded, Unavailable, whenSlow } from "./engine/lane.ts";
import type { Outline, Verdict } from "./engine/types.ts";
import { showsCharacters } from "./shown.ts";
import { get, grammarOf, set, subscribe, type State } from "./store.ts";
import { lengthOf, part } from "./text/octets.ts";
import { sentence } from "./text/show.ts";
import { words } from "./text/words.ts";
import { titleOf } from "./work.ts";

/** The time in milliseconds without a key after which the grammar is analysed. */
const PAUSE = 400;

/** The least number of characters that change at once when a grammar is pasted. */
const PASTED = 20;

/** The pause in milliseconds between two keys of a run, and the longest wait for the end of one. */
const RUN = 120;

/** The time in milliseconds that a verdict may take so that the next key asks at once. */
const QUICK = 20;

/**
 * A key that is held down: a pause in milliseconds between two keys that is shorter than a person's, the least time between
 * two verdicts then, and the time without a key after which it is released.
 */
const REPEAT = { pause: 40, verdicts: 240, released: 60 };

/** The longest text after which the page says what may follow. */
const FOLLOWED = 20_000;

/** The longest text of which all derivations are looked for after each key. */
const DERIVED = 2_000;

/** The texts of which the first text of a pasted grammar is chosen, and the length that is best. */
const FIRST = { count: 16, length: 9 };

/** Returns whether the grammar is that of RFC 1738 or was made from it, so that its readings may apply. */
export function isOwn(grammar: string): boolean {
  return /\bgenericurl\b/.test(grammar);
}

/** A text that is checked, with its production and its grammar. */
type Question = Pick<State, "grammar" | "readings" | "notation" | "production" | "text">;

/** The questions that stopped the engine, and why. They are not asked again. */
let stopped: { question: Question; reason: string } | null = null;
let stoppedDerivations: { question: Question; reason: string } | null = null;
let pause: ReturnType<typeof setTimeout> | undefined;
/** When the last two changes of the text were, and how long the last verdict took. */
let keys: [number, number] = [-Infinity, -Infinity];
let took = 0;
/** The promise of `quiet` while keys come in a run: it ends with the run. */
let resting: Promise<void> | null = null;
/** When the last verdict was asked for, and what waits to ask for the next one. */
let asked = -Infinity;
let waiting: ReturnType<typeof setTimeout> | undefined;
let superseded: () => void = () => {};
/** The grammar that was pasted, until it has a text of its own, and the text that was there. */
let pasted = { grammar: "", text: "" };

/** Says in the page why a question has no answer. Returns the sentence. */
export function explain(error: unknown, question: string): string | null {
  if (error instanceof Superseded) {
    return null;
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Stopped) {
    const text = words.checking.stopped(titleOf(get()), question, reason);
    set({ notice: { text, isError: true } });
    return text;
  }
  const text = sentence(reason);
  if (error instanceof Unavailable) {
    set({ notice: { text, isError: true } });
  }
  return text;
}

function isSame(one: Question | undefined, other: Question): boolean {
  return one !== undefined && one.text === other.text && one.production === other.production && one.grammar === other.grammar && one.readings === other.readings && one.notation === other.notation;
}

async function read(): Promise<void> {
  const grammar = grammarOf();
  if (grammar.readings && !isOwn(grammar.source)) {
    set({ readings: false });
    return;
  }
  try {
    const answer = await outline(grammar);
    if (get().grammar !== grammar.source || get().readings !== grammar.readings || get().notation !== grammar.notation) {
      return;
    }
    const names = answer.productions.map((one) => one.name);
    const { production } = get();
    const kept = names.includes(production) ? production : (answer.start ?? names[0] ?? "");
    set({ outline: answer, production: kept });
    await check();
    void begin(answer);
    analyse();
  } catch (error) {
    explain(error, words.checking.itsProductions);
  }
}

/** Gives a grammar that was pasted a first text of its own, if it does not derive the one that is there. */
async function begin({ errors }: Outline): Promise<void> {
  const { grammar, text, production, verdict } = get();
  if (pasted.grammar !== grammar || errors.length > 0) {
    return;
  }
  // What is typed after the grammar stays.
  const isOld = pasted.text === text;
  pasted = { grammar: "", text: "" };
  if (verdict?.ok !== false || !isOld) {
    return;
  }
  try {
    const made = await sentences(grammarOf(), production, "random", 7, FIRST.count);
    const isSeen = (one: string) => !/[^ -~]/.test(one) && one !== "";
    const distance = (one: string) => Math.abs(one.length - FIRST.length) + (isSeen(one) ? 0 : 1_000);
    const texts = made.flatMap((one) => (one.text === null ? [] : [one.text]));
    const [best] = texts.sort((one, other) => distance(one) - distance(other));
    const now = get();
    if (best !== undefined && now.grammar === grammar && now.text === text && now.production === production) {
      set({ text: best });
    }
  } catch {
    // The text that is there stays.
  }
}

/** Returns whether keys follow each other in a run. */
export function isRunning(): boolean {
  const [before, last] = keys;
  return last - before < RUN && performance.now() - last < RUN;
}

/** Ends when no key has followed another one for a while; at once if they do not come in a run. */
export function quiet(): Promise<void> {
  // All that wait in a run wait for one timer.
  resting ??= rest().finally(() => (resting = null));
  return resting;
}

async function rest(): Promise<void> {
  for (let [before, last] = keys; last - before < RUN; [before, last] = keys) {
    const left = last + RUN - performance.now();
    if (left <= 0) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}

/** Ends when the verdict is to be asked for that a key makes wanted, or when the next key makes another one wanted. */
async function due(): Promise<void> {
  superseded();
  clearTimeout(waiting);
  const [before, last] = keys;
  const left = asked + REPEAT.verdicts - performance.now();
  if (took > QUICK) {
    // At the end of a run: verdicts of its middle would be stale.
    await quiet();
  } else if (last - before < REPEAT.pause && left > 0) {
    // A key that is held down: nobody reads a verdict for each of its texts.
    await new Promise<void>((resolve) => {
      superseded = resolve;
      waiting = setTimeout(resolve, Math.min(left, REPEAT.released));
    });
  }
}

/** Asks for the verdict on the text. */
async function check(): Promise<void> {
  const wanted = get();
  await due();
  const question = get();
  if (!isSame(wanted, question)) {
    return;
  }
  const { production, text, outline } = question;
  const grammar = grammarOf();
  const found = outline?.productions.find((one) => one.name === production);
  const refuse = (obstacle: string) => set({ verdict: null, derivations: null, uncounted: null, open: [], then: null, inspection: null, obstacle });
  if (found === undefined) {
    refuse(words.checking.noProduction);
    return;
  }
  if (found.obstacle !== null && !found.obstacle.recursion) {
    const { message, help } = found.obstacle;
    refuse(`${sentence(message)} ${sentence(help)}`);
    return;
  }
  if (stopped !== null && isSame(stopped.question, question)) {
    refuse(words.checking.notAgain(production, stopped.reason));
    return;
  }
  try {
    const began = performance.now();
    asked = began;
    const answer = await verdict(grammar, production, text, showsCharacters(get()));
    took = performance.now() - began;
    const now = get();
    if (now.text === text && now.production === production && now.grammar === grammar.source) {
      set({ verdict: answer, obstacle: null, derivations: null, uncounted: null, open: [], then: null, inspection: null });
      // What hangs on the verdict waits for the end of a run of keys.
      await quiet();
      if (get().verdict === answer) {
        void derive(answer, question);
        void annotate(answer);
        void follow(answer);
        void look(answer);
      }
    }
  } catch (error) {
    if (error instanceof Stopped) {
      stopped = { question, reason: error.message };
    }
    const reason = explain(error, words.checking.theVerdict(production));
    if (reason !== null) {
      refuse(reason);
    }
  }
}

/** Looks for all derivations of a valid text, or says why not. */
async function derive(verdict: Verdict, question: Question): Promise<void> {
  const { rule, text, ok, tree } = verdict;
  if (!ok || tree === null) {
    return;
  }
  const giveUp = (uncounted: string) => get().verdict === verdict && set({ uncounted });
  if (text.length > DERIVED) {
    giveUp(words.checking.tooLong(DERIVED));
    return;
  }
  if (stoppedDerivations !== null && isSame(stoppedDerivations.question, question)) {
    giveUp(stoppedDerivations.reason);
    return;
  }
  try {
    const found = await derivations(grammarOf(), rule, text);
    if (get().verdict === verdict) {
      set({ derivations: found, derivation: Math.min(get().derivation, Math.max(0, found.trees.length - 1)) });
    }
  } catch (error) {
    if (error instanceof Superseded) {
      return;
    }
    // The first tree is there all the same.
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Stopped) {
      stoppedDerivations = { question, reason };
    }
    giveUp(reason);
  }
}

/**
 * Returns the verdict with the tree of the part before the error, if that is complete: nothing but the end of the text was
 * allowed there, so the engine has nothing open. The root stays open.
 */
async function withBeginning(verdict: Verdict): Promise<Verdict> {
  const { rejected, rule, text } = verdict;
  if (rejected === null || rejected.progress.nodes.length > 0 || rejected.offset === 0 || text.length > DERIVED) {
    return verdict;
  }
  const before = await judged(grammarOf(), rule, part(text, 0, rejected.offset)).catch(() => null);
  if (before?.ok !== true || get().verdict !== verdict) {
    return verdict;
  }
  const nodes = before.nodes.map((node, index) => (index === 0 ? { ...node, end: null } : node));
  const changed = { ...verdict, rejected: { ...rejected, progress: { nodes, complete: true } } };
  set({ verdict: changed });
  return changed;
}

/** Adds to the verdict what the prose says about its error, and to its tree what each production allows. */
async function annotate(answer: Verdict): Promise<void> {
  const verdict = await withBeginning(answer);
  const { rejected } = verdict;
  if (rejected === null) {
    return;
  }
  const opened = open(grammarOf(), verdict.text, rejected.offset, rejected.progress.nodes, true, "open");
  opened.then((found) => get().verdict?.text === verdict.text && get().verdict?.rule === verdict.rule && set({ open: found }), () => {});
  try {
    const found = await notes(grammarOf(), verdict);
    if (found.length > 0 && get().verdict === verdict) {
      set({ verdict: { ...verdict, rejected: { ...rejected, notes: found } } });
    }
  } catch (error) {
    explain(error, words.checking.theProse);
  }
}

/** Asks what may follow a valid text. */
async function follow(verdict: Verdict): Promise<void> {
  const { rule, text, ok } = verdict;
  if (!ok || text.length > FOLLOWED) {
    return;
  }
  const node = { rule, start: 0, end: null, depth: 0 };
  const [then = null] = await open(grammarOf(), text, lengthOf(text), [node], true, "then").catch(() => []);
  if (get().verdict === verdict) {
    set({ then });
  }
}

/** Asks what the prose says of a valid URL. */
async function look(verdict: Verdict): Promise<void> {
  const { readings } = get();
  if (!readings || !verdict.ok || verdict.rule !== "url") {
    return;
  }
  try {
    const inspection = await inspect(grammarOf(), verdict.text);
    if (get().verdict === verdict) {
      set({ inspection });
    }
  } catch (error) {
    explain(error, words.checking.theProse);
  }
}

function analyse(): void {
  clearTimeout(pause);
  pause = setTimeout(async () => {
    const grammar = grammarOf();
    try {
      const found = await findings(grammar);
      if (get().grammar === grammar.source) {
        set({ findings: found });
      }
    } catch (error) {
      explain(error, words.checking.findings);
    }
  }, PAUSE);
}

/** Begins to follow the state. */
export function startChecking(): void {
  const slow = { text: words.checking.slow, isError: false };
  whenSlow((isSlow) => {
    if (isSlow) {
      set({ notice: slow });
    } else if (get().notice === slow) {
      set({ notice: null });
    }
  });
  subscribe((now, before) => {
    if ((now.text !== before.text || now.grammar !== before.grammar) && now.notice !== null && now.notice === before.notice) {
      set({ notice: null });
    }
    if (now.text !== before.text) {
      keys = [keys[1], performance.now()];
    }
    if (now.grammar !== before.grammar || now.readings !== before.readings || now.notation !== before.notation) {
      const isPasted = Math.abs(now.grammar.length - before.grammar.length) >= PASTED && now.text === before.text;
      if (isPasted || pasted.grammar === before.grammar) {
        pasted = { grammar: now.grammar, text: isPasted ? now.text : pasted.text };
      }
      const isLoaded = now.production !== before.production;
      set({ findings: null, hovered: null, ...(isLoaded || now.pinned !== before.pinned ? {} : { pinned: null }) });
      void read();
    } else if (now.text !== before.text || now.production !== before.production) {
      const keepsPin = now.pinned !== before.pinned;
      set({ hovered: null, ...(keepsPin ? {} : { pinned: null }) });
      void check();
    }
  });
  void read();
}
