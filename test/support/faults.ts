// Faults of the service and of the connection to it, by rule or by seed:
//   const faults = new Faults(clock);
//   const emulator = await startEmulator({ clock, intercept: faults.intercept });
//   faults.rule({ on: "POST /api/*/add", fault: "reset", when: "after", times: 1 });
import { setTimeout as sleepInRealTime } from "node:timers/promises";
import type {
  Account,
  Collection,
  Intercept,
  Outcome,
  Serve,
  ServiceRequest,
  ServiceResponse,
} from "./emulator";
import { History } from "./history";
import { seededInteger } from "./seeded";

/**
 * What happens to a request or its response: the connection is reset, no response comes until the client gives up, the
 * connection ends within the body, a status of a server that is down or busy (`busy`: with `Retry-After`), or the page
 * that a firewall puts in place of a response.
 */
export type Fault = "reset" | "hang" | "cut" | "busy" | "page" | 429 | 500 | 502 | 503;

/** What goes wrong with a request. Several effects of one rule, and of several rules, apply together. */
export interface Effect {
  /** @default none */
  readonly fault?: Fault;
  /** Whether `fault` and `edit` come before the request takes effect, which a `fault` then prevents. @default "before" */
  readonly when?: "before" | "after";
  /** A list shows the objects of so many ms ago, at most a minute. */
  readonly stale?: number;
  /** A list is well-formed, but empty. */
  readonly empty?: true;
  /** The service rejects the request: it has no effect, and the response has `error: 1`. `respond` may change it. */
  readonly reject?: true | string;
  /** Somebody else changes the account of the request. */
  readonly edit?: (account: Account, request: ServiceRequest) => void;
  /** Changes the response. Its body is an object; a text is sent as it is. */
  readonly respond?: (response: ServiceResponse) => ServiceResponse;
  /** Waits so many ms before the request is handled. */
  readonly delay?: number;
  /** The request takes effect so many ms later, and `fault` comes at once. @default a reset */
  readonly later?: number;
}

/** `POST /api/pixel/add`, with `*` for any text, or a function. */
export type RequestPattern = string | ((request: ServiceRequest) => boolean);

/** An effect and the requests that get it. */
export interface FaultRule extends Effect {
  readonly on: RequestPattern;
  /** Number of matching requests without the effect. @default 0 */
  readonly after?: number;
  /** Every nth matching request gets the effect, starting with the first one. @default 1 */
  readonly every?: number;
  /** Number of requests that get the effect. @default unlimited */
  readonly times?: number;
}

/** A random effect. A 429 never comes after the effect: that would contradict every rate limit. */
export type FaultKind =
  | `${"before" | "after"} ${Exclude<Fault, 429>}`
  | "before 429"
  | "stale"
  | "empty"
  | "delay"
  | "later"
  | "editor";

/** The kinds that a seed selects from if it names none. Hanging requests, empty lists and the editor are on demand. */
export const FAULT_KINDS: readonly FaultKind[] = [
  "before reset",
  "after reset",
  "after cut",
  "after page",
  "before busy",
  "after busy",
  "before 429",
  ...([500, 502, 503] as const).flatMap((status) => [`before ${status}`, `after ${status}`] as const),
  "stale",
  "delay",
  "later",
];

/** Which requests a seed affects, and how. */
export interface SeedOptions {
  /** Share of requests, from 0 to 1. @default 0.1 */
  readonly rate?: number;
  /** @default {@link FAULT_KINDS} */
  readonly kinds?: readonly FaultKind[];
  /** @default all */
  readonly on?: RequestPattern;
  /** Longest time that a list is stale or a request late. @default 4000 */
  readonly maxMs?: number;
}

/** Prefix of the names of all objects that {@link editAsSomebodyElse} creates. Domains have it in their host. */
export const CONCURRENT_EDITOR_PREFIX = "concurrent-editor";

/** The clock of the emulator, which also sleeps. */
export interface FaultClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

const REAL_TIME: FaultClock = { now: Date.now, sleep: (ms) => sleepInRealTime(ms) };

