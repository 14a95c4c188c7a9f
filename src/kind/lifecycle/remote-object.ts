// What can be done with the objects of a kind on the service: one contract, and a lifecycle for each way in which objects live.
import type { Claimant } from "../../api/lists/owners";
import type { AccountSession } from "../../api/session";
import type { Props } from "../definition";

/** What can be read of an object: its Pulumi id, and the values of arguments and outputs. What is missing is unknown. */
export interface RemoteObject {
  readonly id: string;
  readonly fields: Props;
  readonly outputs: Props;
}

export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

/** What a create needs to know besides its arguments. */
interface CreateContext {
  /** Messages about the entry, which begin with its name. */
  readonly log: Logger;
  /** The entry, which has the object from then on. */
  readonly owner: Claimant;
  /** The user says that the object may exist: a rejected assignment may mean that it does. */
  readonly mayExist: boolean;
}

export interface Proof {
  /** Readings that ended before do not count. @default any age */
  readonly maxAgeMs?: number | undefined;
  /** Whether an object with the identity does not count. @default none */
  isOther?(id: string): boolean;
}

/** How the objects of a kind live on the service. Every method may wait for the rate limit. @throws ApiError */
export interface Lifecycle {
  /**
   * What one reading of the list shows. Omitted by kinds without a list.
   * @param which an id, or arguments: objects with their identity, and none if they have none
   * @param maxAgeMs readings that ended before do not count. @default any age
   */
  glance?(
    session: AccountSession,
    which: string | Props,
    maxAgeMs?: number,
  ): Promise<readonly RemoteObject[]>;
  /** What exists. Empty: it is certainly absent. May wait for later readings. A kind without a list takes only an id. */
  prove(session: AccountSession, which: string | Props, proof?: Proof): Promise<readonly RemoteObject[]>;
  /**
   * What a create would do: nothing, if the account shows it already, and what it changes besides. Omitted by kinds with a list.
   * @param secret arguments of which no value may be shown
   */
  foresee?(
    session: AccountSession,
    args: Props,
    secret: readonly string[],
  ): Promise<{ isThere: boolean; changes: readonly string[] }>;
  /** Creates the object: one request. @throws PendingCreateError if the object may exist. On another error, it does not */
  create(session: AccountSession, args: Props, context: CreateContext): Promise<RemoteObject>;
  /**
   * @param object as found
   * @param args the managed fields from now on
   * @param cleared fields that left the config, and that "" clears
   * @returns what the response shows
   */
  update(
    session: AccountSession,
    object: RemoteObject,
    args: Props,
    cleared: readonly string[],
  ): Promise<RemoteObject>;
  /** @returns a message for the end of the process: why the account retains the object, if the API cannot delete it */
  delete(session: AccountSession, id: string): Promise<(() => string | undefined) | undefined>;
}
