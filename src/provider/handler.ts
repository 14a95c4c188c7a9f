// The provider of one kind, as the engine calls it. One file per verb.
import type { Definition, Props } from "../kind/definition";
import { planOf } from "../kind/entry";
import { describe } from "../kind/identity";
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

const IF_REPLACEMENT_REJECTED =
  "If the old object is in the way, set deleteBeforeReplace: true under options";
const IF_UPDATE_REJECTED = "If the object was changed or deleted by hand, run `pulumi up --refresh`";

export function createHandler(definition: Definition, process: ProviderProcess): Handler {
  const { type } = definition;
  process.noteKind(definition);
  const name = (verb: string, props: Props) => `${verb} of ${describe(definition, props)}`;
  /** Arguments of the creates in flight. */
  const inFlight = new Set<Props>();

  return {
    configure: async ({ config }) => process.configure((key) => config.get(`link-management:${key}`)),
    check: (olds, news) =>
      process.run({ name: name("check", news) }, () => check(definition, process, olds, news)),
    diff: (id, olds, news) =>
      process.run({ name: `diff of ${type} ${id}` }, () => diff(definition, process, id, olds, news)),
    create: (inputs) =>
      process.run(
        {
          name: name("create", inputs),
          ...(planOf(inputs).isReplacement && { ifRejected: IF_REPLACEMENT_REJECTED }),
        },
        () => create(definition, process, inFlight, inputs),
      ),
    read: (id, state) =>
      process.run({ name: `read of ${type} ${id}` }, () => read(definition, process, id, state)),
    update: (id, olds, news) =>
      process.run({ name: `update of ${type} ${id}`, ifRejected: IF_UPDATE_REJECTED }, () =>
        update(definition, process, id, olds, news),
      ),
    delete: (id, state) =>
      process.run({ name: `delete of ${type} ${id}` }, () => deleteObject(definition, process, id, state)),
  };
}
