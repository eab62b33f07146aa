// A worker with a queue of requests.
//
// Invariant: the worker has at most one request at a time, so the time of a request is its own. A
// request that takes too long ends the worker; a new one goes on with the next request.

import type { Reply, Request } from "./worker.ts";
import { loadModule, startWorker, type ModuleName } from "./load.ts";

/** The longest time in milliseconds that a request may take. */
export const PATIENCE = 2_000;

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
}

interface Waiting {
  key: string;
  grammar: Grammar;
  method: string;
  values: (string | number | boolean)[];
  resolve: (json: string) => void;
  reject: (error: Error) => void;
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
      const waiting = { key, grammar, method, values, resolve, reject };
      const older = this.#queue.findIndex((one) => one.key === key);
      if (older >= 0) {
        this.#queue.splice(older, 1)[0]?.reject(new Superseded(key));
      }
      this.#queue.push(waiting);
      void this.#next();
    });
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
    this.#timer = setTimeout(() => this.#stop(new Stopped("it takes more than 2 seconds")), PATIENCE);
    const { source, readings } = current.grammar;
    const isOpen = this.#open?.source === source && this.#open.readings === readings;
    if (current.method === "open" || !isOpen) {
      this.#open = current.grammar;
      this.#send({ kind: "open", id: ++this.#id, source, readings });
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
    current?.reject(reason);
    if (this.#queue.length > 0) {
      void this.#next();
    }
  }
}
