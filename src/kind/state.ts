// The outputs of a resource: the managed arguments exactly as given, what the service set, the metadata, and the hidden
// input, which a read returns again. An argument that is present is managed.
import type { Definition, Props } from "./definition";
import { ENTRY } from "./entry";
import { METADATA, type Metadata, metadataText } from "./metadata";

/** The managed arguments among some properties. */
export function managedOf({ fields }: Pick<Definition, "fields">, props: Props): Props {
  const managed: Props = {};
  for (const name of Object.keys(fields)) {
    const value = props[name];
    if (value !== undefined && value !== null) managed[name] = value;
  }
  return managed;
}

/** What the service set, among the properties of a state. */
export function outputsOf({ outputs }: Pick<Definition, "outputs">, props: Props): Props {
  return Object.fromEntries(
    Object.keys(outputs)
      .filter((name) => props[name] !== undefined)
      .map((name) => [name, props[name]]),
  );
}

/** The hidden input among some properties, if it is there. */
export function hiddenInputOf(props: Props): Props {
  return props[ENTRY] === undefined ? {} : { [ENTRY]: props[ENTRY] };
}

/** Every argument or output that a response or a list item contains. null means that there is none. */
export function readAll(
  readers: Readonly<Record<string, { read(item: Props): unknown }>>,
  item: Props,
): Props {
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
  const state: Props = hiddenInputOf(inputs);
  for (const [name, value] of Object.entries({ ...outputs, ...managed })) {
    if (value !== undefined) state[name] = value;
  }
  state[METADATA] = metadataText(metadata);
  return state;
}
