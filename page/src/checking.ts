// Keeps the outline, the findings and the verdict of the state up to date.

import { findings, notes, outline, verdict } from "./engine/questions.ts";
import { Stopped, Superseded, Unavailable } from "./engine/lane.ts";
import type { Verdict } from "./engine/types.ts";
import { get, grammarOf, set, subscribe } from "./store.ts";
import { sentence } from "./text/show.ts";

/** The time in milliseconds without a key after which the grammar is analysed. */
const PAUSE = 400;

/** Returns whether the grammar is that of RFC 1738 or was made from it, so that its readings may apply. */
export function isOwn(grammar: string): boolean {
  return /\bgenericurl\b/.test(grammar);
}

/** The grammar and the question that stopped the engine. They are not tried again. */
let stopped = "";
let pause: ReturnType<typeof setTimeout> | undefined;

/** Returns a name for the grammar: that of its first production. */
function grammarName(): string {
  const { grammar, outline } = get();
  const first = outline?.productions[0]?.name ?? /^\s*<?([\w-]+)>?\s*(?:=|::=)/m.exec(grammar)?.[1];
  return first === undefined ? "The grammar" : `The grammar that begins with \`${first}\``;
}

/** Says in the page why a question has no answer. Returns the sentence. */
export function explain(error: unknown, question: string): string | null {
  if (error instanceof Superseded) {
    return null;
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Stopped) {
    const text = `${grammarName()} was stopped while the page looked for ${question}: ${reason}. Make the grammar or the text smaller, or choose a smaller production.`;
    set({ notice: { text, isError: true } });
    return text;
  }
  const text = sentence(reason);
  if (error instanceof Unavailable) {
    set({ notice: { text, isError: true } });
  }
  return text;
}

async function read(): Promise<void> {
  const grammar = grammarOf();
  if (grammar.readings && !isOwn(grammar.source)) {
    set({ readings: false });
    return;
  }
  try {
    const answer = await outline(grammar);
    if (get().grammar !== grammar.source || get().readings !== grammar.readings) {
      return;
    }
    const names = answer.productions.map((one) => one.name);
    const { production } = get();
    const kept = names.includes(production) ? production : (answer.start ?? names[0] ?? "");
    set({ outline: answer, production: kept });
    await check();
    analyse();
  } catch (error) {
    explain(error, "its productions");
  }
}

/** Asks for the verdict on the text. */
async function check(): Promise<void> {
  const { production, text, outline } = get();
  const grammar = grammarOf();
  const found = outline?.productions.find((one) => one.name === production);
  if (found === undefined) {
    const obstacle = "The grammar has no production that can be used.";
    set({ verdict: null, obstacle });
    return;
  }
  if (found.obstacle !== null && !found.obstacle.recursion) {
    const { message, help } = found.obstacle;
    set({ verdict: null, obstacle: `${message}; ${help}.` });
    return;
  }
  const question = JSON.stringify([grammar, production]);
  if (stopped === question) {
    set({ verdict: null, obstacle: `\`${production}\` was stopped: it takes more than 2 seconds.` });
    return;
  }
  try {
    const answer = await verdict(grammar, production, text, false);
    const now = get();
    if (now.text === text && now.production === production && now.grammar === grammar.source) {
      set({ verdict: answer, obstacle: null });
      void annotate(answer);
    }
  } catch (error) {
    if (error instanceof Stopped) {
      stopped = question;
    }
    const reason = explain(error, `the verdict of \`${production}\``);
    if (reason !== null) {
      set({ verdict: null, obstacle: reason });
    }
  }
}

/** Adds to the verdict what the prose says about its error. */
async function annotate(verdict: Verdict): Promise<void> {
  const { rejected } = verdict;
  try {
    const found = await notes(grammarOf(), verdict);
    if (rejected !== null && found.length > 0 && get().verdict === verdict) {
      set({ verdict: { ...verdict, rejected: { ...rejected, notes: found } } });
    }
  } catch (error) {
    explain(error, "what the prose says");
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
      explain(error, "findings");
    }
  }, PAUSE);
}

/** Begins to follow the state. */
export function startChecking(): void {
  subscribe((now, before) => {
    if (now.grammar !== before.grammar || now.readings !== before.readings) {
      set({ findings: [], hovered: null, pinned: null });
      void read();
    } else if (now.text !== before.text || now.production !== before.production) {
      set({ hovered: null, pinned: null });
      void check();
    }
  });
  void read();
}
