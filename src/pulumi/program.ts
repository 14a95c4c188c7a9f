// One run of a program: its account session, its errors, and the resources that it registers. Everything that this
// package shares within a program is here.
import { getMonitor, isDryRun } from "@pulumi/pulumi/runtime/settings";
import * as sdkState from "@pulumi/pulumi/runtime/state";
import { ApiError } from "../api/errors";
import { Secrets } from "../api/secrets";
import { AccountSession, type SessionOptions } from "../api/session";
import type { Settings } from "../api/settings";
import { programSettings } from "./program-config";
import { Registrations } from "./registrations";
import * as pulumi from "./sdk";
import type { Monitor } from "./stack-state";

const PROGRAM = Symbol("pulumi-link-management");

/** Where a run finds what its session needs from outside. Tests put a clock there. */
export const SESSION_OPTIONS = Symbol("pulumi-link-management session");

/** What this package uses of the SDK's store for one run. */
interface Store {
  [PROGRAM]?: Program;
  readonly [SESSION_OPTIONS]?: SessionOptions;
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
  /** What no message shows. */
  readonly secrets = Secrets.of(process.env);
  readonly #sessionOptions: SessionOptions;
  readonly #errors = new Map<string, pulumi.RunError>();
  #configKeys: ReadonlySet<string> | undefined;
  #settings: Settings | undefined;
  #session: AccountSession | undefined;

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

  private constructor(monitor: Monitor | undefined, isMocked: boolean, sessionOptions: SessionOptions = {}) {
    this.monitor = monitor;
    this.isMocked = isMocked;
    this.#sessionOptions = sessionOptions;
    this.registrations = monitor && new Registrations(monitor, (message) => this.error(message));
  }

  get isPreview(): boolean {
    return isDryRun();
  }

  /** @param keys of the stack config that a config file refers to: they are no settings */
  noteConfigKeys(keys: ReadonlySet<string>): void {
    this.#configKeys = new Set([...(this.#configKeys ?? []), ...keys]);
    this.#settings = undefined;
  }

  /** @throws SettingsError if a setting is missing, unknown or invalid, or the key is in plain text in the config */
  settings(): Settings {
    this.#settings ??= programSettings(this.#configKeys);
    return this.#settings;
  }

  /** Reports a missing or invalid setting before the first registration. @throws RunError */
  checkStart(): void {
    try {
      if (this.monitor) this.settings();
    } catch (error) {
      throw this.toRunError(error);
    }
  }

  /** A read of the account. @throws RunError, which the SDK shows without a stack */
  async read<T>(read: (session: AccountSession) => Promise<T>): Promise<T> {
    try {
      this.#session ??= new AccountSession(this.settings(), {
        secrets: this.secrets,
        log: (message) => void pulumi.log.info(this.secrets.say(message)),
        ...this.#sessionOptions,
      });
      const result = await read(this.#session);
      // The provider has a process of its own, and may have got another key.
      this.registrations?.accounts.add(await this.#session.accountRecord());
      return result;
    } catch (error) {
      throw this.toRunError(error);
    }
  }

  /** An error for the user, without a stack. The same message is the same error, which the SDK shows only once. */
  error(text: string): pulumi.RunError {
    const message = this.secrets.say(text);
    const earlier = this.#errors.get(message);
    if (earlier) return earlier;
    const error = new pulumi.RunError(message);
    // If it has a stack, the SDK inspects the error and all promises that depend on it, which takes up to 20 s.
    error.stack = "";
    // The SDK would write the name of an input before the message of its error.
    Object.defineProperty(error, "message", { get: () => message, set: () => {} });
    this.#errors.set(message, error);
    return error;
  }

  warn(text: string): void {
    void pulumi.log.warn(this.secrets.say(text));
  }

  /** Defects keep their stack. */
  toRunError(error: unknown): unknown {
    return error instanceof ApiError ? this.error(error.message) : error;
  }
}
