// What the handlers of one provider process share.
import { type Claimant, Owners } from "../api/lists/owners";
import { Secrets } from "../api/secrets";
import { AccountSession, type SessionOptions } from "../api/session";
import {
  ACCOUNT_MARK,
  type GetConfig,
  type NameSetting,
  needsConfig,
  resolveSettings,
} from "../api/settings";
import { type Definition, type Props, secretValues } from "../kind/definition";
import type { Logger } from "../kind/lifecycle/remote-object";
import { decisionOf } from "../kind/request";
import { managedOf, PENDING_ID } from "../kind/state";
import { type Door, ENTRY_DOOR } from "./door";
import { Entries } from "./entries";
import { ErrorReporter, type Operation, PartialError, ReportedError } from "./reported-error";
import { RunReport } from "./run-report";

/** Writes to the log of the engine: about the resource with the URN, or about the stack. */
type Log = (severity: "debug" | "info" | "warn", message: string, urn?: string) => void;

interface ProviderProcessOptions {
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
  /** All kinds. */
  readonly definitions: readonly Definition[];
  /** What errors tell the user to do. @default that of the config file and the classes */
  readonly door?: Door;
  /** Clock, randomness and transport of the session. */
  readonly session?: SessionOptions;
}

export class ProviderProcess {
  readonly env: NodeJS.ProcessEnv;
  readonly definitions: readonly Definition[];
  readonly door: Door;
  readonly entries = new Entries();
  readonly report = new RunReport();
  /** Who has what, by the path of the list, or by the type of a kind without one. */
  readonly #owners = new Map<string, Owners>();
  readonly #sessionOptions: SessionOptions | undefined;
  readonly #secrets: Secrets;
  readonly #log: Log;
  readonly #errors: ErrorReporter;
  /** check and diff may run several times for one resource. One message is enough. */
  readonly #logged = new Set<string>();
  #session: Promise<AccountSession> | undefined;

  constructor({ log, env, definitions, door = ENTRY_DOOR, session }: ProviderProcessOptions) {
    this.env = env;
    this.definitions = definitions;
    this.door = door;
    this.#sessionOptions = session;
    this.#secrets = Secrets.of(env);
    this.#log = (severity, message, urn) => log(severity, this.say(message), urn);
    this.#errors = new ErrorReporter(door, this.report);
  }

  /** No message shows the secrets of a resource. @param declared names of arguments that the user declares as secret */
  noteSecrets(definition: Definition, props: Props, declared?: readonly string[]): void {
    this.#secrets.add(secretValues(definition, managedOf(definition, props), declared));
  }

  /** A message for the user. */
  say(message: string): string {
    return this.#secrets.say(message);
  }

  /** Who has the objects of a kind. */
  ownersOf({ type, list }: Definition): Owners {
    return this.#ownersAt(list?.path ?? type);
  }

  /** Messages name an object by its id if no entry has it, because a refresh and a destroy run no program. */
  claimantOf(definition: Definition, id: string, state: Props): Claimant {
    const isPending = id === PENDING_ID;
    const entry = isPending
      ? this.entries.withKey(decisionOf(state).key)
      : this.ownersOf(definition).ownerOf(id);
    return { name: entry?.name || `${definition.type} ${id}`, urn: entry?.urn ?? "" };
  }

  /**
   * The engine calls this once per handler, each time with the config of the same stack. The first call opens the session
   * of all handlers. An error in the config is thrown by `session`.
   */
  configure(get: GetConfig, env = this.env, nameOf?: NameSetting): void {
    this.#session ??= this.#openSession(get, env, nameOf);
    // Perhaps nobody asks for it.
    this.#session.catch(() => {});
  }

  /** The engine configures a handler before it calls another method. */
  async session(): Promise<AccountSession> {
    if (!this.#session) throw new Error("the provider is not configured");
    return this.#session;
  }

  /**
   * Runs one call of the engine. Its errors become messages for the user, each reported once.
   * @param unchanged the result of a read that an earlier error has failed already: the refresh has failed, and the engine reads
   * on. @default another error
   */
  async run<T>(operation: Operation, call: () => Promise<T>, unchanged?: T): Promise<T> {
    try {
      return await call();
    } catch (error) {
      this.report.hasFailed = true;
      const text = this.#errors.messageOf(error, operation, unchanged !== undefined);
      if (text === undefined) return unchanged!;
      const message = this.say(text);
      if (error instanceof PartialError) throw new PartialError(message, error.id, error.properties);
      throw new ReportedError(message);
    }
  }

  /** Messages about one entry or object, which begin with its name. */
  logFor({ name, urn }: Claimant): Logger {
    const once = (severity: "info" | "warn", message: string) => {
      const text = `${name}: ${message}`;
      if (!this.#logged.has(text)) this.#log(severity, text, urn);
      this.#logged.add(text);
    };
    return { info: (message) => once("info", message), warn: (message) => once("warn", message) };
  }

  /** What the user reads at the end. @param show the engine of a plugin shows what it is going to do. @default all */
  async finish(show: "all" | "warnings" = "all"): Promise<void> {
    const session = await this.#openedSession();
    // The first request of a session has named its account.
    const account = session && session.sent > 0 && (await session.accountRecord().catch(() => undefined));
    if (account) this.#log("debug", ACCOUNT_MARK + account);
    if (show === "all") for (const line of this.report.info()) this.#log("info", line);
    for (const line of [...this.report.warnings(), ...this.#errors.endings()]) this.#log("warn", line);
  }

  /** Ctrl-C: requests that were not sent yet fail at once. The engine also cancels at the end of each command. */
  async stop(): Promise<void> {
    (await this.#openedSession())?.stop();
  }

  #ownersAt(key: string): Owners {
    const owners = this.#owners.get(key) ?? new Owners();
    this.#owners.set(key, owners);
    return owners;
  }

  async #openedSession(): Promise<AccountSession | undefined> {
    return this.#session?.catch(() => undefined);
  }

  async #openSession(get: GetConfig, env: NodeJS.ProcessEnv, nameOf?: NameSetting): Promise<AccountSession> {
    this.#errors.usesConfig = needsConfig(env);
    return new AccountSession(resolveSettings(get, env, nameOf), {
      log: (message) => this.#log("info", message),
      secrets: this.#secrets,
      lists: this.definitions.flatMap(({ list }) => list ?? []),
      ownersOf: (path) => this.#ownersAt(path),
      ...this.#sessionOptions,
    });
  }
}
