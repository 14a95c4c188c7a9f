// One run of a program: its account session, its errors, and the resources that it registers. Everything that this
// package shares within a program is here.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import { getMonitor, isDryRun } from "@pulumi/pulumi/runtime/settings";
import * as sdkState from "@pulumi/pulumi/runtime/state";
import { ApiError } from "../api/errors";
import { Redactor } from "../api/redaction/redactor";
import { AccountSession, type SessionOptions } from "../api/session";
import type { OwnSettings, Settings } from "../api/settings";
import { secretsOf, secretValues } from "../kind/annotations";
import type { Definition, Props, ShorthandSettings } from "../kind/definition";
import { DistinctAccounts } from "./accounts/distinct-accounts";
import { described, type ExplicitProvider } from "./accounts/explicit-provider";
import type { Monitor } from "./invoke";
import { exitWithEngine } from "./lifetime/program-exit";
import { whyProviderIsMissing } from "./lifetime/program-folder";
import { shortenDebugLog } from "./patches/debug-log";
import {
  checkStackConfig,
  programOwnSettings,
  programSettings,
  programShorthandSettings,
} from "./program-config";
import { Registrations } from "./registrations";
import * as pulumi from "./sdk";

const PROGRAM = Symbol("pulumi-link-management");

/** Where a run finds what its sessions need from outside. Tests put a clock there. */
export const SESSION_OPTIONS = Symbol("pulumi-link-management session");

/** What this package uses of the SDK's store for one run. */
interface Store {
  [PROGRAM]?: Program;
  readonly [SESSION_OPTIONS]?: Partial<SessionOptions>;
  readonly settings: { readonly options: { readonly monitorAddr?: string } };
}

/** The SDK's address of `pulumi.runtime.setMocks`. */
const MOCK_ADDRESS = "mock";

export class Program {
  /** `undefined` without an engine. */
  readonly monitor: Monitor | undefined;
  /** A user's unit test: mocks take the place of the engine and of the service. */
  readonly isMocked: boolean;
  /** `undefined` without an engine. */
  readonly registrations: Registrations | undefined;
  /** By their settings. */
  readonly #sessions = new Map<string, AccountSession>();
  readonly #sessionOptions: Partial<SessionOptions>;
  readonly #providerNames = new Set<string>();
  readonly #accounts = new DistinctAccounts((provider) => this.#sessionOf(provider));
  /** Why every registration would fail: the program's folder lacks this package. */
  readonly folderProblem: string | undefined;
  /** Knows the secrets of the resources so far, of the state, and those of the session. */
  readonly #redactor = new Redactor();
  readonly #errors = new Map<string, pulumi.RunError>();
  #configKeys: ReadonlySet<string> | undefined;
  /** Whether the settings of the default provider are valid. */
  #hasSettings = false;

  /** The current run. The SDK's store holds it, because an inline program may run for several stacks in one process. */
  static current(): Program {
    // The SDK has this function, but its types do not.
    const store = (sdkState as unknown as { getStore(): Store }).getStore();
    const { monitorAddr } = store.settings.options;
    const isMocked = monitorAddr === MOCK_ADDRESS;
    // Not by the SDK's `hasEngine`, which is false in an inline program of the Automation API.
    const monitor = isMocked || !monitorAddr ? undefined : getMonitor();
    let program = store[PROGRAM];
    if (!program || program.monitor !== monitor || program.isMocked !== isMocked) {
      program = new Program(monitor, isMocked, store[SESSION_OPTIONS]);
      store[PROGRAM] = program;
    }
    return program;
  }

  private constructor(
    monitor: Monitor | undefined,
    isMocked: boolean,
    sessionOptions: Partial<SessionOptions> = {},
  ) {
    this.monitor = monitor;
    this.#sessionOptions = sessionOptions;
    this.isMocked = isMocked;
    this.registrations =
      monitor &&
      new Registrations(
        monitor,
        (message) => this.error(message),
        () => this.checkAccounts(),
      );
    this.folderProblem = monitor && whyProviderIsMissing();
    if (!monitor) return;
    exitWithEngine();
    shortenDebugLog();
  }

  get isPreview(): boolean {
    return isDryRun();
  }

  /** @param keys of the stack config that a config file refers to */
  noteConfigKeys(keys: ReadonlySet<string>): void {
    this.#configKeys = new Set([...(this.#configKeys ?? []), ...keys]);
    this.#hasSettings = false;
  }

