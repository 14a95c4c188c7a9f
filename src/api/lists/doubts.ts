// A list that may lack objects that exist: it is empty, or shorter than its own `result`. A service that lost its data, or
// whose database is away, lists nothing.
import { ApiError } from "../errors";
import { TRUST_LISTS } from "../settings";
import type { KnownObjects } from "./known-objects";
import type { ListSpec } from "./list";
import { LONG_AGO, type Reading, SETTLE_MS } from "./readings";

export interface DoubtsOptions {
  /** The user says that the list counts all the same. @default false */
  readonly isTrusted?: boolean;
  /** Whether another list of the account shows an object. */
  othersShow(): Promise<boolean>;
  /** Tells the user about a wait, or about a list that counts in spite of a doubt. */
  log(severity: "info" | "warn", message: string): void;
}

/** After that, an empty list is no short disturbance of the service. */
const EMPTY_MS = 60_000;

export class DoubtfulListError extends ApiError {
  constructor(
    message: string,
    /** In place of the error, for a run in which the list counts. */
    readonly warning: string,
  ) {
    super(message);
  }
}

export class Doubts {
  readonly #spec: ListSpec;
  readonly #options: DoubtsOptions;
  readonly #known: KnownObjects;
  /** One per reading, because all who ask get the same error. */
  readonly #errors = new Map<Reading, DoubtfulListError>();
  /** What the user knows. */
  readonly #logged = new Set<string>();

  constructor(spec: ListSpec, options: DoubtsOptions, known: KnownObjects) {
    this.#spec = spec;
    this.#options = options;
    this.#known = known;
  }

  /** Why a reading proves no absence. @param replacedId as of a `Look` */
  of(reading: Reading, replacedId: string | undefined): DoubtfulListError | undefined {
    const { isEmpty, counted } = reading;
    const mayLack = isEmpty && !this.#spec.mayBeEmpty && this.#known.mayLack(reading, replacedId);
    if (!mayLack && counted === undefined) return undefined;
    const error = this.#errors.get(reading) ?? errorOf(this.#spec, reading);
    this.#errors.set(reading, error);
    return error;
  }

  /** @throws ApiError the doubt, unless the user trusts the list */
  check(reading: Reading, replacedId: string | undefined): void {
    const doubt = this.of(reading, replacedId);
    if (doubt) this.#accept(doubt);
  }

  /**
   * When a list counts in spite of a doubt. People delete their only domain by hand, and what a service creates only once is
   * never doubled: then another list that shows something, and a minute, are enough.
   * @throws ApiError the doubt, if it never does
   */
  async endOf(doubt: DoubtfulListError, { isEmpty, startedAt }: Reading): Promise<number> {
    const { isTrusted, othersShow } = this.#options;
    if (!isEmpty || !this.#spec.refusesEqual || !(await othersShow())) {
      this.#accept(doubt);
      return LONG_AGO;
    }
    if (isTrusted) return LONG_AGO;
    const { readings } = this.#known;
    const endsAt = (readings.emptyFrom ?? startedAt) + EMPTY_MS + SETTLE_MS;
    const seconds = readings.secondsUntil(endsAt);
    const why = `GET ${this.#spec.path} lists nothing, and other lists do`;
    if (seconds > 0) this.#log("info", `wait ${seconds} s: ${why}`, why);
    return endsAt;
  }

  #accept(doubt: DoubtfulListError): void {
    if (!this.#options.isTrusted) throw doubt;
    this.#log("warn", doubt.warning, doubt.warning);
  }

  /** @param what of several equal messages, the first one is enough */
  #log(severity: "info" | "warn", message: string, what: string): void {
    if (!this.#logged.has(what)) this.#options.log(severity, message);
    this.#logged.add(what);
  }
}

function errorOf(
  { path, section = path }: ListSpec,
  { isEmpty, items, counted }: Reading,
): DoubtfulListError {
  const trust = `${TRUST_LISTS}=${section}`;
  const fact = isEmpty
    ? "the list is empty, but the state has objects of it"
    : `the list has ${items.size} of the ${counted} objects that it counts, and lacks one that the state or the config has`;
  const ifRight = isEmpty
    ? `If all of them were really deleted, run it with ${trust}, or remove each from the state with \`pulumi state delete URN\``
    : `If the service always counts more than it lists, run it with ${trust}`;
  return new DoubtfulListError(
    `GET ${path}: ${fact}, so nothing was sent and nothing left the state. Run the command again later. ${ifRight}`,
    `GET ${path}: ${fact}. Without ${trust}, the run stops`,
  );
}
