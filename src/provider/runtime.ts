// What the handlers of one process share: the account session, the holders of objects, the voice.

import { systemClock } from "../api/clock";
import { sanitize } from "../api/sanitize";
import { AccountSession } from "../api/session";
import { resolveSettings } from "../api/settings";
import type { Afterword, Logger, Props } from "../kind/definition";
import { ErrorReporter, type Operation } from "../kind/reported-error";
import { ApplyForecast } from "./estimate";
import { Holders } from "./holders";
import { RateLine, type RateLineOptions } from "./rate-limit-status";
import { isRecorded, type StateRecord } from "./state-record";
import { WorkAhead } from "./work-ahead";

const DELETED_WITH_THE_FIRST =
  "an object that two of its entries hold is deleted with the first one, if this run does not see the other";

/** How long a line waits for what only the state can tell; where that takes longer, a later line has it. */
const LOOK_AHEAD_MS = 2000;

type Seams = ConstructorParameters<typeof AccountSession>[1];

export interface RuntimeOptions {
  readonly tell: Logger;
  readonly env: NodeJS.ProcessEnv;
  /** Clock, randomness and the like of the sessions. */
  readonly seams?: Seams;
  /** What the whole state of the stack tells. @default nothing */
  readonly readState?: () => Promise<StateRecord>;
  /** Whether the command is about a part of the stack only. @default not */
  readonly isPartial?: () => Promise<boolean>;
  /** How the user sees that requests wait. @default not at all */
  readonly waiting?: Pick<RateLineOptions, "show" | "interval">;
}

export class Runtime {
  readonly tell: Logger;
  readonly holders: Holders;
  readonly forecast = new ApplyForecast();
  readonly ahead = new WorkAhead();
  readonly afterwords: Afterword[] = [];
  readonly #options: RuntimeOptions;
  readonly #errors = new ErrorReporter();
  #running = 0;
  #lookedAhead: Promise<void> | undefined;
  #rateLine: RateLine | undefined;
  #open: Promise<AccountSession> | undefined;
  #configured!: (session: Promise<AccountSession>) => void;
  readonly #session = new Promise<AccountSession>((resolve) => {
    this.#configured = resolve;
  });

  constructor(options: RuntimeOptions) {
    this.#options = options;
    this.tell = options.tell;
    this.holders = new Holders(async () => {
      const { held } = await this.#readState(DELETED_WITH_THE_FIRST);
      this.ahead.holds(held);
      return held;
    });
  }

  /**
   * Called once per kind, each time with the config of the one stack that a process serves, so the first call
   * opens the session of all. A mistake in the config surfaces in `session`.
   */
  configure(get: (name: string) => string | undefined): void {
    if (this.#open) return;
    this.#open = this.#openSession(get);
    this.#open.catch(() => {});
    this.#configured(this.#open);
  }

  /** The session; waits for `configure`, which may still run when the first check is called. */
  session(): Promise<AccountSession> {
    return this.#session;
  }

  /** Runs one call of the engine; what it throws is an error for the user, told once. */
  async told<T>(deed: Operation, call: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await call();
    } catch (error) {
      this.forecast.discard();
      throw this.#errors.toTold(error, deed);
    } finally {
      this.#running--;
    }
  }

  /** Whether an entry of the state has the object, or an interrupted run had begun to create it. */
  async isRecorded(type: string, id: string, args: Props): Promise<boolean> {
    const otherwise = `whether a run that was interrupted made ${type} ${id} is not known`;
    return isRecorded(await this.#readState(otherwise), type, id, args);
  }

  /** What a preview tells when it is over; `undefined` where that is nothing, or where it was broken off. */
  async lastWords(): Promise<string | undefined> {
    if (this.#running > 0 || !this.#open) return undefined;
    return this.forecast.describe(await this.#open);
  }

  /** What deletions left to be said, now that it is known what else was deleted. */
  lastWarnings(): string[] {
    return this.afterwords.flatMap((afterword) => afterword() ?? []);
  }

  async close(): Promise<void> {
    this.#rateLine?.end();
    await (await this.#open)?.close();
  }

  async #readState(otherwise: string): Promise<StateRecord> {
    const nothing: StateRecord = { held: [], begun: [] };
    const { readState = async () => nothing } = this.#options;
    try {
      return await readState();
    } catch (error) {
      this.tell.warn(
        `the stack's state could not be read (${sanitize((error as Error).message)}): ${otherwise}`,
      );
      return nothing;
    }
  }

  /** Learns, once, what a line can tell of what is to come: from the state where nothing else tells it. */
  async #lookAhead(): Promise<void> {
    const { isPartial, readState } = this.#options;
    if (await isPartial?.()) this.ahead.isPart();
    else if (readState && this.ahead.needsState) this.ahead.holds((await readState()).held);
  }

  async #openSession(get: (name: string) => string | undefined): Promise<AccountSession> {
    const { env, seams = {}, waiting } = this.#options;
    const settings = resolveSettings(get, env);
    if (!waiting) return new AccountSession(settings, seams);
    const { clock = systemClock } = seams;
    const session = new AccountSession(settings, { ...seams, notify: () => this.#rateLine?.wake() });
    const status = async () => {
      // Without it the line says less, and nothing else is lost.
      this.#lookedAhead ??= this.#lookAhead().catch(() => {});
      const enough = new AbortController();
      await Promise.race([this.#lookedAhead, clock.sleep(LOOK_AHEAD_MS, enough.signal)]);
      enough.abort();
      return session.status(this.ahead.requests(session));
    };
    this.#rateLine = new RateLine({ clock, status, ...waiting });
    return session;
  }
}
