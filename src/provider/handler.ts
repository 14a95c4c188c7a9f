// The provider of one kind, as the engine calls it. One file per verb.
import type { Claimant } from "../api/lists/owners";
import type { Definition, Props } from "../kind/definition";
import { decisionOf, takeRequest } from "../kind/request";
import { managedOf, metadataOf, PENDING_ID } from "../kind/state";
import { type CheckResult, check } from "./check";
import { create, newResource } from "./create";
import { claimProblem } from "./decision";
import { deleteObject } from "./delete";
import { type DiffResult, diff } from "./diff";
import { type OpenResource, openResource } from "./our-object";
import type { ProviderProcess } from "./provider-process";
import { type ReadResult, read } from "./read";
import { ReportedError } from "./reported-error";
import { ifUpdateRejected, update } from "./update";

export interface Handler {
  configure(request: { config: { get(key: string): string | undefined } }): Promise<void>;
  check(olds: Props, news: Props): Promise<CheckResult>;
  diff(id: string, olds: Props, news: Props): Promise<DiffResult>;
  create(inputs: Props): Promise<{ id: string; outs: Props }>;
  read(id: string, state: Props): Promise<ReadResult>;
  update(id: string, olds: Props, news: Props): Promise<{ outs: Props }>;
  delete(id: string, state: Props): Promise<void>;
}

/** @param resource as which messages name it. @default that of its entry, or its id */
export function createHandler(
  definition: Definition,
  provider: ProviderProcess,
  resource?: Claimant,
): Handler {
  const { type } = definition;
  /** The engine passes secrets in plain text. */
  const note = (props: Props, declared?: readonly string[]) =>
    provider.noteSecrets(definition, props, declared);
  const run = <T>(
    verb: string,
    id: string,
    state: Props,
    call: (resource: OpenResource) => Promise<T>,
    {
      ifRejected,
      unchanged,
    }: { readonly ifRejected?: string | undefined; readonly unchanged?: T | undefined } = {},
  ) => {
    note(state);
    const claimant = resource ?? provider.claimantOf(definition, id);
    return provider.run(
      { name: `${verb} of ${claimant.name}`, ifRejected },
      async () => call(await openResource(definition, provider, id, state, claimant)),
      unchanged,
    );
  };

  return {
    configure: async ({ config }) => provider.configure((key) => config.get(`link-management:${key}`)),
    check: (olds, news) => {
      const { request, inputs } = takeRequest(news);
      note(olds);
      note(inputs, request.secret);
      const name = `check of ${request.name || type}`;
      return provider.run({ name, ifRejected: definition.undocumented }, () =>
        check(definition, provider, olds, inputs, request),
      );
    },
    diff: (id, olds, news) => {
      // The program may not find its record, such as that of a renamed component.
      const entry = provider.entries.takeChecked(decisionOf(news).key);
      const isClaimed = entry !== undefined && id !== PENDING_ID;
      const taken = isClaimed ? claimProblem(provider, { ...entry, ownId: id }, id) : undefined;
      const call = async (resource: OpenResource) => {
        // Every kind claims its object. Two assignments may be the same one.
        if (taken !== undefined && definition.list) throw new ReportedError(`${entry!.name}: ${taken}`);
        return diff(resource, news, entry);
      };
      const unchanged = entry ? undefined : { changes: false, replaces: [] };
      return run<DiffResult>("diff", id, olds, call, { unchanged });
    },
    create: (inputs) => {
      const resource = newResource(definition, provider, inputs);
      const { args, owner, decision } = resource;
      note(args);
      const isBeside = definition.rejectsEqual && decision.replacedId !== undefined;
      const ifRejected = isBeside
        ? "To delete the object that it replaces first, set the option deleteBeforeReplace"
        : definition.ifRejected?.(args);
      const operation = { name: `create of ${owner.name}`, ifRejected };
      return provider.run(operation, () => create(resource, provider, inputs));
    },
    read: (id, state) => {
      const unchanged = metadataOf(state).account === undefined ? undefined : { id, props: state };
      return run("read", id, state, read, { unchanged });
    },
    update: (id, olds, news) => {
      note(news);
      const ifRejected = ifUpdateRejected(definition, managedOf(definition, news));
      return run("update", id, olds, (resource) => update(resource, news), { ifRejected });
    },
    delete: (id, state) => run("delete", id, state, deleteObject),
  };
}
