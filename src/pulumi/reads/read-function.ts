// Functions that read the account in a program. The engine cannot call a function of a dynamic provider, so they run in
// the program, with its session. In a user's unit test, the mocks answer.
// Tested with @pulumi/pulumi 3.248.0.
import { Redactor } from "../../api/redaction/redactor";
import { quote } from "../../api/sanitize";
import type { AccountSession } from "../../api/session";
import type { Props } from "../../kind/definition";
import { Program } from "../program";
import { idInstead, wrongResource } from "../resource-references";
import * as pulumi from "../sdk";
import { callMock } from "./mocks";

/** The options of a read. */
export type ReadOptions = Pick<pulumi.InvokeOptions, "parent">;

/** The options of a read that returns an output. It waits for the resources under `dependsOn`. */
export type ReadOutputOptions = ReadOptions & Pick<pulumi.InvokeOutputOptions, "dependsOn">;

/** The object that a read is about: its id, or in the output form also a resource or an output. */
export type ObjectReference<Resource> = Resource | pulumi.Input<string | number>;

/** @internal */
export interface ReadSpec<Result> {
  /** Such as `getPixels`. */
  readonly name: string;
  /** The arguments. Each is the id of an object: the type of its kind, by argument. */
  readonly ids?: Readonly<Record<string, string>>;
  /** The result is a list. */
  readonly isList: boolean;
  isId(value: unknown): boolean;
  /** What is secret wherever a service shows it (see `Definition.secretText`). */
  secretTexts(): Iterable<RegExp>;
  /** @param writtenAt when the object may have been created, ms since 1970. Until then, a list may lack it. */
  read(session: AccountSession, ids: Readonly<Record<string, string>>, writtenAt?: number): Promise<Result>;
}

/** @internal */
export class ReadFunction<Result> {
  readonly #spec: ReadSpec<Result>;

  constructor(spec: ReadSpec<Result>) {
    this.#spec = spec;
  }

  /** The token under which mocks get the call. */
  get token(): string {
    return `link-management:index:${this.#spec.name}`;
  }

  /** Secret parts of the result are masked, because a promise cannot be secret. @throws RunError */
  async promise(args: Props, _options: ReadOptions = {}): Promise<Result> {
    const program = Program.current();
    const ids = this.#checkedIds(
      program,
      args,
      `. For a resource or an output, use ${this.#spec.name}Output`,
    );
    if (program.isMocked) return (await this.#mocked(ids)).result;
    return this.#masked(await this.#read(program, ids));
  }

  /** Unknown while an argument is. Secret if the result has a secret part. */
  output(args: Props, { dependsOn }: ReadOutputOptions = {}): pulumi.Output<Result> {
    const program = Program.current();
    const values = Object.entries(args).map(([name, value]) => [
      name,
      idInstead(value, (resource) => {
        const wrong = wrongResource(resource, name, this.#spec.ids?.[name]);
        if (wrong !== undefined) throw program.error(`${this.#spec.name}: ${wrong}`);
      }),
    ]);
    const inputs: unknown = { args: Object.fromEntries(values), after: idsOf(dependsOn) };
    const known = pulumi.output(inputs) as pulumi.Output<{ args: Props }>;
    return known.apply(async ({ args }) => {
      const ids = this.#checkedIds(program, args, "", program.isMocked ? isTextOrNumber : undefined);
      const { result, isSecret } = program.isMocked
        ? await this.#mocked(ids)
        : await this.#withSecrecy(program, ids);
      return (isSecret ? pulumi.secret(result) : result) as Result;
    }) as pulumi.Output<Result>;
  }

  /** The one place that finds the session of a read. */
  async #read(program: Program, ids: Readonly<Record<string, string>>, writtenAt?: number): Promise<Result> {
    return program.read((session) => this.#spec.read(session, ids, writtenAt));
  }

  async #withSecrecy(program: Program, ids: Readonly<Record<string, string>>) {
    // This run may just have created the object.
    const writtenAt = program.isPreview ? undefined : Date.now();
    const result = await this.#read(program, ids, writtenAt);
    const isSecret = this.#masked(result) !== result || program.hasSecret(result);
    return { result, isSecret };
  }

  async #mocked(ids: Readonly<Record<string, string>>) {
    const { result, isSecret } = await callMock(this.token, ids);
    if (!this.#spec.isList) return { result: result as Result, isSecret };
    // The SDK turns a list into an object.
    if (Object.keys(result).every((key, index) => key === String(index))) {
      return { result: Object.values(result) as Result, isSecret };
    }
    throw Program.current().error(`${this.#spec.name}: the mock of ${this.token} must return an array`);
  }

  /**
   * @param otherwise what to do about a value that is neither text nor a number
   * @param isId the ids of mocked resources may be any text
   */
  #checkedIds(
    program: Program,
    args: Props,
    otherwise = "",
    isId: (value: unknown) => boolean = this.#spec.isId,
  ): Record<string, string> {
    const { name, ids = {} } = this.#spec;
    const checked = Object.keys(ids).map((arg) => {
      const value = args[arg];
      if (isId(value)) return [arg, String(value)];
      const isShown = isTextOrNumber(value);
      const problem = `${isShown ? quote(value) : arg} is not the id of an object`;
      throw program.error(`${name}: ${problem}${isShown ? "" : otherwise}`);
    });
    return Object.fromEntries(checked);
  }

  #masked(result: Result): Result {
    const redactor = new Redactor(this.#spec.secretTexts());
    return redactor.redactValue(result) as Result;
  }
}

function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
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
