// Whether a recorded id still belongs to the recorded object: a restored backup gives ids to other objects.
import type { AccountSession } from "../api/session";
import type { Definition, Props, RemoteState } from "../kind/definition";
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
 * Call before anything is sent for an object. Reads the list of the kind, once per process. An assignment has no object of
 * its own.
 * @param news what an update sends: an earlier one may have worked, although the state does not know
 * @throws ReportedError if the list shows another object
 */
export async function ensureSameObject(
  definition: Definition,
  process: ProviderProcess,
  { id, state, metadata, session }: RecordedObject,
  news: Props = {},
): Promise<void> {
  const { existing } = definition.lifecycle;
  // Without a record of the account, it is an import: its arguments are what the user wrote.
  if (!existing || metadata.account === undefined) return;
  const differenceIn = async (isSettled: boolean) => {
    const shown = await existing.withId(session, id, isSettled);
    return shown && otherObject(definition, state, shown, news);
  };
  if ((await differenceIn(false)) === undefined) return;
  // A list may be older than the last own write.
  const difference = await differenceIn(true);
  if (difference === undefined) return;
  const { type } = definition;
  throw new ReportedError(
    `${process.objects.nameOf(type, id)}: ${type} ${id} is another object now: it has another ${difference} than the state. ` +
      "Nothing was changed. Run `pulumi state delete URN` (`pulumi stack --show-urns` lists it), which changes nothing on " +
      "the account. Then the entry is new, and onExisting applies",
  );
}

/** The fields that show another object: one that never changes, or all texts at once. `undefined`: the same object. */
function otherObject(
  { fields, outputs, identity }: Definition,
  state: Props,
  shown: RemoteState,
  news: Props,
): string | undefined {
  const args = managedOf({ fields }, state);
  const differs = (name: string) =>
    [args[name], news[name] ?? args[name]].every(
      (value) => !fields[name]!.isAsGiven(value, shown.fields[name]),
    );
  const texts = Object.keys(args).filter(
    (name) => typeof args[name] === "string" && shown.fields[name] !== undefined && !fields[name]!.bestEffort,
  );
  const fixed =
    texts.find((name) => fields[name]!.createOnly && differs(name)) ??
    Object.keys(outputs).find(
      (name) => outputs[name]!.keepsPath && hasOtherPath(state[name], shown.outputs[name]),
    );
  if (fixed !== undefined) return fixed;
  const identifying = identity.find((names) => names.every((name) => texts.includes(name))) ?? [];
  const others = texts.filter((name) => !identifying.includes(name));
  const isOther = identifying.some(differs) && others.length > 0 && others.every(differs);
  return isOther ? [...identifying.filter(differs), ...others].join(", ") : undefined;
}

/** The service may have another host now, or be below another path. */
function hasOtherPath(recorded: unknown, shown: unknown): boolean {
  const [a, b] = [recorded, shown].map((address) =>
    typeof address === "string" && URL.canParse(address) ? new URL(address) : undefined,
  );
  if (!a || !b) return false;
  const [path, other] = [a, b].map(({ pathname, search }) => pathname + search) as [string, string];
  return !path.endsWith(other) && !other.endsWith(path);
}
