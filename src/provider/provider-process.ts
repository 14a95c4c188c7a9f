// What the handlers of one provider process share.
import { type Claimant, Owners } from "../api/lists/owners";
import { Secrets } from "../api/secrets";
import { AccountSession, type SessionOptions } from "../api/session";
import {
  ACCOUNT_MARK,
  findSetting,
  type GetConfig,
  type NameSetting,
  resolveSettings,
} from "../api/settings";
import { type Definition, type Props, secretValues } from "../kind/definition";
import type { Logger } from "../kind/lifecycle/remote-object";
import { decisionOf } from "../kind/request";
import { managedOf, PENDING_ID } from "../kind/state";
import { type Door, ENTRY_DOOR } from "./door";
import { Entries } from "./entries";
import { ErrorReporter, type Operation } from "./reported-error";
import { RunReport } from "./run-report";

/** The log of the engine. A message is about the resource with the URN, or about the stack. */
interface ProcessLog {
  debug(message: string): void;
  info(message: string, urn?: string): void;
  warn(message: string, urn?: string): void;
}

interface ProviderProcessOptions {
  readonly log: ProcessLog;
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
  readonly #options: ProviderProcessOptions;
  readonly #secrets: Secrets;
  readonly #log: ProcessLog;
  readonly #errors: ErrorReporter;
  /** check and diff may run several times for one resource. One message is enough. */
  readonly #logged = new Set<string>();
  /** Calls of the engine that have not ended. */
  #running = 0;
  /** Whether the key or the address is from the stack config. */
  #usesConfig = true;
  #session: Promise<AccountSession> | undefined;
  #configured!: (session: Promise<AccountSession>) => void;
  readonly #whenConfigured = new Promise<AccountSession>((resolve) => {
    this.#configured = resolve;
  });

  constructor(options: ProviderProcessOptions) {
    const { log, env, definitions, door = ENTRY_DOOR } = options;
    const secrets = Secrets.of(env);
    this.#options = options;
    this.env = env;
    this.definitions = definitions;
    this.door = door;
    this.#secrets = secrets;
    this.#errors = new ErrorReporter(
      (message) => this.say(message),
      door,
      () => this.#hasOldSettings(),
    );
    this.#log = {
      debug: (message) => log.debug(secrets.say(message)),
      info: (message, urn) => log.info(secrets.say(message), urn),
      warn: (message, urn) => log.warn(secrets.say(message), urn),
    };
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
    if (this.#session) return;
    this.#session = this.#openSession(get, env, nameOf);
    // Perhaps nobody asks for it.
    this.#whenConfigured.catch(() => {});
    this.#configured(this.#session);
  }

  /** Waits for `configure`, which may still run during the first check. */
  session(): Promise<AccountSession> {
    return this.#whenConfigured;
  }

  /**
   * Runs one call of the engine. Its errors become messages for the user, each reported once.
   * @param unchanged the result of a read that an earlier error has failed already: the refresh has failed, and the engine reads
   * on. @default another error
   */
  async run<T>(operation: Operation, call: () => Promise<T>, unchanged?: T): Promise<T> {
    this.#running++;
    try {
      return await call();
    } catch (error) {
      this.report.hasFailed = true;
      if (unchanged !== undefined && this.#errors.isRepeated(error)) return unchanged;
      throw this.#errors.toReported(error, operation);
    } finally {
      this.#running--;
    }
  }

  /** Messages about one entry or object, which begin with its name. */
  logFor({ name, urn }: Claimant): Logger {
    const once = (severity: "info" | "warn", text: string) => {
      if (this.#logged.has(text)) return;
      this.#logged.add(text);
      this.#log[severity](text, urn);
    };
    return {
      info: (message) => once("info", `${name}: ${message}`),
      warn: (message) => once("warn", `${name}: ${message}`),
    };
  }

  /**
   * What the user reads at the end. Of a preview nothing if it has errors, or if the engine stopped it.
   * @param show the engine of a plugin shows what it is going to do. @default all
   */
  async finish(show: "all" | "warnings" = "all"): Promise<void> {
    const session = await this.#openedSession();
    const { report } = this;
    const log = this.#log;
    // The first request of a session has named it.
    const account = session && session.sent > 0 ? await session.account().catch(() => undefined) : undefined;
    if (session && account) log.debug(ACCOUNT_MARK + (await session.accountRecord()));
    const isCut = report.isPreview && (report.hasFailed || this.#running > 0);
    if (show === "all" && !isCut) for (const line of report.info()) log.info(line);
    for (const line of [...(isCut ? [] : report.warnings()), ...this.#errors.endings()]) log.warn(line);
  }

  /** Ctrl-C: requests that were not sent yet fail at once. The engine also cancels at the end of each command. */
  async stop(): Promise<void> {
    const session = await this.#openedSession();
    if (this.#running > 0) this.#log.info("stopping: what was sent completes, nothing else is sent");
    session?.stop();
  }

  async close(): Promise<void> {
    await (await this.#session)?.close();
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
    const { session = {} } = this.#options;
    const log = this.#log;
    this.#usesConfig = !findSetting("apiKey", () => "", env) || !findSetting("baseUrl", () => "", env);
    return new AccountSession(resolveSettings(get, env, nameOf), {
      log: (message) => log.info(message),
      secrets: this.#secrets,
      lists: this.definitions.flatMap(({ list }) => list ?? []),
      ownersOf: (path) => this.#ownersAt(path),
      ...session,
    });
  }

  /** A refresh before the program, and one without it, has the stack config of the last update. */
  #hasOldSettings(): boolean {
    return !this.report.hasProgram && this.#usesConfig;
  }
}
