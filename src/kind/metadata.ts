// What a resource's state records in addition to its arguments and outputs. One JSON text, because the engine and the
// SDK spend time on every property of every resource. Its name begins with `__`, so the engine does not display it.
import type { Props } from "./definition";

export const METADATA = "__metadata";

export interface Metadata {
  /** Id of the object. A program sees the outputs of its stack's resources, but not their ids. */
  readonly id: string;
  /** The account on which it was created or adopted (see `accountRecord`). */
  readonly account: string;
  /** The result of the create is unknown, and the entry must decide. */
  readonly pending?: true;
  /** The undocumented arguments that a list has shown as given since they were last sent. */
  readonly confirmed?: readonly string[];
  /** The program only reads the object (Pulumi's option `id`). Its lifecycle is not this stack's. */
  readonly external?: true;
}

/**
 * The metadata of a state. Empty for a state of another origin, such as an import.
 * @throws Error if it is present but invalid: without it, the account would not be guarded
 */
export function metadataOf(state: Props): Partial<Metadata> {
  if (state[METADATA] === undefined) return {};
  const { id, account, pending, confirmed, external } = parse(state[METADATA]);
  return {
    ...(typeof id === "string" && { id }),
    ...(typeof account === "string" && { account }),
    ...(pending === true && { pending }),
    ...(Array.isArray(confirmed) && { confirmed }),
    ...(external === true && { external }),
  };
}

function parse(text: unknown): Props {
  try {
    const values: unknown = JSON.parse(String(text));
    if (typeof values === "object" && values !== null && !Array.isArray(values)) {
      const { account } = values as Props;
      if (account === undefined || typeof account === "string") return values as Props;
    }
  } catch {
    // Reported below.
  }
  throw new Error(
    `the output "${METADATA}" in the state is damaged, so the account of this resource is unknown. Restore it with ` +
      "`pulumi stack export` and `pulumi stack import`, or run `pulumi state delete`, which does not change the account, " +
      "and adopt the object with LINK_MANAGEMENT_ON_EXISTING=adopt",
  );
}

export function metadataText(metadata: Partial<Metadata>): string {
  return JSON.stringify(metadata);
}
