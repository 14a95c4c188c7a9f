// A service without a socket, for tests above the transport: it responds as the test says and logs its requests.
import {
  type RawResponse,
  type Transport,
  TransportFailure,
  type TransportRequest,
} from "../../../src/api/http/transport";
import { AccountSession, type SessionOptions } from "../../../src/api/session";
import type { Settings } from "../../../src/api/settings";
import { VirtualClock } from "../../support/virtual-clock";

export type Reply = Partial<Omit<RawResponse, "text">> & { body?: unknown; text?: string };
export type Respond = (request: TransportRequest, count: number) => Reply | Error | Promise<Reply | Error>;

export const ACCOUNT = { id: 7, username: "acme", email: "a@example.com", registered: "2020-01-02 03:04:05" };
export const SETTINGS: Settings = {
  apiKey: "key-1",
  baseUrl: "https://s.example",
  pageSize: 100,
  settleTimeMs: 10_000,
};

const MUCH_QUOTA = {
  "x-ratelimit-limit": "100000",
  "x-ratelimit-remaining": "99999",
  "x-ratelimit-reset": "60",
};
/** Spread into the headers of a reply, it removes the rate headers. */
export const NO_RATE_HEADERS = {
  "x-ratelimit-limit": undefined,
  "x-ratelimit-remaining": undefined,
  "x-ratelimit-reset": undefined,
};

export class FakeService implements Transport {
  readonly log: string[] = [];
  readonly #respond: Respond;

  constructor(respond: Respond) {
    this.#respond = respond;
  }

  /** Requests other than the one for the account. */
  get requests(): string[] {
    return this.log.filter((line) => line !== "GET /api/account");
  }

  async send(request: TransportRequest): Promise<RawResponse> {
    this.log.push(`${request.method} ${request.path}`);
    await new Promise((resolve) => setImmediate(resolve));
    const reply = await this.#respond(request, this.log.length);
    if (reply instanceof Error) throw reply;
    return {
      status: reply.status ?? 200,
      headers: { ...MUCH_QUOTA, ...reply.headers },
      text: reply.text ?? JSON.stringify(reply.body),
    };
  }

  async close(): Promise<void> {}
}

/** A session with a service that answers the account request itself, and all others by `respond`. */
export function fakeSession(
  respond: Respond,
  settings: Partial<Settings> = {},
  options: Partial<SessionOptions> & { clock?: VirtualClock } = {},
) {
  const clock = options.clock ?? new VirtualClock({ autoAdvance: true, quietMs: 1 });
  const service = new FakeService((request, count) =>
    request.path === "/api/account" && request.method === "GET"
      ? { body: { error: 0, data: ACCOUNT } }
      : respond(request, count),
  );
  const session = new AccountSession(
    { ...SETTINGS, ...settings },
    { random: () => 0.5, transport: service, ...options, clock },
  );
  return { session, service, clock };
}

/** Responds with each reply in turn, and then always with the last one. */
export function inTurn(...replies: (Reply | Error)[]): Respond {
  let next = 0;
  return () => replies[Math.min(next++, replies.length - 1)]!;
}

export const lost = () => new TransportFailure("the connection was reset", true);
export const notSent = () => new TransportFailure("the connection was refused", false);
export const GOOD: Reply = { body: { error: 0, id: 5 } };
export const TRUNCATED: Reply = { text: '{"error":0,"id":' };
export const LIMITED: Reply = {
  status: 429,
  body: { error: 1, message: "slow down" },
  headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" },
};
export const html = (status = 200): Reply => ({ status, text: "<!doctype html><title>Sign in</title>" });
export const rejection = (message = "no", status = 200): Reply => ({ status, body: { error: 1, message } });
/** The error of a promise. `undefined` if it resolves. */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
