// What the handlers of one provider process share.

import { WrongAccountError } from "../api/errors";
import { Redactor } from "../api/redaction/redactor";
import { AccountSession, type SessionOptions } from "../api/session";
import { ownSettings, resolveSettings } from "../api/settings";
import { secretValues } from "../kind/annotations";
import type { Definition, Logger, Props } from "../kind/definition";
import type { EntryRequest } from "../kind/entry";
import { type Metadata, metadataOf } from "../kind/metadata";
import { ErrorReporter, type Operation } from "../kind/reported-error";
import { managedOf } from "../kind/state";
import { AdoptionSummary } from "./adoption";
import { Estimate } from "./estimate";
import { maskOutputs, secretNames } from "./secrets";
import { type Subject, Subjects } from "./subjects";

export interface ProviderProcessOptions {
  readonly log: Logger;
  readonly env: NodeJS.ProcessEnv;
  /** Clock, randomness and transport of the session. */
  readonly session?: Partial<SessionOptions>;
}

/** What the engine passes about an existing resource, parsed. */
export interface OpenResource {
  readonly args: Props;
  readonly metadata: Partial<Metadata>;
  /** Its key belongs to the account of the resource. */
  readonly session: AccountSession;
}

/** A message for the stack, or for a resource. */
export interface Message {
  readonly text: string;
  readonly urn?: string;
}