/** Injects faults into the requests of one emulator. Without rules and seed there are none. */
export class Faults {
  readonly #clock: FaultClock;
  readonly #history: History;
  #select: ((request: ServiceRequest) => Effect | undefined)[] = [];
  /** Longest time that a list can be stale. */
  #longestLagMs = 0;
  readonly #pending = new Set<Promise<void>>();

  constructor(clock: FaultClock = REAL_TIME) {
    this.#clock = clock;
    this.#history = new History(clock);
  }

  /** Option `intercept` of the emulator. */
  readonly intercept: Intercept = (request, serve) => {
    if (request.account) this.#history.record(request.account);
    const effects = this.#select.map((select) => select(request)).filter((effect) => effect !== undefined);
    // The earliest effect wins.
    return this.#apply(Object.assign({}, ...effects.toReversed()), request, serve);
  };

  /** Adds a rule. */
  rule({ on, after = 0, every = 1, times = Number.POSITIVE_INFINITY, ...effect }: FaultRule): void {
    if (effect.fault === 429 && effect.when === "after") throw new TypeError("429 after the effect");
    const matches = matcher(on);
    let [matched, hits] = [0, 0];
    this.#longestLagMs = Math.max(this.#longestLagMs, effect.stale ?? 0);
    this.#select.push((request) => {
      if (hits >= times || !appliesTo(effect, request) || !matches(request)) return undefined;
      const turn = matched++ - after;
      if (turn < 0 || turn % every !== 0) return undefined;
      hits++;
      return effect;
    });
  }

  /**
   * Random effects on a share of the requests. They depend on the seed, the request and the number of its repetition,
   * not on the order of requests.
   */
  seed(seed: number, options: SeedOptions = {}): void {
    const { rate = 0.1, kinds = FAULT_KINDS, on = "*", maxMs = 4000 } = options;
    const matches = matcher(on);
    const seen = new Map<string, number>();
    this.#longestLagMs = Math.max(this.#longestLagMs, maxMs);
    this.#select.push((request) => {
      if (!matches(request)) return undefined;
      const { method, path, query, body } = request;
      const text = JSON.stringify([method, path, query, body]);
      const repetition = seen.get(text) ?? 0;
      seen.set(text, repetition + 1);
      const random = (purpose: string) => seededInteger(seed, `${text} ${repetition} ${purpose}`) / 2 ** 32;
      if (random("rate") >= rate) return undefined;
      const effects = kinds.map((kind) => effectOf(kind, Math.ceil(random("ms") * maxMs)));
      const isCreate = method === "POST" && path.endsWith("/add");
      // A page ends a read, and its command.
      const possible = effects.filter(
        (effect) => appliesTo(effect, request) && (isCreate || effect.fault !== "page"),
      );
      return possible[Math.floor(random("kind") * possible.length)];
    });
  }

  /** Removes all rules and the seed. Requests that take effect later still do. */
  clear(): void {
    this.#select = [];
    this.#longestLagMs = 0;
  }

  /** Resolves when all late requests took effect and every list, even a stale one, shows all changes so far. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
    if (this.#longestLagMs > 0) await this.#clock.sleep(this.#longestLagMs);
  }

  async #apply(effect: Effect, request: ServiceRequest, serve: Serve): Promise<Outcome> {
    const { fault, when = "before", stale, empty, reject, edit, respond, delay, later } = effect;
    const { account } = request;
    if (delay !== undefined) await this.#clock.sleep(delay);
    if (later !== undefined) {
      this.#runLater(later, serve);
      // A limited request has no effect.
      return outcomeOf(fault === undefined || fault === 429 ? "reset" : fault, EMPTY_SUCCESS);
    }
    if (when === "before" && account !== undefined) edit?.(account, request);
    if (when === "before" && fault !== undefined) return outcomeOf(fault, EMPTY_SUCCESS);
    const isOld = account !== undefined && (empty || stale !== undefined);
    const ageMs = empty ? Number.POSITIVE_INFINITY : (stale ?? 0);
    const current = () => (isOld ? this.#history.inPast(account, ageMs, serve) : serve());
    const served = reject === undefined ? current() : rejection(reject);
    const response = respond === undefined ? served : respond(served);
    if (when === "after" && account !== undefined) edit?.(account, request);
    return fault === undefined ? response : outcomeOf(fault, response);
  }

  #runLater(ms: number, serve: Serve): void {
    const task = this.#clock
      .sleep(ms)
      .then(() => void serve())
      .finally(() => this.#pending.delete(task));
    this.#pending.add(task);
  }
}

function rejection(reason: true | string): ServiceResponse {
  const message = reason === true ? "rejected" : reason;
  return { status: 200, headers: {}, body: { error: 1, message } };
}

const EMPTY_SUCCESS: ServiceResponse = { status: 200, headers: {}, body: { error: 0 } };

function outcomeOf(fault: Fault, response: ServiceResponse): Outcome | Promise<Outcome> {
  if (fault === "reset") return fault;
  // Until the client gives up, or the emulator closes.
  if (fault === "hang") return new Promise(() => {});
  if (fault === "cut") return cut(response);
  if (fault === 500 || fault === 429) {
    const headers = { "Content-Type": "application/json" };
    return { status: fault, headers, body: { error: 1, message: "Try again later." } };
  }
  // A gateway in front of the service.
  const html = { "Content-Type": "text/html" };
  if (fault === "page") return { status: 403, headers: html, body: "<h1>Blocked</h1>" };
  if (fault === "busy")
    return { status: 503, headers: { ...html, "Retry-After": "2" }, body: "<h1>Busy</h1>" };
  return { status: fault, headers: html, body: `<h1>${fault}</h1>` };
}

/** The first half of the body, and the end of the connection. */
function cut({ status, headers, body }: ServiceResponse): ServiceResponse {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    status,
    headers: { ...headers, "Content-Length": length, Connection: "close" },
    body: text.slice(0, text.length / 2),
  };
}

