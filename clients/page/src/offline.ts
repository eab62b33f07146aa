// The service worker: it keeps the files of the page, so that the page works without the network.
//
// Files are kept under a version, which is a hash of all of them. A new version takes the place of the old one
// when it is complete.

declare const __FILES__: string[];
declare const __VERSION__: string;

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as {
  addEventListener(kind: string, listener: (event: never) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
};

const NAME = `bnf-${__VERSION__}`;

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(__FILES__);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("bnf-") && name !== NAME).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const { pathname } = new URL(request.url);
  const isPage = new URL(scope.registration.scope).pathname === pathname;
  // A page that is new comes first, if there is a network.
  if (isPage) {
    try {
      return await fetch(request);
    } catch {
      return (await cache.match("./")) ?? Response.error();
    }
  }
  return (await cache.match(request)) ?? fetch(request);
}

scope.addEventListener("install", (event: Waiting) => event.waitUntil(install()));
scope.addEventListener("activate", (event: Waiting) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event: Fetching) => {
  if (event.request.method === "GET" && event.request.url.startsWith(scope.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
