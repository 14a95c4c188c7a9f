// One request of api.md: through the rate limiter, sent, read, and repeated where that is safe. What may be repeated
// depends on the effect of a second execution.
import type { Clock } from "../clock";
import { AmbiguousError, ErrorResponse, UnexpectedResponse, UnreachableError } from "../errors";
import { MAX_RATE_LIMIT_RESPONSES, REQUEST_ATTEMPTS, RETRY_BASE_MS, RETRY_CAP_MS, TIMEOUTS } from "../limits";
import { isServerError, type Outcome } from "../rate-limit/rate-limiter";
import type { RequestQueue } from "../rate-limit/request-queue";
import { DOCUMENTED_WINDOW_MS } from "../rate-limit/reset-estimate";
import {
  type Body,
  describeResponse,
  isDown,
  isRedirect,
  isTruncated,
  mayHaveWorked,
  type ReadBody,
  readBody,
  type Show,
  withLimitOfBody,
} from "./response-body";
import { downError, forbiddenHint, rateLimitError } from "./response-errors";
import { type Method, type RawResponse, type Transport, TransportFailure } from "./transport";

/** A retry in the next window waits a little longer than its end. */
const WINDOW_TOLERANCE_MS = 2000;

/** A successful response (`error` is 0 or "0"). */
export interface ApiResponse {
  readonly status: number;
  readonly data: Body;
  /** Estimated memory of the body, in bytes. */
  readonly size: number;
  /** When the last attempt was sent, and when its response was received: ms since 1970 by the local clock. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The `Date` header: ms since 1970 by the server's clock, in whole seconds. */
  readonly date?: number;
}

export interface ClientRequest {
  readonly method: Method;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Sent again only if it certainly had no effect, because a second execution would create a second object. */
  readonly notIdempotent?: boolean;
  /** A failure concerns the whole session. */
  readonly session?: boolean;
}

export interface ClientOptions {
  readonly transport: Transport;
  readonly queue: RequestQueue;
  readonly clock: Clock;
  readonly random: () => number;
  /** What a message shows of a response. @default secrets as well */
  readonly show?: Show;
  /** Informs the user about a slow response. @default no information */
  readonly log?: (message: string) => void;
  /** Shown where the address may be wrong. */
  readonly baseUrl: string;
}

interface History {
  /** When the first attempt was sent, ms since 1970. */
  startedAt: number | undefined;
  attempts: number;
  limited: number;
  ambiguousResponses: number;
  /** The last ambiguous response was an error in the service's own form. */
  wasErrorResponse: boolean;
  /** An attempt may have taken effect. */
  mayHaveWorked: boolean;
}

interface Received {
  readonly raw: RawResponse;
  readonly body: ReadBody;
  readonly outcome: Outcome;
}

/** What follows an attempt without success. */
type Next =
  | { readonly retry: "at once" | "after a pause" | "in the next window" }
  | { readonly error: Error };

export class Client {
  readonly #options: ClientOptions;
  #sent = 0;
  /** A retry showed that an ambiguous response was a rate-limit response. */
  #limitLooksLikeError = false;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Requests sent, retries included. */
  get sent(): number {
    return this.#sent;
  }

  /** @throws ApiError */
  async request(request: ClientRequest): Promise<ApiResponse> {
    const { queue } = this.#options;
    const place = queue.place();
    const history: History = {
      startedAt: undefined,
      attempts: 0,
      limited: 0,
      ambiguousResponses: 0,
      wasErrorResponse: false,
      mayHaveWorked: false,
    };
    const target = toTarget(request);
    for (;;) {
      const result = await this.#attempt(request, target, place, history);
      if ("data" in result) return result;
      if ("error" in result) throw result.error;
      if (result.retry === "in the next window") await queue.nextWindow();
      if (result.retry === "after a pause") await queue.pause(this.#backoff(history.attempts));
    }
  }

  async #attempt(
    request: ClientRequest,
    target: { path: string; body?: string },
    place: number,
    history: History,
  ): Promise<ApiResponse | Next> {
    const { queue, transport, clock, log } = this.#options;
    const ticket = await queue.enter(place);
    this.#sent++;
    const sentAt = clock.now();
    history.startedAt ??= sentAt;
    let raw: RawResponse;
    try {
      const onSlow = () =>
        log?.(
          `no response for ${TIMEOUTS.slowMs / 1000} s, attempt ${history.attempts + 1} of ${REQUEST_ATTEMPTS}: ${name(request)}`,
        );
      raw = await transport.send({ method: request.method, ...target, onSlow });
    } catch (failure) {
      const sent = !(failure instanceof TransportFailure) || failure.sent;
      queue.lose(ticket, sent);
      history.attempts++;
      return this.#afterFailure(request, history, failure as Error, sent);
    }
    const receivedAt = clock.now();
    const body = readBody(raw.text, this.#options.show);
    const failed = body.kind !== "success" || isRedirect(raw.status);
    const isForeign = failed && body.kind !== "error";
    const outcome = queue.settle(ticket, { failed, isForeign, ...withLimitOfBody(raw, body) });
    // The request certainly had no effect, so it may be sent again whatever it does.
    if (outcome === "limited") {
      history.limited++;
      const isLast =
        history.limited > MAX_RATE_LIMIT_RESPONSES || this.#hasFailedForAWindow(request, history);
      if (!isLast) return { retry: "at once" };
      const error = history.mayHaveWorked
        ? this.#ambiguous(request, describeResponse(raw, body))
        : rateLimitError(name(request), request.session, history.limited, raw, body);
      return { error };
    }
    if (outcome === "ambiguous" && history.ambiguousResponses < this.#maxAmbiguous) {
      if (request.notIdempotent) return { error: this.#ambiguous(request, describeResponse(raw, body)) };
      history.ambiguousResponses++;
      history.wasErrorResponse = !isForeign && !isServerError(raw.status);
      if (request.method !== "GET" && mayHaveWorked(raw, body)) history.mayHaveWorked = true;
      return { retry: "in the next window" };
    }
    if (!failed) {
      if (history.wasErrorResponse) this.#limitLooksLikeError = true;
      const date = Date.parse(raw.headers.date ?? "");
      return {
        status: raw.status,
        data: body.body,
        size: body.size,
        sentAt,
        receivedAt,
        ...(Number.isNaN(date) ? {} : { date }),
      };
    }
    history.attempts++;
    return this.#afterError(request, history, { raw, body, outcome });
  }

  /** A rejected key may look like a used-up limit. So the first request of a session waits for one window only. */
  #hasFailedForAWindow({ session }: ClientRequest, { startedAt = 0, limited }: History): boolean {
    const { resetAt = 0 } = this.#options.queue.status();
    return (
      session === true && limited > 1 && resetAt > startedAt + DOCUMENTED_WINDOW_MS + WINDOW_TOLERANCE_MS
    );
  }

  get #maxAmbiguous(): number {
    return this.#limitLooksLikeError ? REQUEST_ATTEMPTS - 1 : 1;
  }

