// One request of api.md from start to end: through the rate gate, over the wire, read, and repeated where that
// is safe. What may be repeated depends on what a second execution would do.

import type { Clock } from "../clock";
import {
  AmbiguousError,
  ErrorResponse,
  RateLimitError,
  UnexpectedResponse,
  UnreachableError,
} from "../errors";
import { MAX_RATE_LIMIT_RESPONSES, REQUEST_ATTEMPTS, RETRY_BASE_MS, RETRY_CAP_MS } from "../limits";
import { isServerFault, type Outcome } from "../rate-limit/rate-limiter";
import type { RequestQueue } from "../rate-limit/request-queue";
import { sanitize } from "../sanitize";
import { type Body, type ReadBody, readBody } from "./response-body";
import { type Method, type RawAnswer, type Transport, TransportFailure } from "./transport";

/** A success of the service (`error` is 0 or "0"). */
export interface ApiResponse {
  readonly status: number;
  /** The whole body. */
  readonly data: Body;
  /** About how much memory it takes, in bytes. */
  readonly size: number;
  /** When the last try was sent and answered, ms since 1970 by our clock. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The `Date` header, ms since 1970 by the service's clock, cut to a whole second. */
  readonly date?: number;
}

export interface ClientRequest {
  readonly method: Method;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Sent once only, unless it was surely not processed: a second one would make a second object. */
  readonly notIdempotent?: boolean;
  /** A failure concerns the whole session. */
  readonly session?: boolean;
}

export interface ClientParts {
  readonly transport: Transport;
  readonly queue: RequestQueue;
  readonly clock: Clock;
  readonly random: () => number;
  /** Hides the secrets in what a message shows of an answer. */
  readonly mask?: (text: string) => string;
  /** Shown where the address may be wrong. */
  readonly baseUrl: string;
}

/** What happened to earlier tries of one request. */
interface History {
  tries: number;
  limited: number;
  doubts: number;
  /** The last answer in doubt was a refusal in the service's own form. */
  refusedInDoubt: boolean;
  ambiguous: boolean;
}

/** What came back, and what the rate gate makes of it. */
interface Heard {
  readonly raw: RawAnswer;
  readonly reading: ReadBody;
  readonly verdict: Outcome;
}

