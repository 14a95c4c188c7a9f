// From a definition to the class that programs construct.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.

import { secretsOf, shorthandsOf } from "../kind/annotations";
import type { Definition, Props } from "../kind/definition";
import { ENTRY } from "../kind/entry";
import type { OnExisting } from "../kind/on-existing";
import { providerSource, TYPE_PREFIX } from "../kind/provider-source";
import { providerFor } from "./accounts/explicit-provider";
import { shortenStackTraces } from "./patches/stack-traces";
import { Program } from "./program";
import * as pulumi from "./sdk";
import { markedNames } from "./secrets";

/** The properties of a resource, each as an output. */
export type OutputsOf<State> = { readonly [Name in keyof State]-?: pulumi.Output<State[Name]> };

/** The options of Pulumi, and what to do about an object that already exists. */
export interface KindOptions extends pulumi.CustomResourceOptions {
  /**
   * Used when the resource is new. `{ id }` manages exactly that object.
   * @default the stack config `link-management:onExisting`, else "fail"
   */
  onExisting?: OnExisting;
}

/** Where the loader of the config file found a resource. The loader has already reported its lint warnings. */
export interface FileEntry {
  /** Such as `pixels.ads`. */
  readonly entry: string;
  /** Such as `link-management.yaml:3:3`. */
  readonly location?: string;
  /** Path of the main config file in the project. */
  readonly file: string;
}

/** Key of an option that only the loader sets. */
export const FILE_ENTRY = Symbol("entry of a config file");

interface LoaderOptions extends KindOptions {
  readonly [FILE_ENTRY]?: FileEntry;
}

/** A kind of resource: its class. */
export interface ResourceClass<
  Args = Record<string, unknown>,
  State = unknown,
  Instance = pulumi.CustomResource & OutputsOf<State>,
> {
  /** @internal */
  readonly definition: Definition;
  /**
   * @param name unique among the resources of the kind in the stack. A new name is a new resource, unless it has an alias
   * @param args the arguments
   * @param opts the options of Pulumi, and `onExisting`
   */
  new (name: string, args: Args, opts?: KindOptions): Instance;
}

/**
 * Use the class as it is, without a named subclass: the SDK records the caller of the first class below its own as the
 * place of the resource.
 * @template Args the arguments of the constructor
 * @template State the properties of an instance, as plain values
 * @template Instance the name of an instance's type
 * @internal
 */
export function resourceClass<Args extends object, State, Instance extends OutputsOf<State>>(
  definition: Definition,
): ResourceClass<Args, State, Instance> {
  class Kind extends pulumi.CustomResource {
    static readonly definition = definition;

    // JavaScript programs may omit the arguments. `check` then reports the missing ones.
    constructor(name: string, args: Args = {} as Args, opts: LoaderOptions = {}) {
      const program = Program.current();
      program.checkFolder();
      const { onExisting, [FILE_ENTRY]: fileEntry, import: importId, ...options } = opts;
      const type = `${TYPE_PREFIX}${definition.type}`;
      const { provider, problem } = providerFor(type, args, options);
      if (problem !== undefined) throw program.error(`${definition.type} ${name}: ${problem}`);
      program.checkSettings(provider);
      const wrong = wrongResource(definition, args as Props);
      if (wrong !== undefined) throw program.error(`${definition.type} ${name}: ${wrong}`);
      const props = propsOf(definition, args as Props);
      program.keepSecretArgs(definition, args as Props);
      const registration = {
        definition,
        name,
        args: args as Props,
        options,
        // Pulumi's own import cannot work for a dynamic provider.
        provider,
        onExisting: onExisting ?? (importId === undefined ? undefined : { id: importId }),
        ...(program.registrations && {
          secrets: markedNames(props, (value) => program.keepSecret(value)),
        }),
        ...fileEntry,
      };
      const request = program.registrations?.add(registration);
      if (request) props[ENTRY] = request;
      const restoreStackTraces = shortenStackTraces();
      try {
        super(type, name, props, withSecretOutputs(definition, args as Props, options));
      } finally {
        restoreStackTraces();
      }
      void program.registrations?.watch(registration, this);
      if (!fileEntry && options.id === undefined) lint(definition, args as Props, this);
    }
  }
  Object.defineProperty(Kind, "name", { value: definition.type });
  return Kind as unknown as ResourceClass<Args, State, Instance>;
}

/** A resource of another kind has an id, too, which is that of another object. */
function wrongResource(definition: Definition, args: Props): string | undefined {
  const allowed = definition.resourceArgs?.(args) ?? {};
  for (const [name, value] of Object.entries(args)) {
    if (!pulumi.Resource.isInstance(value)) continue;
    // The SDK's types omit this property.
    const type = (value as unknown as { __pulumiType: string }).__pulumiType.replace(TYPE_PREFIX, "");
    const expected = allowed[name];
    if (type === expected) continue;
    const instead = expected === undefined ? "a plain value" : `a ${expected} or an id`;
    return `${name} must be ${instead}, not a resource of type ${type}`;
  }
  return undefined;
}

function propsOf(definition: Definition, args: Props): Props {
  const props: Props = {};
  // An output becomes a property of the resource only if it is named here.
  for (const name of Object.keys(definition.outputs)) props[name] = undefined;
  for (const [name, value] of Object.entries(args)) {
    props[name] = pulumi.CustomResource.isInstance(value) ? value.id : value;
  }
  expandShorthands(definition, props);
  for (const name of secretsOf(definition, args)) {
    if (props[name] !== undefined) props[name] = pulumi.secret(props[name]);
  }
  props.__provider = providerSource(definition.handler);
  return props;
}

function withSecretOutputs(
  definition: Definition,
  args: Props,
  options: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  const secrets = [...secretsOf(definition, args)].filter((name) => name in definition.fields);
  return { ...options, additionalSecretOutputs: [...(options.additionalSecretOutputs ?? []), ...secrets] };
}

// In the program, because the provider does not know the name of the resource.
function lint(definition: Definition, args: Props, resource: pulumi.Resource): void {
  for (const { field, message } of definition.lint?.(args) ?? []) {
    void pulumi.log.warn(`${field}: ${message}`, resource);
  }
}

/**
 * A shorthand that the schema rejects, or that is given in addition to its argument, is left for `check`: its value may
 * be known only later.
 * @internal
 */
export function expandShorthands(definition: Definition, props: Props): void {
  for (const [name, { field, toValue }] of shorthandsOf(definition)) {
    if (props[name] === undefined || props[field] !== undefined) continue;
    const schema = definition.args().shape[name]!;
    const isValid = (written: unknown) => schema.safeParse(written).success;
    const given = pulumi.output(props[name]);
    props[field] = given.apply((written) => (isValid(written) ? toValue(written) : undefined));
    props[name] = given.apply((written) => (isValid(written) ? undefined : written));
  }
}