export class ProviderProcess {
  /** Writes no secrets. */
  readonly log: Logger;
  readonly estimate = new Estimate();
  readonly adoptions = new AdoptionSummary();
  readonly subjects = new Subjects();
  /** Warnings for the end of the process. `undefined` if there is nothing to say. */
  readonly shutdownMessages: (() => Message | undefined)[] = [];
  readonly #options: ProviderProcessOptions;
  /** Knows the secrets of all resources that the engine has passed, and those of the session. */
  readonly #redactor = new Redactor();
  readonly #secretTexts = new Set<RegExp>();
  readonly #errors = new ErrorReporter((text) => this.redact(text));
  /** Objects that belong to live entries: created, adopted, updated or compared by this process. */
  readonly #claims = new Set<string>();
  /** The hidden inputs of checked updates, by type and id. */
  readonly #entries = new Map<string, Props>();
  /** The names of new entries without an identity. */
  readonly #unidentified = new Map<Definition, Set<string>>();
  /** Objects that the program only reads. */
  readonly #reads = new Set<string>();
  #hasProgram = false;
  #hasFailed = false;
  #isApplying = false;
  /** Calls of the engine that have not ended. */
  #running = 0;
  /** Name of the explicit provider. */
  #provider: string | undefined;
  #session: Promise<AccountSession> | undefined;
  #configured!: (session: Promise<AccountSession>) => void;
  readonly #whenConfigured = new Promise<AccountSession>((resolve) => {
    this.#configured = resolve;
  });

  constructor(options: ProviderProcessOptions) {
    this.#options = options;
    this.log = {
      info: (message, urn) => options.log.info(this.#shown(message, urn), urn),
      warn: (message, urn) => options.log.warn(this.#shown(message, urn), urn),
    };
  }

  /** Messages about a resource, which begin with its name. */
  logFor({ name, urn }: Subject): Logger {
    return {
      info: (message) => this.log.info(`${name}: ${message}`, urn),
      warn: (message) => this.log.warn(`${name}: ${message}`, urn),
    };
  }

  /** Masks what a kind declares as secret, also for objects that the engine has not passed yet. */
  noteKind({ secretText }: Definition): void {
    if (!secretText) return;
    this.#secretTexts.add(secretText);
    this.#redactor.addPattern(secretText);
  }

  /**
   * The engine calls this once per handler, each time with the config of the same stack. The first call opens the session
   * of all handlers. An error in the config is thrown by `session`.
   */
  configure(get: (name: string) => string | undefined): void {
    if (this.#session) return;
    this.#session = this.#openSession(get);
    this.#session.catch(() => {});
    this.#configured(this.#session);
  }

  /** Waits for `configure`, which may still run during the first check. */
  session(): Promise<AccountSession> {
    return this.#whenConfigured;
  }

  /**
   * The session for a resource of the program.
   * @throws WrongAccountError if the engine chose another provider than the program, or other accounts are recorded
   */
  async sessionOf({ entry, provider, accounts }: EntryRequest): Promise<AccountSession> {
    const session = await this.session();
    const actual = session.settings.provider;
    if (entry !== "" && provider !== actual) throw new WrongAccountError(otherProvider(provider, actual));
    await session.guard(...accounts);
    return session;
  }

  /**
   * Parses a state, checks that the key belongs to its account, and keeps the secrets of the state and of the new inputs
   * out of all messages.
   * @throws WrongAccountError
   */
  async open(definition: Definition, state: Props, inputs: Props = {}): Promise<OpenResource> {
    this.keepSecrets(definition, state);
    this.keepSecrets(definition, inputs);
    const args = managedOf(definition, state);
    const metadata = metadataOf(state);
    const session = await this.session();
    await session.guard(metadata.account);
    return { args, metadata, session };
  }

  /** Call before the first request. From then on no message contains the secrets of these properties. */
  keepSecrets(definition: Definition, props: Props, names = secretNames(definition, props)): void {
    this.#redactor.add(secretValues(definition, props, names));
  }

  redact(text: string): string {
    return this.#redactor.redact(text);
  }

  /** Without secrets. A message for the stack names the explicit provider: each account has a process of its own. */
  #shown(text: string, urn?: string): string {
    const isOfStack = urn === undefined && this.#provider !== undefined;
    return this.redact(isOfStack ? `${this.#provider}: ${text}` : text);
  }

  /** What the service set, as the state may contain it. @param props the arguments and the hidden input */
  maskOutputs(definition: Definition, props: Props, outputs: Props): Props {
    return maskOutputs(definition, props, outputs, this.#secretTexts);
  }

  /** Runs one call of the engine. Its errors become messages for the user, each reported once. */
  async run<T>(operation: Operation, call: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await call();
    } catch (error) {
      this.noteFailure();
      throw this.#errors.toReported(error, operation);
    } finally {
      this.#running--;
    }
  }

  /** A program runs: what is compared from now on is a live entry. Before that, the engine refreshes. */
  noteProgram(): void {
    this.#hasProgram = true;
  }

  get hasProgram(): boolean {
    return this.#hasProgram;
  }

  noteApply(): void {
    this.#isApplying = true;
  }

  noteFailure(): void {
    this.#hasFailed = true;
  }

  /** The object belongs to a live entry. No delete of this process removes it. */
  claim(type: string, id: string): void {
    if (this.#hasProgram) this.#claims.add(`${type} ${id}`);
  }

  /** The program reads the object. No delete of this process removes it, but an entry may adopt it. */
  noteRead(type: string, id: string): void {
    this.#reads.add(`${type} ${id}`);
  }

  isRead(type: string, id: string): boolean {
    return this.#reads.has(`${type} ${id}`);
  }

  isClaimed(type: string, id: string): boolean {
    return this.#claims.has(`${type} ${id}`);
  }

  /** @param entry the hidden input that the update of an object records */
  noteEntry(type: string, id: string, entry: Props): void {
    this.#entries.set(`${type} ${id}`, entry);
  }

  /** Empty if the inputs contain it. */
  notedEntry(type: string, id: string): Props {
    return this.#entries.get(`${type} ${id}`) ?? {};
  }

  /** A new entry that nothing identifies. A preview warns about all of them at once. */
  noteUnidentified(definition: Definition, entry: string): void {
    const entries = this.#unidentified.get(definition) ?? new Set();
    this.#unidentified.set(definition, entries.add(entry));
  }

  /** What the user reads at the end. Nothing about a preview with errors, or one that the engine stopped. */
  async lastMessages(): Promise<{ readonly info: string[]; readonly warnings: Message[] }> {
    const session = await this.#openedSession();
    const isPreview = this.#hasProgram && !this.#isApplying && !this.#hasFailed && this.#running === 0;
    const estimate = session && isPreview ? this.estimate.describe(session) : undefined;
    const info = [this.adoptions.describe(isPreview), estimate].filter((line) => line !== undefined);
    const warnings = this.shutdownMessages.map((message) => message()).filter((one) => one !== undefined);
    if (isPreview) warnings.push(...this.#unidentifiedWarnings());
    return {
      info: info.map((line) => this.#shown(line)),
      warnings: warnings.map(({ text, ...about }) => ({ text: this.redact(text), ...about })),
    };
  }

  /** Ctrl-C: requests that were not sent yet fail at once. The engine also cancels at the end of each command. */
  async stop(): Promise<void> {
    const session = await this.#openedSession();
    if (this.#running > 0) this.log.info("stopping: what was sent completes, nothing else is sent");
    session?.stop();
  }

  async close(): Promise<void> {
    await (await this.#session)?.close();
  }

  #unidentifiedWarnings(): Message[] {
    return [...this.#unidentified].map(([{ type, identity }, { size }]) => {
      const name = identity.flat().join(" or a ");
      const entries = size === 1 ? "1 new entry" : `${size} new entries`;
      const why = "If the update is killed, nobody can recognize what it created";
      return { text: `${type}: ${entries} without a ${name}. ${why}. Set a ${name}` };
    });
  }

  async #openedSession(): Promise<AccountSession | undefined> {
    return this.#session?.catch(() => undefined);
  }

  async #openSession(get: (name: string) => string | undefined): Promise<AccountSession> {
    const { env, session = {} } = this.#options;
    const own = ownSettings(get);
    this.#provider = own?.provider;
    const settings = resolveSettings(get, env, own);
    this.#redactor.add(settings.apiKey);
    return new AccountSession(settings, {
      log: (message) => this.log.info(message),
      onWait: (ms, queued) => this.log.info(`wait ${Math.ceil(ms / 1000)} s: rate limit, ${queued} queued`),
      ...session,
    });
  }
}

/** A transformation, for example, can change the provider behind the program's back. */
function otherProvider(expected: string | undefined, actual: string | undefined): string {
  const [name, other] = [expected, actual].map((one) =>
    one === undefined ? "the default provider" : `provider ${one}`,
  );
  return (
    `the resource was constructed for ${name}, but the engine uses ${other}. Nothing was changed. Set the option ` +
    "`provider` of the resource, or `providers` of its component, instead of changing it in a transformation"
  );
}
