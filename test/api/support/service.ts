// A service that answers as the test says, on a real socket, and a client of it in virtual time. What the tests need of
// the client is in one place: adapt `openClient` when the client changes.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { AccountSession } from "../../../src/api/session";
import type { AccountExpectation } from "../../../src/api/settings";
import { VirtualClock } from "../../support/virtual-clock";

export interface Request {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Time of the virtual clock, ms. */
  readonly at: number;
}

export interface Reply {
  /** @default 200 */
  readonly status?: number;
  /** @default rate headers that allow everything */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or text or bytes as they are. */
  readonly body?: unknown;
}

/** `reset`: the connection breaks after the request arrived. */
export type Answer = Reply | "reset";

export const ACCOUNT = {
  id: 7,
  username: "acme",
  email: "a@example.com",
  registered: "2020-01-02 03:04:05",
};
export const KEY = "the-key-1";
const MUCH_QUOTA = {
  "X-RateLimit-Limit": "100000",
  "X-RateLimit-Remaining": "99999",
  "X-RateLimit-Reset": "60",
};

export const success = (fields: object = {}): Reply => ({ body: { error: 0, ...fields } });
export const rejection = (message = "no", status = 200): Reply => ({ status, body: { error: 1, message } });
export const page = (html: string, status = 200): Reply => ({ status, body: html });
/** How a call fails. */
export const errorOf = (call: Promise<unknown>): Promise<Error> =>
  call.then(
    () => new Error("no error"),
    (error: Error) => error,
  );
/** Replies in turn. The last one is repeated. */
export const inTurn = (...replies: Answer[]): (() => Answer) => {
  let next = 0;
  return () => replies[Math.min(next++, replies.length - 1)]!;
};

/** A server on a free port. Every connection serves one request, so no test depends on how connections are reused. */
export async function serve(respond: (request: IncomingMessage) => Answer | Promise<Answer>) {
  const server = createServer(async (request, response) => {
    request.resume();
    const answer = await respond(request);
    if (answer === "reset") return void request.socket.resetAndDestroy();
    const { status = 200, headers = MUCH_QUOTA, body } = answer;
    response.sendDate = false;
    response.writeHead(status, { ...headers, Connection: "close" });
    response.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  const listen = async (port = 0) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const close = () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closed;
  };
  const port = await listen();
  onTestFinished(async () => void (await close()));
  return { url: `http://127.0.0.1:${port}`, close, reopen: () => listen(port) };
}

/** A clock that stands still while a request is in flight. */
function clockOfRequests(): VirtualClock {
  const inFlight = new Set<unknown>();
  const begin = (message: unknown) => void inFlight.add((message as { request: unknown }).request);
  const end = (message: unknown) => void inFlight.delete((message as { request: unknown }).request);
  const events = { create: begin, trailers: end, error: end };
  for (const [name, on] of Object.entries(events)) subscribe(`undici:request:${name}`, on);
  onTestFinished(() => {
    for (const [name, on] of Object.entries(events)) unsubscribe(`undici:request:${name}`, on);
  });
  return new VirtualClock({ autoAdvance: true, quietMs: 1, isBusy: () => inFlight.size > 0 });
}

export interface ClientOptions {
  readonly account?: Answer;
  readonly expected?: AccountExpectation;
  /** Below the address of the service. @default "" */
  readonly basePath?: string;
}

/** The list that the tests read. */
export const PIXELS = { path: "/api/pixels", key: "pixels", writePath: "/api/pixel/", section: "pixels" };

/** @param respond answers every request except the one for the account */
export async function openClient(
  respond: (request: Request) => Answer | Promise<Answer>,
  { account = success({ data: ACCOUNT }), expected, basePath = "" }: ClientOptions = {},
) {
  const clock = clockOfRequests();
  const requests: Request[] = [];
  const everything: Request[] = [];
  const server = await serve(({ method = "", url: path = "" }) => {
    const request = { method, path: path.slice(basePath.length), at: clock.monotonic() };
    everything.push(request);
    if (request.path === "/api/account" && method === "GET") return account;
    requests.push(request);
    return respond(request);
  });
  const baseUrl = server.url + basePath;
  const messages: string[] = [];
  const session = new AccountSession(
    { apiKey: KEY, baseUrl, account: expected },
    {
      clock,
      random: () => 0.5,
      lists: [PIXELS, { path: "/api/channels", key: "channels", writePath: "/api/channel/" }],
      log: (message) => void messages.push(message),
    },
  );
  onTestFinished(() => session.close());
  const pixels = session.inventory(PIXELS);
  return {
    server,
    clock,
    /** All requests except the one for the account. */
    requests,
    /** Those and the one for the account. */
    everything,
    lines: () => requests.map(({ method, path }) => `${method} ${path}`),
    /** What users read while they wait. */
    messages,
    close: () => session.close(),
    /** Does something in the first pause. */
    duringPause: (act: () => unknown) => {
      const { sleep } = clock;
      clock.sleep = async (...args) => {
        clock.sleep = sleep;
        await act();
        return sleep.call(clock, ...args);
      };
    },
    account: () => session.account(),
    /** What the state records about the account. */
    record: () => session.accountRecord(),
    guard: (...records: (string | undefined)[]) => session.guard(...records),
    get: (path: string) => session.send("GET", path),
    put: (path: string, body: object = {}) => session.send("PUT", path, body),
    delete: (path: string) => session.send("DELETE", path),
    assign: (path: string) => session.send("POST", path),
    create: (path: string, body: object = {}) => session.create(path, body),
    /** The ids of all pixels, read once. */
    pixels: async () => [...(await pixels.all()).keys()],
    inventory: pixels,
    /** Of an object that the state records. */
    isGone: async (id: string) => {
      pixels.owners.expect(id);
      return (await pixels.prove(id)).length === 0;
    },
  };
}

export type Client = Awaited<ReturnType<typeof openClient>>;
