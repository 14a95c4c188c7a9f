// One run of a program: its account session, its errors, and the resources that it registers. Everything that this
// package shares within a program is here.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import { getMonitor, hasEngine, isDryRun } from "@pulumi/pulumi/runtime/settings";
import * as sdkState from "@pulumi/pulumi/runtime/state";
import { ApiError } from "../api/errors";
import { Redactor } from "../api/redaction/redactor";
import { AccountSession } from "../api/session";
import type { Settings } from "../api/settings";
import { secretsOf, secretValues } from "../kind/annotations";
import type { Definition, Props } from "../kind/definition";
import { exitWithEngine } from "./lifetime/program-exit";
import { shortenDebugLog } from "./patches/debug-log";
import { programSettings } from "./program-config";
import { Registrations } from "./registrations";
import * as pulumi from "./sdk";

type Monitor = NonNullable<ReturnType<typeof getMonitor>>;

const PROGRAM = Symbol("pulumi-link-management");

export class Program {
  readonly monitor: Monitor | undefined;
  /** `undefined` without an engine, in a user's unit tests with mocks. */
  readonly registrations: Registrations | undefined;
  #session: { readonly settings: string; readonly session: AccountSession } | undefined;
  /** Knows the secrets of the resources so far, of the state, and those of the session. */
  readonly #redactor = new Redactor();
  readonly #errors = new Map<string, pulumi.RunError>();
  #configKeys: ReadonlySet<string> | undefined;

  /** The current run. The SDK's store holds it, because an inline program may run for several stacks in one process. */
  static current(): Program {
    // The SDK has this function, but its types do not.
    const store = (sdkState as unknown as { getStore(): { [PROGRAM]?: Program } }).getStore();
    const monitor = hasEngine() ? getMonitor() : undefined;
    let program = store[PROGRAM];
    if (!program || program.monitor !== monitor) {
      program = new Program(monitor);
      store[PROGRAM] = program;
    }
    return program;
  }

  private constructor(monitor: Monitor | undefined) {
    this.monitor = monitor;
    this.registrations = monitor && new Registrations(monitor, (message) => this.error(message));
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
  }

  /** @throws SettingsError if a setting is missing, unknown or invalid, or the key is in plain text in the config */
  settings(): Settings {
    return programSettings(this.#configKeys);
  }

  /** @throws SettingsError */
  session(): AccountSession {
    const settings = this.settings();
    const text = JSON.stringify(settings);
    if (this.#session?.settings !== text) {
      this.#session = { settings: text, session: new AccountSession(settings, { redactor: this.#redactor }) };
    }
    return this.#session.session;
  }

  /**
   * Reports a missing or invalid key or address before the first registration, as an error of the program.
   * @throws RunError
   */
  checkSettings(): void {
    if (!this.monitor) return;
    try {
      this.settings();
    } catch (error) {
      throw this.toRunError(error);
    }
  }

  /** From now on no error contains this value, or any text inside it. */
  keepSecret(value: unknown): void {
    this.#redactor.add(value);
  }

  /** @param marked arguments that are secret although their kind is not */
  keepSecretArgs(definition: Definition, args: Props, marked: readonly string[] = []): void {
    if (definition.secretText) this.#redactor.addPattern(definition.secretText);
    this.keepSecret(secretValues(definition, args, [...secretsOf(definition, args), ...marked]));
  }

  /** A read of the program. @throws RunError, which the SDK shows without a stack */
  async read<T>(read: (session: AccountSession) => Promise<T>): Promise<T> {
    try {
      const session = this.session();
      for (const secret of (await this.registrations?.secretsOfState()) ?? []) this.keepSecret(secret);
      return await read(session);
    } catch (error) {
      throw this.toRunError(error);
    }
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