function effectOf(kind: FaultKind, ms: number): Effect {
  switch (kind) {
    case "stale":
    case "delay":
    case "later":
      return { [kind]: ms };
    case "empty":
      return { empty: true };
    case "editor":
      return { when: "after", edit: editAsSomebodyElse };
  }
  const [when, name] = kind.split(" ") as ["before" | "after", string];
  return { when, fault: (Number(name) || name) as Fault };
}

/** The items of a channel are a list, too. */
function appliesTo({ stale, empty, edit }: Effect, { method, path }: ServiceRequest): boolean {
  const isList = method === "GET" && path !== "/api/account" && !path.startsWith("/api/qr/");
  return isList || (stale === undefined && empty === undefined && edit !== editAsSomebodyElse);
}

function matcher(on: RequestPattern): (request: ServiceRequest) => boolean {
  if (typeof on === "function") return on;
  if (!/^(\*|[A-Z*]+ [/*]\S*)$/.test(on)) throw new TypeError(`Invalid request pattern "${on}".`);
  const escaped = on.replace(/[\\^$.+?()[\]{}|]/g, "\\$&").replaceAll("*", ".*");
  const pattern = new RegExp(`^${escaped}$`);
  return ({ method, path }) => pattern.test(`${method} ${path}`);
}

/** So many objects of the editor are in a list before it deletes one. */
const MAX_EDITED = 3;

/**
 * Creates an object in the list that a request reads, or deletes one that it created, so that objects move between
 * pages. Never changes an object of others.
 */
export function editAsSomebodyElse(account: Account, { path }: ServiceRequest): void {
  const { pixels, domains, channels, campaigns, qrs } = account;
  const name = `${CONCURRENT_EDITOR_PREFIX}-${account.revision}`;
  const isEdited = (text: string) => text.includes(CONCURRENT_EDITOR_PREFIX);
  const edit = <T extends { readonly id: number }>(
    list: Collection<T>,
    fields: Partial<T>,
    of: (t: T) => string,
  ) => {
    const own = list.list().filter((record) => isEdited(of(record)));
    if (own.length < MAX_EDITED) list.create(fields);
    else list.delete(own[0]!.id);
  };
  if (path === "/api/pixels") edit(pixels, { name, tag: name }, (pixel) => pixel.name);
  if (path === "/api/domains") edit(domains, { domain: `https://${name}.example` }, ({ domain }) => domain);
  if (path === "/api/channels") edit(channels, { name }, (channel) => channel.name);
  if (path === "/api/campaigns") edit(campaigns, { name }, (campaign) => campaign.name);
  if (path === "/api/qr") edit(qrs, { name }, (code) => code.name);
}