  /** @throws SettingsError if a setting is missing, unknown or invalid, or the key is in plain text in the config */
  settings(): Settings {
    return programSettings(this.#configKeys);
  }

  /** @throws RunError */
  shorthandSettings(): ShorthandSettings {
    try {
      return programShorthandSettings();
    } catch (error) {
      throw this.toRunError(error);
    }
  }

  /**
   * The settings of an explicit provider. `undefined` without an engine, where they may be missing.
   * @throws RunError
   */
  ownSettings(own: OwnSettings): Settings | undefined {
    try {
      return programOwnSettings(own);
    } catch (error) {
      if (!this.monitor) return undefined;
      throw this.toRunError(error);
    }
  }

  /** @throws RunError if another provider has its name */
  addProvider(provider: ExplicitProvider): void {
    if (!this.monitor) return;
    const { name } = provider;
    if (this.#providerNames.has(name)) {
      throw this.error(
        `two providers are named ${name}. The state records the name, so each needs one of its own`,
      );
    }
    this.#providerNames.add(name);
  }

  /** From now on, resources wait for its settings. */
  compareAccount(provider: ExplicitProvider): void {
    if (this.monitor) this.#accounts.add(provider);
  }

  /** @throws RunError if two providers so far have one account */
  async checkAccounts(): Promise<void> {
    // Meanwhile, the program constructs the other providers.
    await this.registrations?.state;
    try {
      await this.#accounts.check();
    } catch (error) {
      throw this.toRunError(error);
    }
  }

  /** @throws SettingsError */
  session(settings: Settings = this.settings()): AccountSession {
    const text = JSON.stringify(settings);
    const session = this.#sessions.get(text) ?? new AccountSession(settings, this.#sessionOptions);
    this.#redactor.add(settings.apiKey);
    this.#sessions.set(text, session);
    return session;
  }

  /**
   * Reports a missing or invalid key or address before the first registration, as an error of the program.
   * @param provider of the resource. An explicit one has checked its own settings already.
   * @throws RunError
   */
  checkSettings(provider?: ExplicitProvider): void {
    if (!this.monitor) return;
    try {
      if (provider) checkStackConfig(this.#configKeys);
      else if (!this.#hasSettings) {
        this.settings();
        this.#accounts.add(undefined);
        this.#hasSettings = true;
      }
    } catch (error) {
      throw this.toRunError(error);
    }
  }

  /** Reports a program's folder that lacks this package before the first registration. @throws RunError */
  checkFolder(): void {
    if (this.folderProblem !== undefined) throw this.error(this.folderProblem);
  }

  /** From now on no error contains this value, or any text inside it. */
  keepSecret(value: unknown): void {
    this.#redactor.add(value);
  }

  /** Whether a value contains what a message must not. */
  hasSecret(value: unknown): boolean {
    return this.#redactor.redactValue(value) !== value;
  }

  /** @param marked arguments that are secret although their kind is not */
  keepSecretArgs(definition: Definition, args: Props, marked: readonly string[] = []): void {
    if (definition.secretText) this.#redactor.addPattern(definition.secretText);
    this.keepSecret(secretValues(definition, args, [...secretsOf(definition, args), ...marked]));
  }

  /**
   * A read of the program.
   * @param provider the explicit provider of the account
   * @throws RunError, which the SDK shows without a stack
   */
  async read<T>(read: (session: AccountSession) => Promise<T>, provider?: ExplicitProvider): Promise<T> {
    try {
      const session = this.session(await this.settingsOf(provider));
      for (const secret of (await this.registrations?.secretsOfState()) ?? []) this.keepSecret(secret);
      return await read(session);
    } catch (error) {
      throw this.toRunError(error);
    }
  }

  /** @throws RunError; SettingsError for the default provider */
  async settingsOf(provider: ExplicitProvider | undefined): Promise<Settings> {
    const settings = provider ? await provider.settings() : this.settings();
    if (settings) return settings;
    throw this.error(
      `${described(provider)}: its arguments are known only after an apply, so nothing can be read`,
    );
  }

  /** `undefined` in a preview if its settings are known only after an apply. */
  async #sessionOf(provider: ExplicitProvider | undefined): Promise<AccountSession | undefined> {
    const settings = provider ? await provider.settings() : this.settings();
    return settings && this.session(settings);
  }

  /** An error for the user, without a stack and without secrets. The same message is the same error, which the SDK shows only once. */
  error(text: string): pulumi.RunError {
    const message = this.#redactor.redact(text);
    const known = this.#errors.get(message);
    if (known) return known;
    const error = new pulumi.RunError(message);
    // With a stack, the SDK inspects the error and all promises that depend on it, which takes up to 20 s.
    error.stack = "";
    // For the error of an input, the SDK would write the name of the input before it.
    Object.defineProperty(error, "message", { get: () => message, set: () => {} });
    this.#errors.set(message, error);
    return error;
  }

  /** Defects keep their stack. */
  toRunError(error: unknown): unknown {
    return error instanceof ApiError ? this.error(error.message) : error;
  }
}
