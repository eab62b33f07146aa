// A worker with a queue of requests.
//
// Invariant: the worker has at most one request at a time, so the time of a request is its own.
//
// The limit is one of wall time, and a busy machine is slow. A request that reaches it gets a second one, which is
// longer: it goes on if nothing else waits, and begins again after the others if something does. At the second limit the
// worker ends; a new one goes on with the next request. A request that a later one with the same key makes stale ends the
// worker as soon as that is cheaper than the answer.

import type { Reply, Request } from "./worker.ts";
import { loadModule, startWorker, type ModuleName } from "./load.ts";

/** The time in milliseconds that a request may take, and the time that it gets if that was not enough. */
export const PATIENCE = 2_000;
const MORE = 8_000;

/** The time in milliseconds after which a stale request costs more than a new worker. */
const STALE = 300;

/** Called when a request gets its second limit, and when it has ended. */
let onslow: (isSlow: boolean) => void = () => {};

/** The requests that every key makes. The panes show the progress of all others. */
const AWAITED = /^(?:verdict|outline)$/;

/** Sets the listener for requests that take long. */
export function whenSlow(listener: (isSlow: boolean) => void): void {
  onslow = listener;
}

/** The request took too long, or stopped the engine. */
export class Stopped extends Error {}

/** A file of the engine cannot be loaded. */
export class Unavailable extends Error {}

/** A later request with the same key has taken its place. */
export class Superseded extends Error {}

/** The engine says why there is no answer. */
export class Refusal extends Error {}

interface Grammar {
  source: string;
  readings: boolean;
  notation?: string;
}

interface Waiting {
  key: string;
  grammar: Grammar;
  method: string;
  values: (string | number | boolean)[];
  resolve: (json: string) => void;
  reject: (error: Error) => void;
  /** Whether it has reached the first limit. */
  isSlow: boolean;
}

export class Lane {
  readonly #name: ModuleName;
  #worker: Worker | null = null;
  #isReady = false;
  #queue: Waiting[] = [];
  #current: Waiting | null = null;
  #open: Grammar | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #id = 0;
  /** When the request at work began. */
  #began = 0;

  /** The worker of the lane loads this module of the engine. */
  constructor(name: ModuleName) {
    this.#name = name;
  }

  /** Asks the engine about a grammar. A request that still waits under the same key is dropped. */
  ask(
    key: string,
    grammar: Grammar,
    method: string,
    values: (string | number | boolean)[],
  ): Promise<string> {
    return new Promise((resolve, reject) => {
      const waiting = { key, grammar, method, values, resolve, reject, isSlow: false };
      const older = this.#queue.findIndex((one) => one.key === key);
      if (older >= 0) {
        this.#queue.splice(older, 1)[0]?.reject(new Superseded(key));
      }
      this.#queue.push(waiting);
      this.#endStale(waiting);
      void this.#next();
    });
  }

  /** Ends the request at work if one that waits makes it stale. */
  #endStale({ key, method }: Waiting): void {
    const current = this.#current;
    // A verdict on an older grammar is as stale as one on an older text.
    const isStale = current !== null && (current.key === key || (current.key === "verdict" && method === "open"));
    if (!isStale) {
      return;
    }
    const end = () => this.#current === current && this.#stop(new Superseded(key));
    const left = this.#began + STALE - performance.now();
    if (left <= 0) {
      end();
    } else {
      setTimeout(end, left);
    }
  }

  /** Gives the request at work its second limit, or ends it. */
  #expire(): void {
    const current = this.#current;
    if (current === null || current.isSlow) {
      this.#stop(new Stopped(`it takes more than ${(PATIENCE + MORE) / 1_000} seconds`));
      return;
    }
    current.isSlow = true;
    if (AWAITED.test(current.key)) {
      onslow(true);
    }
    if (this.#queue.length === 0) {
      this.#timer = setTimeout(() => this.#expire(), MORE);
      return;
    }
    this.#queue.push(current);
    this.#current = null;
    this.#stop(new Stopped("others wait"));
  }

  async #next(): Promise<void> {
    if (this.#worker === null) {
      this.#start();
    }
    if (!this.#isReady || this.#current !== null) {
      return;
    }
    const current = this.#queue.shift();
    if (current === undefined) {
      return;
    }
    this.#current = current;
    this.#began = performance.now();
    this.#timer = setTimeout(() => this.#expire(), current.isSlow ? MORE : PATIENCE);
    const { source, readings, notation = "" } = current.grammar;
    const isOpen = this.#open?.source === source && this.#open.readings === readings && (this.#open.notation ?? "") === notation;
    if (current.method === "open" || !isOpen) {
      this.#open = current.grammar;
      this.#send({ kind: "open", id: ++this.#id, source, readings, notation });
    }
    if (current.method !== "open") {
      const { method, values } = current;
      this.#send({ kind: "ask", id: ++this.#id, method, values });
    }
  }

  #send(request: Request): void {
    this.#worker?.postMessage(request);
  }

  #start(): void {
    const worker = startWorker();
    this.#worker = worker;
    this.#isReady = false;
    this.#open = null;
    worker.onmessage = (event: MessageEvent<Reply>) => this.#receive(event.data);
    worker.onerror = () => this.#stop(new Stopped("the engine has failed"));
    const name = this.#name;
    loadModule(name).then(
      (module) => worker.postMessage({ kind: "load", name, module }),
      (error) => this.#fail(error instanceof WebAssembly.CompileError
        ? new Stopped(`the browser cannot run it (${error.message})`)
        : new Unavailable("a file of the page cannot be loaded; are you offline? Try again later")),
    );
  }

  #receive(reply: Reply): void {
    if (reply.kind === "ready") {
      this.#isReady = true;
    } else if (reply.kind === "failure" && reply.isFatal) {
      if (this.#isReady) {
        this.#stop(new Stopped(reply.message));
      } else {
        this.#fail(new Stopped(reply.message));
      }
      return;
    } else if (reply.id === this.#id) {
      const current = this.#current;
      clearTimeout(this.#timer);
      this.#current = null;
      if (current?.isSlow === true) {
        onslow(false);
      }
      if (reply.kind === "answer") {
        current?.resolve(reply.json);
      } else {
        current?.reject(new Refusal(reply.message));
      }
    }
    void this.#next();
  }

  /** Gives up on all requests, because the engine does not even start. */
  #fail(reason: Error): void {
    this.#queue.splice(0).forEach((one) => one.reject(reason));
    this.#stop(reason);
  }

  #stop(reason: Error): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
    const current = this.#current;
    this.#current = null;
    if (current?.isSlow === true) {
      onslow(false);
    }
    current?.reject(reason);
    if (this.#queue.length > 0) {
      void this.#next();
    }
  }
}
