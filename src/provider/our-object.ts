// Whether a recorded id still belongs to the recorded object: after a restored backup, an id may be another object's.
import type { AccountSession } from "../api/session";
import type { Definition, ObjectQuestion, Props, RemoteState } from "../kind/definition";
import { type Metadata, managedOf } from "../kind/state";
import type { ProviderProcess } from "./provider-process";
import { ReportedError } from "./reported-error";

export interface RecordedObject {
  readonly id: string;
  readonly state: Props;
  readonly metadata: Partial<Metadata>;
  readonly session: AccountSession;
}

/**
 * The object of a resource. Call it before anything is sent for the object. `undefined`: it is absent.
 * @throws ReportedError if the id belongs to another object; ApiError if nothing can be said
 */
export async function findOurObject(
  definition: Definition,
  process: ProviderProcess,
  { id, state, metadata, session }: RecordedObject,
  question: ObjectQuestion,
): Promise<RemoteState | undefined> {
  const { type, lifecycle } = definition;
  // Without a record of the account, it is an import: its arguments are what the user wrote.
  const other = (shown: RemoteState) =>
    metadata.account === undefined ? undefined : otherField(definition, state, shown);
  const shown = await lifecycle.find(session, id, {
    ...question,
    isExpected: (one) => other(one) === undefined && question.isExpected?.(one) !== false,
  });
  const field = shown && other(shown);
  if (field === undefined) return shown;
  throw new ReportedError(
    `${process.objects.nameOf(type, id)}: ${type} ${id} has another ${field} than the state, so it may be another object. ` +
      "Nothing was changed. Run `pulumi state delete URN` (`pulumi stack --show-urns` lists it), which changes nothing on " +
      `the account. Then, if it is the same object, set onExisting: { id: ${id} }. If it is another one, apply the entry as new`,
  );
}

/** A field that never changes, and has another value. */
function otherField({ fields, outputs }: Definition, state: Props, shown: RemoteState): string | undefined {
  const args = managedOf({ fields }, state);
  const isOther = (name: string) =>
    fields[name]!.createOnly &&
    shown.fields[name] !== undefined &&
    !fields[name]!.isAsGiven(args[name], shown.fields[name]);
  return (
    Object.keys(args).find(isOther) ??
    Object.keys(outputs).find(
      (name) => outputs[name]!.keepsPath && hasOtherEnd(state[name], shown.outputs[name]),
    )
  );
}

/** The service may have another host now, or another path in front of the last segment. */
function hasOtherEnd(recorded: unknown, shown: unknown): boolean {
  const [a, b] = [recorded, shown].map((address) => {
    if (typeof address !== "string" || !URL.canParse(address)) return undefined;
    const { pathname, search } = new URL(address);
    return pathname.replace(/\/$/, "").split("/").at(-1) + search;
  });
  return a !== undefined && b !== undefined && a !== b;
}
