// The worker that runs the engine. It answers one request after the other.

import * as choice from "./built/choice.js";
import * as course from "./built/course.js";
import * as engine from "./built/engine.js";
import * as exercise from "./built/exercise.js";
import * as exports from "./built/export.js";
import * as grading from "./built/grading.js";
import * as prose from "./built/prose.js";
import * as study from "./built/study.js";
import type { ModuleName } from "./load.ts";

const MODULES = { engine, prose, export: exports, choice, study, exercise, course, grading };

export interface Open {
  kind: "open";
  id: number;
  source: string;
  readings: boolean;
  notation: string;
}

export interface Ask {
  kind: "ask";
  id: number;
  method: string;
  values: (string | number | boolean)[];
}

export type Request = { kind: "load"; name: ModuleName; module: WebAssembly.Module } | Open | Ask;

export type Reply =
  | { kind: "ready" }
  | { kind: "answer"; id: number; json: string; took: number }
  | { kind: "failure"; id: number; message: string; isFatal: boolean };

/** The module that this worker has loaded. */
let loaded: (typeof MODULES)[ModuleName] = engine;
let session: { free(): void } | null = null;

function answer(request: Open | Ask): string {
  if (request.kind === "open") {
    session?.free();
    session = null;
    if (!("Session" in loaded)) {
      return "null";
    }
    session = new loaded.Session(request.source, request.readings, request.notation);
    return session instanceof engine.Session ? session.outline() : "null";
  }
  if (loaded === exercise || loaded === grading) {
    return aboutExercises(request);
  }
  if (!("Session" in loaded)) {
    return aboutRfc1738(request);
  }
  if (session === null) {
    throw "there is no grammar yet";
  }
  const methods = session as unknown as Record<string, (...values: unknown[]) => string>;
  const method = methods[request.method];
  if (method === undefined) {
    throw `the engine has no function ${request.method}`;
  }
  return method.apply(session, request.values);
}

/** The hand-ins whose answers are known one after the other. */
let handIns: grading.Grading | null = null;

/** Answers questions that bring their grammars with them. */
function aboutExercises({ method, values }: Ask): string {
  const [first, second, third] = values;
  switch (method) {
    case "exercise_check":
      return exercise.check(String(first));
    case "exercise_answer":
      return exercise.answer(String(first), String(second), String(third));
    case "sheet":
      return grading.sheet(String(first));
    case "sheet_file":
      return grading.sheet_file(String(first));
    case "hand_ins":
      handIns?.free();
      handIns = new grading.Grading(String(first));
      return String(handIns.read(String(second)));
    default:
  }
  if (handIns === null) {
    throw "there are no hand-ins yet";
  }
  switch (method) {
    case "hand_in_answers":
      return handIns.answers(Number(first));
    case "hand_in":
      return handIns.row(Number(first), String(second));
    case "csv":
      return handIns.csv();
    default:
      return handIns.table();
  }
}

/** Answers questions that need no grammar but RFC 1738's own. */
function aboutRfc1738({ method, values }: Ask): string {
  const [first, second, third] = values;
  switch (method) {
    case "inspect":
      return prose.inspect(String(first));
    case "remarks":
      return prose.remarks(String(first));
    default:
      return prose.notes(String(first), String(second), Number(third));
  }
}

function reply(message: Reply): void {
  self.postMessage(message);
}

self.onmessage = async (event: MessageEvent<Request>) => {
  const request = event.data;
  if (request.kind === "load") {
    loaded = MODULES[request.name];
    try {
      await loaded.default({ module_or_path: request.module });
      reply({ kind: "ready" });
    } catch (error) {
      reply({ kind: "failure", id: 0, message: `the browser cannot run it (${String(error)})`, isFatal: true });
    }
    return;
  }
  const began = performance.now();
  try {
    const json = answer(request);
    reply({ kind: "answer", id: request.id, json, took: performance.now() - began });
  } catch (error) {
    // The engine throws sentences. Anything else has stopped it: a full memory or a full stack.
    const isFatal = typeof error !== "string";
    const message = isFatal ? "the engine ran out of memory or of stack" : error;
    reply({ kind: "failure", id: request.id, message, isFatal });
  }
};
