// The steps of a preview as the CLI streams them, which `review` reads.
import type { Step as StepOfEvent } from "../../../src/commands/review/preview";
import type { Props } from "../../../src/kind/definition";
import type { Recorded } from "./state";

/** A resource before or after a step. One that is created has no id yet. */
export type Side = Pick<Recorded, "urn" | "type" | "inputs" | "protect" | "retainOnDelete"> &
  Partial<Pick<Recorded, "id" | "outputs" | "isPendingDelete">>;

export function eventOf(
  op: string,
  { urn, type }: { readonly urn: string; readonly type: string },
  {
    old,
    next,
    diffs = [],
  }: { readonly old?: Side; readonly next?: Side; readonly diffs?: readonly string[] },
): StepOfEvent {
  const step = { op, urn, type, old: stateOf(old), new: stateOf(next), diffs };
  return step as unknown as StepOfEvent;
}

function stateOf(side: Side | undefined): StepOfEvent["old"] {
  if (!side) return undefined;
  const { isPendingDelete, outputs = {}, inputs, ...state } = side;
  const event = {
    ...state,
    inputs: shown(inputs),
    outputs: shown(outputs),
    delete: isPendingDelete === true,
  };
  return event as unknown as StepOfEvent["old"];
}

/** Events have no text of the provider. */
function shown({ __provider: _, ...props }: Props): Props {
  return props;
}
