// The provider of one kind, as the engine calls it. One file per verb.
import type { Definition, Props } from "../kind/definition";
import { planOf, takeRequest } from "../kind/entry";
import type { Operation } from "../kind/reported-error";
import { type CheckResult, check } from "./check";
import { create } from "./create";
import { deleteObject } from "./delete";
import { type DiffResult, diff } from "./diff";
import type { ProviderProcess } from "./provider-process";
import { read } from "./read";
import type { ReadResult } from "./read-external";
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
  const operation = (verb: string, props: Props, id?: string, ifRejected?: string): Operation => ({
    // Of most operations nobody reads the name.
    get name() {
      return `${verb} of ${process.subjects.of(definition, props, id).name}`;
    },
    ...(ifRejected !== undefined && { ifRejected }),
  });

  return {
    configure: async ({ config }) => process.configure((key) => config.get(`link-management:${key}`)),
    check: (olds, news) =>
      process.run(checkOf(definition, process, news), () => check(definition, process, olds, news)),
    diff: (id, olds, news) =>
      process.run(operation("diff", olds, id), () => diff(definition, process, id, olds, news)),
    create: (inputs) => {
      const ifRejected = joined([
        definition.ifRejected?.(inputs),
        planOf(inputs).isReplacement ? IF_REPLACEMENT_REJECTED : undefined,
      ]);
      return process.run(operation("create", inputs, undefined, ifRejected), () =>
        create(definition, process, inputs),
      );
    },
    read: (id, state) =>
      process.run(operation("read", state, id), () => read(definition, process, id, state)),
    update: (id, olds, news) => {
      const ifRejected = joined([definition.ifRejected?.(news, olds), IF_UPDATE_REJECTED]);
      return process.run(operation("update", news, id, ifRejected), () =>
        update(definition, process, id, olds, news),
      );
    },
    delete: (id, state) =>
      process.run(operation("delete", state, id), () => deleteObject(definition, process, id, state)),
  };
}

function joined(hints: readonly (string | undefined)[]): string | undefined {
  return hints.filter((hint) => hint !== undefined).join(". ") || undefined;
}

/** The name is that of the program: the state may not have the resource. */
function checkOf(definition: Definition, process: ProviderProcess, news: Props): Operation {
  return {
    get name() {
      const { request, inputs } = takeRequest(news);
      return `check of ${process.subjects.note(definition, request, inputs).name}`;
    },
  };
}
