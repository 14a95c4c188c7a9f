// What the handlers of one provider process share.
import { expiryWarning } from "../api/account";
import { type Advice, ENTRY_ADVICE } from "../api/advice";
import { MissingListError, SettingsError } from "../api/errors";
import type { ListSpec } from "../api/lists/list";
import { type Claimant, Owners } from "../api/lists/owners";
import { Secrets } from "../api/secrets";
import { AccountSession, type SessionOptions } from "../api/session";
import { type GetConfig, resolveSettings, type Settings } from "../api/settings";
import { type Definition, type Logger, type Props, secretValues } from "../kind/definition";
import { managedOf } from "../kind/state";
import { Entries } from "./entries";
import { ErrorReporter, type Operation } from "./reported-error";
import { RunReport } from "./run-report";

/** Of the engine. A message is about the resource with the URN, or about the stack. */
interface ProcessLog {
  debug(message: string): void;
  info(message: string, urn?: string): void;
  warn(message: string, urn?: string): void;
}

export interface ProviderProcessOptions {
  readonly log: ProcessLog;
  readonly env: NodeJS.ProcessEnv;
  /** Of all kinds. */
  readonly definitions: readonly Definition[];
  /** What errors tell the user to do. @default that of the config file and the classes */
  readonly advice?: Advice;
  /** Clock, randomness and transport of the session. */
  readonly session?: SessionOptions;
}

export class ProviderProcess {
  readonly env: NodeJS.ProcessEnv;
  readonly definitions: readonly Definition[];
  readonly entries = new Entries();
  readonly report = new RunReport();
  /** The lists of all kinds, by type. */
  readonly #lists: ReadonlyMap<string, ListSpec>;
  /** By the path of the list, or by the type of a kind without one. */
  readonly #owners = new Map<string, Owners>();
  readonly #options: ProviderProcessOptions;
  readonly #secrets: Secrets;
  readonly #log: ProcessLog;
  readonly #errors = new ErrorReporter((message) => this.say(message));
  /** check and diff may run several times for one resource. One message is enough. */
  readonly #logged = new Set<string>();
  /** The questions whether the service has a list, by type. */
  readonly #checkedLists = new Map<string, Promise<void>>();
  /** Calls of the engine that have not ended. */
  #running = 0;
  #session: Promise<AccountSession> | undefined;
  #configured!: (session: Promise<AccountSession>) => void;
  readonly #whenConfigured = new Promise<AccountSession>((resolve) => {
    this.#configured = resolve;
  });

  constructor(options: ProviderProcessOptions) {
    const { log, env, definitions } = options;
    const secrets = Secrets.of(env);
    this.#options = options;
    this.env = env;
    this.definitions = definitions;
    this.#lists = new Map(
      definitions.flatMap(({ type, lifecycle: { list } }) => (list ? [[type, list]] : [])),
    );
    this.#secrets = secrets;
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
  ownersOf({ type, lifecycle }: Definition): Owners {
    return this.#ownersAt(lifecycle.list?.path ?? type);
  }

  /** As which messages name an object: by its id if no entry has it, because a refresh and a destroy run no program. */
  claimantOf(definition: Definition, id: string): Claimant {
    const { name = "", urn = "" } = this.ownersOf(definition).ownerOf(id) ?? {};
    return { name: name || `${definition.type} ${id}`, urn };
  }

  /**
   * The engine calls this once per handler, each time with the config of the same stack. The first call opens the session
   * of all handlers. An error in the config is thrown by `session`.
   */
  configure(get: GetConfig, env = this.env): void {
    if (this.#session) return;
    this.#session = this.#openSession(get, env);
    // Perhaps nobody asks for it.
    this.#whenConfigured.catch(() => {});
    this.#configured(this.#session);
  }

  /** Waits for `configure`, which may still run during the first check. */
  session(): Promise<AccountSession> {
    return this.#whenConfigured;
  }

  /**
   * Before anything is created: a service without the list of some types cannot have what the program asks for. These are the
   * readings that the new objects need.
   * @throws MissingListError. The check of an object reports any other error
   */
  async checkLists(types: readonly string[]): Promise<void> {
    const session = await this.session();
    for (const type of types) {
      const check = this.#checkedLists.get(type) ?? hasList(session, this.#lists.get(type)!);
      this.#checkedLists.set(type, check);
      await check;
    }
  }

  /** Runs one call of the engine. Its errors become messages for the user, each reported once. */
  async run<T>(operation: Operation, call: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await call();
    } catch (error) {
      this.report.hasFailed = true;
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
    if (session && account) log.debug(`account: ${await session.accountRecord()}`);
    const isPreview = report.hasProgram && !report.isApplying;
    if (isPreview && (report.hasFailed || this.#running > 0)) return;
    const { info, warnings } = isPreview
      ? report.preview(session && account && expiryWarning(account, session.clock.now()))
      : report.update();
    if (show === "all") for (const line of info) log.info(line);
    for (const line of warnings) log.warn(line);
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

  async #openSession(get: GetConfig, env: NodeJS.ProcessEnv): Promise<AccountSession> {
    const { session = {}, advice = ENTRY_ADVICE } = this.#options;
    const log = this.#log;
    return new AccountSession(
      settingsOf(() => resolveSettings(get, env), advice),
      {
        advice,
        log: (severity, message) => log[severity](message),
        secrets: this.#secrets,
        lists: [...this.#lists.values()],
        ownersOf: (path) => this.#ownersAt(path),
        ...session,
      },
    );
  }
}

/** A command that runs the program has checked them. @throws SettingsError */
function settingsOf(read: () => Settings, advice: Advice): Settings {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(`${error.message}. ${advice.settings}`, { cause: error });
  }
}

/** @throws MissingListError. The check of an object reports any other error */
async function hasList(session: AccountSession, list: ListSpec): Promise<void> {
  await session
    .inventory(list)
    .glance("")
    .catch((error) => {
      if (error instanceof MissingListError) throw error;
    });
}
