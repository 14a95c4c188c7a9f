// What the handlers of one process share: the account session, the holders of objects, the voice.
import { AccountSession } from "../api/session";
import { resolveSettings } from "../api/settings";
import type { Teller } from "./definition";
import { Holders } from "./holders";
import { type Deed, ErrorTeller } from "./told-error";

type Seams = ConstructorParameters<typeof AccountSession>[1];

export interface RuntimeOptions {
  readonly tell: Teller;
  readonly env: NodeJS.ProcessEnv;
  /** Clock, randomness and the like of the sessions. */
  readonly seams?: Seams;
}

export class Runtime {
  readonly tell: Teller;
  readonly holders = new Holders();
  readonly #options: RuntimeOptions;
  readonly #errors = new ErrorTeller();
  #open: Promise<AccountSession> | undefined;
  #configured!: (session: Promise<AccountSession>) => void;
  readonly #session = new Promise<AccountSession>((resolve) => {
    this.#configured = resolve;
  });

  constructor(options: RuntimeOptions) {
    this.#options = options;
    this.tell = options.tell;
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
  async told<T>(deed: Deed, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw this.#errors.toTold(error, deed);
    }
  }

  async close(): Promise<void> {
    await (await this.#open)?.close();
  }

  async #openSession(get: (name: string) => string | undefined): Promise<AccountSession> {
    return new AccountSession(resolveSettings(get, this.#options.env), this.#options.seams);
  }
}
