// A simulated program: the request that it sends with each entry, and the problems that its preview reports. The real
// one is src/pulumi/registrations.ts.
import type { Settings } from "../../src/api/settings";
import type { Definition, Props } from "../../src/kind/definition";
import { ENTRY, idsByAccount, planOf, toText } from "../../src/kind/entry";
import type { Collision } from "../../src/kind/existing/collision";
import { effectiveOnExisting } from "../../src/kind/existing/on-existing";
import { metadataOf } from "../../src/kind/metadata";
import { registry } from "../../src/resources/index";
import type { Entry } from "./random-stack";
import type { StackState } from "./stack-state";

/** Why an entry failed. */
export interface Failure {
  readonly key: string;
  readonly message: string;
  /** Ids of existing objects that this stack does not manage. Only from a preview. */
  readonly existing?: readonly string[];
  /** The entry that manages an existing object, and whether `renamedFrom` can name it. */
  readonly owner?: { readonly key: string; readonly canBeRenamed: boolean };
  /** An earlier create of the entry has an unknown result. */
  readonly isPending?: true;
  /** The entry asks for an object that cannot be adopted, such as an id from before a replacement. */
  readonly isUnusable?: true;
}

/** What a program knows during a run. */
export interface ProgramRun {
  readonly state: StackState;
  readonly desired: readonly Entry[];
  readonly isPreview: boolean;
  readonly onExisting: Settings["onExisting"];
}

/** The hidden input of an entry. */
export function requestOf({ state, isPreview, onExisting }: ProgramRun, entry: Entry): Props {
  const { handler, key } = entry;
  const recorded = state.find(entry);
  const metadata = recorded && metadataOf(recorded.outputs);
  const effective = effectiveOnExisting(definitionOf(handler), entry.args, entry.onExisting, {
    onExisting,
  } as Settings);
  return {
    [ENTRY]: toText({
      entry: key,
      isPreview,
      accounts: state.accounts(),
      ...(metadata?.id !== undefined && { ownId: metadata.id }),
      ...(effective !== "fail" &&
        effective !== "duplicate" && { managedIds: idsByAccount(state.metadata(handler)) }),
      ...(entry.onExisting !== undefined && { onExisting: entry.onExisting }),
      ...(metadata?.pending && { pending: decides(entry) ? "decided" : "undecided" }),
    }),
  };
}

/** Whether a process failed, without a report about the entry. */
export function isError({ existing, owner, isPending, isUnusable }: Failure): boolean {
  return !existing && !owner && !isPending && !isUnusable;
}

/** What a preview reports about an entry. @param inputs what `check` returned */
export function problemOf({ state, desired }: ProgramRun, entry: Entry, inputs: Props): Failure | undefined {
  const { key, handler } = entry;
  const recorded = state.find(entry);
  if (recorded && metadataOf(recorded.outputs).pending && !decides(entry)) {
    return { key, message: "an earlier create has an unknown result", isPending: true };
  }
  const { collision } = planOf(inputs);
  if (!collision) return undefined;
  const ids = idsOf(collision);
  const [owner, ...owners] = [...state.live.values()].filter(
    (one) => one.entry.handler === handler && ids.includes(metadataOf(one.outputs).id ?? ""),
  );
  const failure = { key, message: JSON.stringify(collision) };
  if (collision.kind === "unusable") return { ...failure, isUnusable: true };
  if (!owner) return { ...failure, existing: ids };
  const managed = [owner, ...owners].map(({ outputs }) => metadataOf(outputs).id);
  const canBeRenamed = !recorded && state.leaving(desired).includes(owner);
  return {
    ...failure,
    existing: ids.filter((id) => !managed.includes(id)),
    owner: { key: owner.entry.key, canBeRenamed },
  };
}

function idsOf(collision: Collision): readonly string[] {
  if (collision.kind === "exists") return collision.objects.map(({ id }) => id);
  return collision.kind === "managed" ? collision.ids : [];
}

function definitionOf(handler: string): Definition {
  return registry.find(({ definition }) => definition.handler === handler)!.definition;
}

function decides({ onExisting }: Entry): boolean {
  return onExisting === "duplicate" || typeof onExisting === "object";
}