  /** No response arrived. */
  #afterFailure(request: ClientRequest, history: History, failure: Error, sent: boolean): Next {
    if (sent && request.method !== "GET") history.mayHaveWorked = true;
    if (sent && request.notIdempotent) return { error: this.#ambiguous(request, failure.message) };
    if (history.attempts < REQUEST_ATTEMPTS) return { retry: "after a pause" };
    if (history.mayHaveWorked) return { error: this.#ambiguous(request, failure.message) };
    return {
      error: new UnreachableError(
        `${name(request)}: ${failure.message} (${history.attempts} attempts). Check that the service runs at ` +
          `${this.#options.baseUrl} and that the network reaches it, then run the command again`,
        { session: request.session, cause: failure },
      ),
    };
  }

  /** A response without success arrived. */
  #afterError(request: ClientRequest, history: History, received: Received): Next {
    const { raw, body } = received;
    const isClear = !isServerError(raw.status) && !isTruncated(raw, body);
    if (isClear && body.kind === "error") return { error: this.#errorResponse(request, history, received) };
    if (request.method !== "GET" && mayHaveWorked(raw, body)) history.mayHaveWorked = true;
    const later = isDown(raw, body) ? " later" : "";
    const ambiguous = () => ({ error: this.#ambiguous(request, describeResponse(raw, body), later) });
    if (request.notIdempotent && history.mayHaveWorked) return ambiguous();
    if (!isClear && history.attempts < REQUEST_ATTEMPTS) return { retry: "after a pause" };
    if (history.mayHaveWorked) return ambiguous();
    if (isDown(raw, body))
      return { error: downError(name(request), request.session, history.attempts, raw, body) };
    const error =
      body.kind === "error"
        ? this.#errorResponse(request, history, received)
        : this.#unexpected(request, raw, body);
    return { error };
  }

  /** Full jitter: between 0 and a bound that doubles with every attempt. */
  #backoff(attempts: number): number {
    return this.#options.random() * Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** (attempts - 1));
  }

  #errorResponse(request: ClientRequest, history: History, { raw, body, outcome }: Received): ErrorResponse {
    const { status } = raw;
    const reason = body.kind === "error" ? body.reason : "(no message)";
    return new ErrorResponse(
      `${name(request)}: the service rejected the request: ${reason} (status ${status})${forbiddenHint(request, status)}`,
      {
        status,
        reason,
        isAfterAmbiguous: history.mayHaveWorked,
        isAmbiguous: outcome !== "accepted",
        session: request.session ?? false,
      },
    );
  }

  #unexpected(request: ClientRequest, raw: RawResponse, body: ReadBody): UnexpectedResponse {
    return new UnexpectedResponse(
      `${name(request)}: ${describeResponse(raw, body)}, which is not a response of the service's API. ` +
        `Check that ${this.#options.baseUrl} is its base address`,
      { session: request.session, status: raw.status },
    );
  }

  #ambiguous(request: ClientRequest, what: string, later = ""): AmbiguousError {
    // For a create, the caller adds what to do: that depends on the object.
    const next = request.notIdempotent ? "" : `. Run the command again${later} to find out`;
    return new AmbiguousError(`${name(request)}: ${what}. The change may have taken effect${next}`);
  }
}

function name({ method, path }: ClientRequest): string {
  return `${method} ${path}`;
}

function toTarget({ path, query, body }: ClientRequest): { path: string; body?: string } {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const target = { path: search === "" ? path : `${path}?${search}` };
  return body === undefined ? target : { ...target, body: JSON.stringify(body) };
}
