// Errors as users see them: once, without a stack, and with what the door tells them to do. An error of the whole session is
// shown in full only once.
import { AccessError, ApiError, type ErrorReason, isRejection } from "../api/errors";

/** Begins the text of an error that the SDK must not write to the console as well. */
const SILENT = "\u0000reported";

/** An error with a message for the user. */
export class ReportedError extends Error {
  override readonly name = "Error";
  override readonly stack = "";

  /** The engine shows the message. The SDK also writes the error as text to the console. */
  override toString(): string {
    return SILENT;
  }
}

/** An error by which the engine keeps the resource in the state. */
export class PartialError extends ReportedError {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly reasons: readonly string[];

  constructor(message: string, id: string, properties: Readonly<Record<string, unknown>>) {
    super(message);
    this.id = id;
    this.properties = properties;
    this.reasons = [message];
  }
}

/**
 * The SDK's provider process writes every error of check, diff, read and delete to its standard error, which the engine
 * shows for the stack. The engine shows it for the resource, too. Once is enough.
 */
export function silenceReportedErrors(console: Pick<Console, "error">): void {
  const write = console.error.bind(console);
  console.error = (...words) => {
    if (!String(words[0]).startsWith(SILENT)) write(...words);
  };
}

/** What a provider does, for its errors. */
export interface Operation {
  /** The operation and its object, such as `update of Pixel 12`. */
  readonly name: string;
  /** What to do if the service rejects the request. */
  readonly ifRejected?: string | undefined;
}

/** Remembers, for one process, the errors that concern several objects. */
export class ErrorReporter {
  /** The operation that each was reported for, by message. */
  readonly #reported = new Map<string, string>();
  /** The objects that were not read, by cause. */
  readonly #unread = new Map<string, Set<string>>();

  readonly #say: (message: string) => string;
  readonly #door: Door;
  readonly #hasOldSettings: () => boolean;

  /**
   * @param say makes a message one for the user
   * @param door whose sentences follow it
   * @param hasOldSettings whether the settings are those of the last update. @default no
   */
  constructor(say: (message: string) => string, door: Door, hasOldSettings: () => boolean = () => false) {
    this.#say = say;
    this.#door = door;
    this.#hasOldSettings = hasOldSettings;
  }

  /**
   * Whether an error was reported already, so that a refresh need not repeat it for each object: it has failed, and the state
   * may keep what it has. `endings` counts them.
   */
  isRepeated(error: unknown, { name }: Operation): boolean {
    const text = error instanceof ApiError ? this.#textOf(error) : "";
    if (!this.#reported.has(text)) return false;
    // The engine reads it, and then asks for the differences.
    const object = name.replace(/^\w+ of /, "");
    this.#unread.set(text, (this.#unread.get(text) ?? new Set()).add(object));
    return true;
  }

  /** Lines for the end of the run: the causes, each with what depends on it. */
  endings(): readonly string[] {
    return [...this.#unread].map(([cause, { size }]) => {
      const objects = size === 1 ? "1 more object was" : `${size} more objects were`;
      return `${objects} not read, and the state keeps what it has: ${cause}`;
    });
  }

  /** The message for the user leaves the cause out, which may contain secrets. */
  toReported(error: unknown, operation: Operation): ReportedError {
    if (error instanceof PartialError)
      return new PartialError(this.#say(error.message), error.id, error.properties);
    const message = error instanceof ReportedError ? error.message : this.#messageOf(error, operation);
    return new ReportedError(this.#say(message));
  }

  #messageOf(error: unknown, { name, ifRejected }: Operation): string {
    if (!(error instanceof ApiError)) return `${name}: ${error instanceof Error ? error.message : error}`;
    const text = this.#textOf(error);
    const next = isRejection(error) && ifRejected !== undefined ? `. ${ifRejected}` : "";
    // Objects of one kind share a list. What a service rejects for one of them, it rejects for the others.
    const earlier = this.#reported.get(text + next);
    this.#reported.set(text + next, earlier ?? name);
    if (earlier !== undefined)
      return `${error.session ? "stopped" : `${name} failed`}: see the earlier error (${earlier})`;
    return error.session ? text : `${name}: ${text}${next}`;
  }

  #textOf(error: ApiError): string {
    const { message, id } = error;
    const isOld = error instanceof AccessError && this.#hasOldSettings();
    const reason = error.reason ?? (isOld ? "settings" : undefined);
    return reason === undefined ? message : `${message}. ${this.#door[reason]({ id })}`;
  }
}

/** What a sentence may name. */
export interface About {
  /** Id of an existing object. */
  readonly id?: string | undefined;
  /** Type of the resource. */
  readonly type?: string;
  readonly urn?: string;
  /** The resource has an object of its own: it cannot name another one. */
  readonly isReplacement?: boolean;
}

export type Reason =
  | ErrorReason
  /** A new entry, and the account has its object. */
  | "exists"
  /** A new entry, and another one of the stack manages its object. */
  | "managed"
  /** The object of a recorded id may be another one. */
  | "other object"
  /** Nothing could be sent: the entry lacks the content. */
  | "no content"
  /** Nothing identifies the object of a pending create. */
  | "unidentified";

/** What a door says for each reason, without a period. The config file and the classes have other ways than the plugin. */
export type Door = Readonly<Record<Reason, (about: About) => string>>;

const manage = ({ id = "4711" }: About) => `set onExisting: { id: ${id} }`;

/** The door of the config file and the classes. */
export const ENTRY_DOOR: Door = {
  existed: (about) => `To manage that object, ${manage(about)}`,
  assigned: () =>
    "If it is assigned already, onExisting: adopt of its campaign (in a program: of this link) accepts that",
  accounts: () =>
    "One stack manages one account: remove the resources of the others with `pulumi state delete`, and adopt them in a " +
    "stack of their own",
  settings: () =>
    "A refresh and a destroy have the stack config of the last update: after a change of it, run " +
    "pulumi refresh --run-program once",
  exists: ({ id, isReplacement }) => `Set onExisting: ${isReplacement ? "" : `{ id: ${id} } or `}duplicate`,
  managed: ({ isReplacement }) =>
    isReplacement
      ? "Apply the change of that entry first, or set onExisting: duplicate"
      : "If the entry was renamed, set renamedFrom (in a program: aliases). Else set onExisting: duplicate",
  "other object": (about) => `If it is the same object, ${manage(about)}`,
  "no content": (about) => `Add them, or ${manage(about)}`,
  unidentified: (about) => `If that object is the one of this entry, ${manage(about)}`,
};
