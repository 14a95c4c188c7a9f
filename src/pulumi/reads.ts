// Functions that read the account in a program. The engine cannot call a function of a dynamic provider, so they run in
// the program, with its session. In a user's unit test, the SDK asks the mocks.
import { invoke } from "@pulumi/pulumi/runtime/invoke";
import { functionName, type Query } from "../kind/query";
import { objectId } from "../kind/schema";
import { Program } from "./program";
import { valueOfResource } from "./resource-references";
import * as pulumi from "./sdk";

/** The options of a read. `parent` is accepted as by any function of Pulumi, and changes nothing. */
export type ReadOptions = Pick<pulumi.InvokeOptions, "parent">;

/** The options of a read that returns an output. It waits for the resources under `dependsOn`. */
export type ReadOutputOptions = Pick<pulumi.InvokeOutputOptions, "parent" | "dependsOn">;

/** A function that reads, and its form that returns an output. */
export function reads<Result>(query: Query) {
  return {
    promise: (opts?: ReadOptions) => read<Result>(query, opts),
    output: (opts?: ReadOutputOptions) => readOutput<Result>(query, opts),
  };
}

/** About one object. */
export function readsOf<Result, Resource>(query: Query) {
  return {
    promise: (id: string | number, opts?: ReadOptions) => read<Result>(query, opts, id),
    output: (id: Resource | pulumi.Input<string | number>, opts?: ReadOutputOptions) =>
      readOutput<Result>(query, opts, id),
  };
}

/** @throws RunError */
async function read<Result>(query: Query, opts?: ReadOptions, id?: unknown): Promise<Result> {
  const { argument, isList } = query;
  const name = functionName(query);
  const program = Program.current();
  if (program.isMocked) {
    const args = argument ? { [argument.name]: String(id) } : {};
    const result = await invoke(`link-management:index:${name}`, args, opts);
    // The SDK makes an object of the list that a mock returns.
    return (isList ? Object.values(result) : result) as Result;
  }
  // It becomes a part of a path.
  const problem = argument && objectId().safeParse(id).error?.issues[0]?.message;
  if (problem)
    throw program.error(
      `${name}: ${argument.name} ${problem}. ${name}Output takes a resource or an output, too`,
    );
  return program.read((session) => query.read(session, argument && String(id)) as Promise<Result>);
}

/** Unknown while the argument or a resource under `dependsOn` is. Secret if the argument is. */
function readOutput<Result>(
  query: Query,
  opts: ReadOutputOptions = {},
  reference?: unknown,
): pulumi.Output<Result> {
  const { name, type = "" } = query.argument ?? { name: "" };
  const toError = (problem: string) => Program.current().error(`${functionName(query)}: ${problem}`);
  const id = valueOfResource(reference, name, { [type]: "id" }, toError);
  const known = pulumi.output({ id, after: idsOf(opts.dependsOn) });
  return known.apply(({ id }) => read<Result>(query, { parent: opts.parent }, id)) as pulumi.Output<Result>;
}

/** Known when the resources exist. */
function idsOf(dependsOn: ReadOutputOptions["dependsOn"]): unknown {
  if (dependsOn === undefined) return [];
  return pulumi
    .output(dependsOn as pulumi.Input<pulumi.Resource[]>)
    .apply((resources) =>
      [resources].flat().map((one) => (pulumi.CustomResource.isInstance(one) ? one.id : one.urn)),
    );
}
