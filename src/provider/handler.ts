// The provider of one kind, as the engine calls it. One file per verb.
import type { Claimant } from "../api/lists/owners";
import type { Definition, Props } from "../kind/definition";
import { decisionOf, takeRequest } from "../kind/request";
import { managedOf, metadataOf, PENDING_ID } from "../kind/state";
import { check } from "./check";
import { create } from "./create";
import { deleteObject } from "./delete";
import { type DiffResult, diff, driftOf } from "./diff";
import { type OpenResource, openResource } from "./our-object";
import type { ProviderProcess } from "./provider-process";
import { type ReadResult, read } from "./read";
import { update } from "./update";

const IF_UPDATE_REJECTED = "If the object was changed or deleted by hand, run `pulumi up --refresh`";

export type Handler = ReturnType<typeof createHandler>;

/** @param resource as which messages name it. @default that of its entry, or its id */
export function createHandler(definition: Definition, provider: ProviderProcess, resource?: Claimant) {
  const { type } = definition;
  /** The engine passes secrets in plain text. */
  const note = (props: Props, declared?: readonly string[]) =>
    provider.noteSecrets(definition, props, declared);
  /** Runs a verb of an existing resource. */
  const run = <T>(
    verb: string,
    id: string,
    state: Props,
    call: (resource: OpenResource) => Promise<T>,
    more: { entry?: Claimant; ifRejected?: string; unchanged?: T | undefined } = {},
  ) => {
    note(state);
    const claimant = resource ?? more.entry ?? provider.claimantOf(definition, id, state);
    return provider.run(
      { name: `${verb} of ${claimant.name}`, ifRejected: more.ifRejected },
      async () => call(await openResource(definition, provider, id, state, claimant)),
      more.unchanged,
    );
  };

  return {
    configure: async ({ config }: { config: { get(key: string): string | undefined } }) =>
      provider.configure((key) => config.get(`link-management:${key}`)),
    check: (olds: Props, news: Props) => {
      const { request, inputs } = takeRequest(news);
      note(olds);
      note(inputs, request.secret);
      const args = managedOf(definition, inputs);
      const isRecorded = Object.keys(olds).length > 0 || request.ownId !== undefined;
      const entry = { ...request, definition, args, name: request.name || type, isRecorded };
      const operation = { name: `check of ${entry.name}`, ifRejected: definition.undocumented };
      return provider.run(operation, () => check(provider, entry, olds, inputs));
    },
    diff: async (id: string, olds: Props, news: Props): Promise<DiffResult> => {
      const decision = decisionOf(news);
      // Shown as an update, because the program reads back the inputs of updates only.
      if (decision.do === "stop") return { changes: true, replaces: [] };
      const entry = provider.entries.takeChecked(decision.key);
      // A refresh asks, without a check before.
      if (!entry) return driftOf(definition, olds, news);
      return run("diff", id, olds, (opened) => diff(opened, news, entry), { entry });
    },
    create: (inputs: Props) => {
      const args = managedOf(definition, inputs);
      note(args);
      const owner = provider.entries.withKey(decisionOf(inputs).key) ?? { name: type, urn: "" };
      const operation = { name: `create of ${owner.name}`, ifRejected: definition.ifRejected?.(args) };
      return provider.run(operation, () => create({ definition, provider, args, owner }, inputs));
    },
    read: (id: string, state: Props) => {
      const unchanged = metadataOf(state).account === undefined ? undefined : { id, props: state };
      return run<ReadResult>("read", id, state, read, { unchanged });
    },
    update: (id: string, olds: Props, news: Props) => {
      note(news);
      const advice = [definition.ifRejected?.(managedOf(definition, news)), IF_UPDATE_REJECTED];
      const ifRejected = advice.filter(Boolean).join(". ");
      return run("update", id, olds, (opened) => update(opened, news), { ifRejected });
    },
    delete: (id: string, state: Props) => {
      // Its entry may have another object by now.
      const byId = id === PENDING_ID ? {} : { entry: { name: `${type} ${id}`, urn: "" } };
      return run("delete", id, state, deleteObject, byId);
    },
  };
}
