// Functions that read the account in a program. The engine cannot call a function of a dynamic provider, so they run in
// the program, with its session. In a user's unit test, the SDK asks the mocks.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import { invoke, invokeOutput } from "@pulumi/pulumi/runtime/invoke";
import { quote } from "../api/sanitize";
import type { Query } from "../kind/query";
import { Program } from "./program";
import { idInstead, wrongResource } from "./resource-references";
import * as pulumi from "./sdk";

/** The options of a read. `parent` is accepted as by any function of Pulumi, and changes nothing. */
export type ReadOptions = Pick<pulumi.InvokeOptions, "parent">;

/** The options of a read that returns an output. It waits for the resources under `dependsOn`. */
export type ReadOutputOptions = Pick<pulumi.InvokeOutputOptions, "parent" | "dependsOn">;

/** The object that a read is about: its id, or in the output form also a resource or an output. */
export type ObjectReference<Resource> = Resource | pulumi.Input<string | number>;

/** @throws RunError */
export async function read<Result>(query: Query<Result>, opts?: ReadOptions, id?: unknown): Promise<Result> {
  const program = Program.current();
  if (program.isMocked) return mocked(query, await invoke(tokenOf(query), argsOf(query, String(id)), opts));
  const known = checkedId(query, id, `. For a resource or an output, use ${query.name}Output`);
  return program.read((session) => query.read(session, known));
}

/** Unknown while the argument or a resource under `dependsOn` is. Secret if the argument is. */
export function readOutput<Result>(
  query: Query<Result>,
  opts: ReadOutputOptions = {},
  reference?: unknown,
): pulumi.Output<Result> {
  const program = Program.current();
  const id = idInstead(reference, (resource) => {
    const wrong = wrongResource(resource, query.argument!.name, query.argument!.type);
    if (wrong !== undefined) throw program.error(`${query.name}: ${wrong}`);
  });
  if (program.isMocked) {
    const args = argsOf(query, pulumi.output(id as string).apply(String));
    const result: pulumi.Output<object> = invokeOutput(tokenOf(query), args, opts);
    return result.apply((known) => mocked(query, known)) as pulumi.Output<Result>;
  }
  return pulumi.output({ id, after: idsOf(opts.dependsOn) }).apply(({ id }) => {
    const known = checkedId(query, id);
    return program.read((session) => query.read(session, known));
  }) as pulumi.Output<Result>;
}

function tokenOf({ name }: Query<unknown>): string {
  return `link-management:index:${name}`;
}

function argsOf({ argument }: Query<unknown>, id: unknown): Record<string, unknown> {
  return argument ? { [argument.name]: id } : {};
}

/** The SDK makes an object of the list that a mock returns. */
function mocked<Result>({ isList }: Query<Result>, result: object): Result {
  return (isList ? Object.values(result) : result) as Result;
}

function checkedId({ name, argument }: Query<unknown>, id: unknown, hint = ""): string | undefined {
  if (!argument) return undefined;
  const isShown = typeof id === "string" || typeof id === "number";
  if (isShown && /^[1-9]\d*$/.test(String(id))) return String(id);
  const problem = `${isShown ? quote(id) : argument.name} is not the id of an object${isShown ? "" : hint}`;
  throw Program.current().error(`${name}: ${problem}`);
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
