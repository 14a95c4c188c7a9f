// A service without a socket, for tests of what is above the transport: it answers as told and keeps a log.

import {
  type RawAnswer,
  type Transport,
  TransportFailure,
  type TransportRequest,
} from "../../src/api/http/transport";
import { AccountSession, type SessionOptions } from "../../src/api/session";
import type { Settings } from "../../src/api/settings";
import { VirtualClock } from "../support/virtual-clock";

export type Reply = Partial<Omit<RawAnswer, "text">> & { body?: unknown; text?: string };
export type Respond = (request: TransportRequest, count: number) => Reply | Error | Promise<Reply | Error>;

export const ACCOUNT = { id: 7, username: "acme", email: "a@example.com", registered: "2020-01-02 03:04:05" };
const PLENTY = { "x-ratelimit-limit": "100000", "x-ratelimit-remaining": "99999", "x-ratelimit-reset": "60" };

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

  async send(request: TransportRequest): Promise<RawAnswer> {
    this.log.push(`${request.method} ${request.path}`);
    await new Promise((resolve) => setImmediate(resolve));
    const reply = await this.#respond(request, this.log.length);
    if (reply instanceof Error) throw reply;
    return {
      status: reply.status ?? 200,
      headers: { ...PLENTY, ...reply.headers },
      text: reply.text ?? JSON.stringify(reply.body),
    };
  }

  async close(): Promise<void> {}
}

/** A session whose service answers the account request, and all others by `respond`. */
export function fakeSession(
  respond: Respond,
  settings: Partial<Settings> = {},
  seams: Partial<SessionOptions> & { clock?: VirtualClock } = {},
) {
  const clock = seams.clock ?? new VirtualClock({ autoAdvance: true, quietMs: 1 });
  const service = new FakeService((request, count) =>
    request.path === "/api/account" && request.method === "GET"
      ? { body: { error: 0, data: ACCOUNT } }
      : respond(request, count),
  );
  const session = new AccountSession(
    { apiKey: "key-1", baseUrl: "https://s.example", pageSize: 100, settleTimeMs: 10_000, ...settings },
    { random: () => 0.5, transport: service, ...seams, clock },
  );
  return { session, service, clock };
}

export const lost = () => new TransportFailure("the connection was reset", true);
export const neverSent = () => new TransportFailure("the connection was refused", false);
export const refusal = (message = "no", status = 200): Reply => ({ status, body: { error: 1, message } });

/** Figures of a list envelope, by what a service may do with them. */
export interface ListShape {
  readonly result: "total" | "onPage" | "absent";
  readonly maxpage: "right" | "absent" | "zeroWhenEmpty";
  readonly nextpage: "null" | "absent" | "zero" | "same" | "pastEnd";
  readonly beyondEnd: "empty" | "lastPage" | "firstPage" | "error" | "error200";
  readonly perpage: "right" | "absent";
  readonly limit: "capped" | "refused" | "ignored";
  readonly figuresAs: "number" | "string";
  readonly cap: number;
}

export const HONEST: ListShape = {
  result: "total",
  maxpage: "right",
  nextpage: "null",
  beyondEnd: "empty",
  perpage: "right",
  limit: "capped",
  figuresAs: "number",
  cap: 100,
};

/** Answers the request for a page of `ids`. */
export function page(shape: ListShape, key: string, ids: readonly number[], path: string): Reply {
  const query = new URL(path, "http://x").searchParams;
  if (shape.limit === "refused" && query.has("limit")) return refusal("limit", 400);
  const asked = shape.limit === "ignored" ? shape.cap : Number(query.get("limit") ?? shape.cap);
  const size = Math.min(asked, shape.cap);
  const last = Math.max(1, Math.ceil(ids.length / size));
  let number = Number(query.get("page") ?? 1);
  if (number > last) {
    if (shape.beyondEnd === "error") return refusal("no such page", 404);
    if (shape.beyondEnd === "error200") return refusal("no such page");
    if (shape.beyondEnd === "lastPage") number = last;
    if (shape.beyondEnd === "firstPage") number = 1;
  }
  const shown = ids.slice((number - 1) * size, number * size);
  const figure = (value: number) => (shape.figuresAs === "string" ? String(value) : value);
  const end = {
    null: null,
    absent: undefined,
    zero: figure(0),
    same: figure(number),
    pastEnd: figure(number + 1),
  };
  return {
    body: {
      error: "0",
      data: {
        result:
          shape.result === "absent"
            ? undefined
            : figure(shape.result === "total" ? ids.length : shown.length),
        perpage: shape.perpage === "absent" ? undefined : figure(size),
        currentpage: figure(number),
        nextpage: number < last ? figure(number + 1) : end[shape.nextpage],
        maxpage:
          shape.maxpage === "absent"
            ? undefined
            : figure(ids.length === 0 && shape.maxpage === "zeroWhenEmpty" ? 0 : last),
        [key]: shown.map((id) => ({ id: figure(id), name: `n${id}` })),
      },
    },
  };
}
