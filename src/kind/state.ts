// What stands in a resource's outputs: the managed arguments exactly as given, what the service set, and our
// marks. An argument that is present is managed.
import type { Definition, Props } from "./definition";
import { MARKS, type Metadata, metadataText } from "./metadata";

/** The arguments among some properties: those that are managed. */
export function managedOf(definition: Definition, props: Props): Props {
  const managed: Props = {};
  for (const name of Object.keys(definition.fields)) {
    const value = props[name];
    if (value !== undefined && value !== null) managed[name] = value;
  }
  return managed;
}

/** What the service set, among the properties of a state. */
export function outputsOf(definition: Definition, props: Props): Props {
  const outputs: Props = {};
  for (const name of Object.keys(definition.outputs)) {
    if (props[name] !== undefined) outputs[name] = props[name];
  }
  return outputs;
}

/** Reads every output that an answer or a list item tells; null says that there is none. */
export function readOutputs(definition: Pick<Definition, "outputs">, item: Props): Props {
  const outputs: Props = {};
  for (const [name, field] of Object.entries(definition.outputs)) {
    const value = field.read(item);
    if (value !== undefined) outputs[name] = value;
  }
  return outputs;
}

/** Reads every argument that a list item tells. */
export function readFields(definition: Pick<Definition, "fields">, item: Props): Props {
  const fields: Props = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    const value = field.read(item);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Puts a state together. No value may be `undefined` (the engine refuses it), none that says "there is none". */
export function compose(managed: Props, outputs: Props, marks: Partial<Metadata>): Props {
  const state: Props = {};
  for (const [name, value] of Object.entries({ ...outputs, ...managed, [MARKS]: metadataText(marks) })) {
    if (value !== undefined && value !== null) state[name] = value;
  }
  return state;
}
