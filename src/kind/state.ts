// The outputs of a resource: the managed arguments exactly as given, what the service set, the hidden input, which a read
// returns again, and the metadata. An argument that is present is managed.
import type { Definition, Props } from "./definition";
import { HIDDEN_INPUT } from "./request";

/** One JSON text, because the engine and the SDK spend time on every property. The engine displays no name with `__`. */
export const METADATA = "__metadata";

/** The Pulumi id of a pending create. It is part of states: a compatibility promise. */
export const PENDING_ID = "undecided";

/** What a state records in addition to arguments and outputs. */
export interface Metadata {
  /** Id of the object. A program sees the outputs of its stack's resources, but not their ids. */
  readonly id: string;
  /** The account on which it was created or adopted (see `accountRecord`). */
  readonly account: string;
  /**
   * A create failed whose result is unknown: when, in ms since 1970, and after which id. Without that, nothing
   * tells its object from older ones. Its own id is none.
   */
  readonly pending?: { readonly at: number; readonly after?: number | undefined };
  /** The program only reads the object (Pulumi's option `id`). Its lifecycle is not this stack's. */
  readonly external?: true;
}

/** The metadata of a state. Empty for a state of another origin, such as an import. */
export function metadataOf({ [METADATA]: text }: Props): Partial<Metadata> {
  return text === undefined ? {} : JSON.parse(String(text));
}

/** The managed arguments among some properties. */
export function managedOf({ fields }: Pick<Definition, "fields">, props: Props): Props {
  const names = Object.keys(fields).filter((name) => props[name] !== undefined && props[name] !== null);
  return Object.fromEntries(names.map((name) => [name, props[name]]));
}

/** What the service set, among the properties of a state. */
export function outputsOf({ outputs }: Definition, props: Props): Props {
  const names = Object.keys(outputs).filter((name) => props[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, props[name]]));
}

/** The hidden input among some properties, if it is there. */
export function hiddenInputOf(props: Props): Props {
  return props[HIDDEN_INPUT] === undefined ? {} : { [HIDDEN_INPUT]: props[HIDDEN_INPUT] };
}

type Readers = Readonly<Record<string, { read(item: Props): unknown }>>;

/** Every argument or output that a response or a list item contains. null means that there is none. */
export function readAll(readers: Readers, item: Props): Props {
  const values: Props = {};
  for (const [name, { read }] of Object.entries(readers)) {
    const value = read(item);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/**
 * Composes the outputs. `undefined` is left out, because the engine rejects it. null stays: in a preview, the SDK takes a
 * missing output for unknown, and the engine does not display null.
 * @param inputs the inputs, or the outputs before, for the hidden input
 */
export function composeState(
  inputs: Props,
  managed: Props,
  outputs: Props,
  metadata: Partial<Metadata>,
): Props {
  const values = Object.entries({ ...outputs, ...managed }).filter(([, value]) => value !== undefined);
  return {
    ...hiddenInputOf(inputs),
    ...Object.fromEntries(values),
    [METADATA]: JSON.stringify(metadata),
  };
}
