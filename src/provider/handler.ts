// The provider of one kind, as the engine calls it. One file per verb.
import type { Definition, Props } from "../kind/definition";
import { takeRequest } from "../kind/entry";
import { managedOf } from "../kind/state";
import { type CheckResult, check } from "./check";
import { create } from "./create";
import { deleteObject } from "./delete";
import { type DiffResult, diff } from "./diff";
import type { ProviderProcess } from "./provider-process";
import { type ReadResult, read } from "./read";
import { update } from "./update";

export interface Handler {
  configure(request: { config: { get(key: string): string | undefined } }): Promise<void>;
  check(olds: Props, news: Props): Promise<CheckResult>;
  diff(id: string, olds: Props, news: Props): Promise<DiffResult>;
  create(inputs: Props): Promise<{ id: string; outs: Props }>;
  read(id: string, state: Props): Promise<ReadResult>;
  update(id: string, olds: Props, news: Props): Promise<{ outs: Props }>;
  delete(id: string, state: Props): Promise<void>;
}

const IF_UPDATE_REJECTED = "If the object was changed or deleted by hand, run `pulumi up --refresh`";

export function createHandler(definition: Definition, process: ProviderProcess): Handler {
  const { type, ifRejected } = definition;
  process.report.addKind(definition);
  const run = <T>(verb: string, id: string, call: () => Promise<T>, ifRejected?: string) =>
    process.run({ name: `${verb} of ${process.objects.nameOf(type, id)}`, ifRejected }, call);

  return {
    configure: async ({ config }) => process.configure((key) => config.get(`link-management:${key}`)),
    check: (olds, news) => {
      const name = `check of ${takeRequest(news).request.entry || type}`;
      return process.run({ name }, () => check(definition, process, olds, news));
    },
    diff: (id, olds, news) => run("diff", id, () => diff(definition, process, id, olds, news)),
    create: (inputs) => {
      const name = `create of ${process.objects.nameOfNew(type, managedOf(definition, inputs))}`;
      return process.run({ name, ifRejected }, () => create(definition, process, inputs));
    },
    read: (id, state) => run("read", id, () => read(definition, process, id, state)),
    update: (id, olds, news) => {
      const hints = [ifRejected, IF_UPDATE_REJECTED].filter(Boolean).join(". ");
      return run("update", id, () => update(definition, process, id, olds, news), hints);
    },
    delete: (id, state) => run("delete", id, () => deleteObject(definition, process, id, state)),
  };
}
