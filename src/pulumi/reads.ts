// Functions that read the account in a program. The engine cannot call a function of a dynamic provider, so they run in
// the program, with its session. In a user's unit test, the SDK asks the mocks.
import { invoke } from "@pulumi/pulumi/runtime/invoke";
import { functionName, type Query } from "../kind/query";
import { objectId } from "../kind/schema";
import { Program } from "./program";
import { valueOfResource } from "./resource-references";
import * as pulumi from "./sdk";

/** A function that reads, and its form that returns an output. */
export function reads<Result>(query: Query) {
  return {
    promise: () => read<Result>(query),
    output: () => pulumi.output(read<Result>(query)) as pulumi.Output<Result>,
  };
}

/** About one object. The output is unknown while the argument is, and secret if it is. */
export function readsOf<Result, Resource>(query: Query) {
  const { name, type } = query.argument!;
  const toError = (problem: string) => Program.current().error(`${functionName(query)}: ${problem}`);
  return {
    promise: (id: string | number) => read<Result>(query, id),
    output: (id: Resource | pulumi.Input<string | number>) => {
      const value: unknown = valueOfResource(id, name, { [type]: "id" }, toError);
      const known = pulumi.output(value) as pulumi.Output<unknown>;
      return known.apply((id) => read<Result>(query, id)) as pulumi.Output<Result>;
    },
  };
}

/** @throws RunError */
async function read<Result>(query: Query, id?: unknown): Promise<Result> {
  const { argument, isList } = query;
  const name = functionName(query);
  const program = Program.current();
  if (program.isMocked) {
    const args = argument ? { [argument.name]: String(id) } : {};
    const result = await invoke(`link-management:index:${name}`, args);
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