/** What becomes of a try that was no success. */
type Step =
  | { readonly again: "at once" | "after a pause" | "in the next window" }
  | { readonly error: Error };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export class Client {
  readonly #parts: ClientParts;
  #sent = 0;
  /** A refusal in doubt was for the rate limit, since its repeat worked: the next ones in doubt may be so twice. */
  #limitIsSilent = false;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  /** Tries that were sent, repeats included. */
  get sent(): number {
    return this.#sent;
  }

  /** @throws ApiError */
  async request(request: ClientRequest): Promise<ApiResponse> {
    const { queue } = this.#parts;
    const place = queue.place();
    const history: History = { tries: 0, limited: 0, doubts: 0, refusedInDoubt: false, ambiguous: false };
    const wire = toWire(request);
    for (;;) {
      const outcome = await this.#try(request, wire, place, history);
      if ("data" in outcome) return outcome;
      if ("error" in outcome) throw outcome.error;
      if (outcome.again === "in the next window") await queue.nextWindow();
      if (outcome.again === "after a pause") await queue.pause(this.#backoff(history.tries));
    }
  }

  async #try(
    request: ClientRequest,
    wire: { path: string; body?: string },
    place: number,
    history: History,
  ): Promise<ApiResponse | Step> {
    const { queue, transport, clock } = this.#parts;
    const ticket = await queue.enter(place);
    this.#sent++;
    const sentAt = clock.now();
    let raw: RawAnswer;
    try {
      raw = await transport.send({ method: request.method, ...wire });
    } catch (failure) {
      const sent = !(failure instanceof TransportFailure) || failure.sent;
      queue.lose(ticket, sent);
      history.tries++;
      return this.#afterFailure(request, history, failure as Error, sent);
    }
    const receivedAt = clock.now();
    const reading = readBody(raw.text, this.#parts.mask);
    const failed = reading.kind !== "success" || REDIRECTS.has(raw.status);
    const foreign = failed && reading.kind !== "refusal";
    const verdict = queue.settle(ticket, { status: raw.status, failed, foreign, headers: raw.headers });
    // Surely not carried out, so it goes again whatever it would make.
    if (verdict === "limited") {
      if (++history.limited <= MAX_RATE_LIMIT_RESPONSES) return { again: "at once" };
      return {
        error: history.ambiguous
          ? this.#ambiguous(request, describe(raw, reading))
          : rateLimitError(request, raw, reading),
      };
    }
    if (verdict === "doubtful" && history.doubts < (this.#limitIsSilent ? REQUEST_ATTEMPTS - 1 : 1)) {
      if (request.notIdempotent) return { error: this.#ambiguous(request, describe(raw, reading)) };
      history.doubts++;
      history.refusedInDoubt = !foreign && !isServerFault(raw.status);
      if (request.method !== "GET" && mayHaveWorked(raw, reading)) history.ambiguous = true;
      return { again: "in the next window" };
    }
    if (!failed) {
      if (history.refusedInDoubt) this.#limitIsSilent = true;
      const date = Date.parse(raw.headers.date ?? "");
      return {
        status: raw.status,
        data: reading.body,
        size: reading.size,
        sentAt,
        receivedAt,
        ...(Number.isNaN(date) ? {} : { date }),
      };
    }
    history.tries++;
    return this.#afterAnswer(request, history, { raw, reading, verdict });
  }

  #afterFailure(request: ClientRequest, history: History, failure: Error, sent: boolean): Step {
    const isChange = request.method !== "GET";
    if (sent && isChange) history.ambiguous = true;
    if (sent && request.notIdempotent) return { error: this.#ambiguous(request, failure.message) };
    if (history.tries < REQUEST_ATTEMPTS) return { again: "after a pause" };
    if (history.ambiguous) return { error: this.#ambiguous(request, failure.message) };
    return {
      error: new UnreachableError(
        `${place(request)}: ${failure.message}, ${history.tries} times in a row; check that the service runs at ` +
          `${this.#parts.baseUrl} and that the network lets it be reached, then run again`,
        { session: request.session, cause: failure },
      ),
    };
  }

  #afterAnswer(request: ClientRequest, history: History, heard: Heard): Step {
    const { raw, reading } = heard;
    const isClear = !isServerFault(raw.status) && !isCut(raw, reading);
    if (isClear && reading.kind === "refusal") return { error: this.#refusal(request, history, heard) };
    if (request.method !== "GET" && mayHaveWorked(raw, reading)) history.ambiguous = true;
    if (request.notIdempotent && history.ambiguous)
      return { error: this.#ambiguous(request, describe(raw, reading)) };
    if (!isClear && history.tries < REQUEST_ATTEMPTS) return { again: "after a pause" };
    if (history.ambiguous) return { error: this.#ambiguous(request, describe(raw, reading)) };
    return {
      error:
        reading.kind === "refusal"
          ? this.#refusal(request, history, heard)
          : this.#unexpected(request, raw, reading),
    };
  }

  /** Full jitter: anywhere between nothing and a bound that doubles. */
  #backoff(tries: number): number {
    return this.#parts.random() * Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** (tries - 1));
  }

  #refusal(request: ClientRequest, history: History, { raw, reading, verdict }: Heard): ErrorResponse {
    const { status } = raw;
    const reason = reading.kind === "refusal" ? reading.reason : "(no message)";
    return new ErrorResponse(`${place(request)}: the service refused: ${reason} (status ${status})`, {
      method: request.method,
      path: request.path,
      status,
      reason,
      afterAmbiguous: history.ambiguous,
      doubtful: verdict !== "passed",
      session: request.session,
    });
  }

  #unexpected(request: ClientRequest, raw: RawAnswer, reading: ReadBody): UnexpectedResponse {
    return new UnexpectedResponse(
      `${place(request)}: ${describe(raw, reading)}, which is no answer of the service's API; ` +
        `check that ${this.#parts.baseUrl} is its base address`,
      { method: request.method, path: request.path, status: raw.status, session: request.session },
    );
  }

  #ambiguous(request: ClientRequest, what: string): AmbiguousError {
    // What to do about something that may exist twice depends on what it is: the caller adds that.
    const next = request.notIdempotent ? "" : ": run again, which finds out";
    return new AmbiguousError(
      `${place(request)}: ${what}; the change may have taken effect all the same${next}`,
      { method: request.method, path: request.path },
    );
  }
}

/** JSON that ends early came from the service, which by then had done its work. */
function isCut({ status }: RawAnswer, reading: ReadBody): boolean {
  return reading.kind === "unexpected" && reading.cut && !REDIRECTS.has(status);
}

/** Whether a change that was answered so may have taken effect. */
function mayHaveWorked(raw: RawAnswer, reading: ReadBody): boolean {
  if (isServerFault(raw.status) || isCut(raw, reading)) return true;
  return reading.kind === "unexpected" && raw.status < 300;
}

function place({ method, path }: ClientRequest): string {
  return `${method} ${path}`;
}

function toWire({ path, query, body }: ClientRequest): { path: string; body?: string } {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const wire = { path: search === "" ? path : `${path}?${search}` };
  return body === undefined ? wire : { ...wire, body: JSON.stringify(body) };
}

function rateLimitError(request: ClientRequest, raw: RawAnswer, reading: ReadBody): RateLimitError {
  return new RateLimitError(
    `${place(request)}: ${describe(raw, reading)}, ${MAX_RATE_LIMIT_RESPONSES + 1} times in a row for the rate limit; ` +
      "something else uses up the limit of this API key: stop it, or run again later",
    { session: request.session },
  );
}

/** What came instead of a success. */
function describe(raw: RawAnswer, reading: ReadBody): string {
  if (REDIRECTS.has(raw.status)) {
    return `a redirect (status ${raw.status}) to ${redirectHost(raw.headers.location)} came back`;
  }
  if (reading.kind === "unexpected") {
    const kind = { html: "an HTML page", json: "incomplete or foreign JSON", other: "no JSON" }[
      reading.looksLike
    ];
    return `${kind} came back (status ${raw.status}): ${JSON.stringify(reading.shown)}`;
  }
  return reading.kind === "refusal"
    ? `the service failed: ${reading.reason} (status ${raw.status})`
    : `an answer with status ${raw.status} came back`;
}

// Only the host: the rest of an address may hold secrets of others.
function redirectHost(location: string | undefined): string {
  if (!location || !URL.canParse(location)) return "another address";
  return sanitize(new URL(location).host, 100);
}
