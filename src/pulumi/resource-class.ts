// The class that programs construct, made from the definition of a kind.
import { providerSource, TYPE_PREFIX } from "../engine/provider-source";
import { type Definition, type Props, resourcesOf, secretsOf, secretValues } from "../kind/definition";
import { withPlace } from "../kind/entry";
import { warningsOf } from "../kind/kind";
import type { OnExisting } from "../kind/on-existing";
import { HIDDEN_INPUT } from "../kind/request";
import { shortenStackTraces } from "./patches/stack-traces";
import { Program } from "./program";
import type { Registration } from "./registrations";
import { valueOfResource } from "./resource-references";
import { urnsOf } from "./resource-urns";
import * as pulumi from "./sdk";

/** A resource, which has each argument as an output. */
export type Managed<Args> = pulumi.CustomResource & {
  readonly [Name in keyof Args]-?: pulumi.Output<Plain<Args[Name]>>;
};

/** The value of an input or output. An argument may also be a resource, whose id is used. */
type Plain<Value> = Exclude<Value, pulumi.Resource> extends pulumi.Input<infer Known> ? Known : never;

/** The options of Pulumi, and what to do about an object that already exists. */
export interface KindOptions extends pulumi.CustomResourceOptions {
  /**
   * What to do if the resource is new, and the account already has its object:
   * - `fail` stops the preview.
   * - `adopt` manages the object if every readable field is equal.
   * - `overwrite` manages the object, and updates it.
   * - `duplicate` creates another one.
   * - `{ id }` manages the object with this id, and updates it if it differs.
   * @default LINK_MANAGEMENT_ON_EXISTING, else the stack config `link-management:onExisting`, else "fail"
   */
  onExisting?: OnExisting;
  /**
   * Id of an existing object: means `onExisting: { id }`. The object is updated if it differs. Unlike with other providers,
   * the arguments need not be equal, and the option may stay as long as the resource has this object.
   */
  import?: string;
}

/** Key of an option that only the loader sets. */
export const FILE_ENTRY = Symbol("entry of a config file");

interface LoaderOptions extends KindOptions {
  /** Where the loader of the config file found the resource, whose warnings it has reported already. */
  readonly [FILE_ENTRY]?: Pick<Registration, "name" | "location">;
}

/** A kind of resource: its class. */
export interface ResourceClass<Args = Record<string, unknown>, Instance = Managed<Args>> {
  /** @internal */
  readonly definition: Definition;
  // Editors show the comment of the class, if this has none.
  new (name: string, args: Args, opts?: KindOptions): Instance;
  /** The type token. Policies compare it. */
  readonly __pulumiType: string;
  /** Whether a value is a resource of this kind, also one of another copy of this package. */
  isInstance(value: unknown): value is Instance;
  /**
   * Reads an object of the account that this stack does not manage. The resource has every property of its class that
   * the service returns. Nothing is ever changed or deleted. The read fails if the account has no such object.
   * @param name of the resource in this stack
   * @param id of the object on the service, as `id` of a managed resource
   * @param state as in other Pulumi packages. Not used: the service returns all
   * @param opts the options of Pulumi
   */
  get(name: string, id: ReadId, state?: object, opts?: pulumi.CustomResourceOptions): Instance;
}

type ReadId = pulumi.Input<string | number>;

/**
 * Use the class as it is, without a named subclass: the SDK records the caller of the first class below its own as the
 * place of the resource.
 * @internal
 */
export function resourceClass<Args extends object, Instance extends Managed<Args>>(
  definition: Definition,
): ResourceClass<Args, Instance> {
  const pulumiType = `${TYPE_PREFIX}${definition.type}`;

  class Kind extends pulumi.CustomResource {
    static readonly definition = definition;
    static readonly __pulumiType = pulumiType;

    // Policies call it without its class.
    static override isInstance(value: unknown): value is Kind {
      if (typeof value !== "object" || value === null) return false;
      return (value as { __pulumiType?: unknown }).__pulumiType === pulumiType;
    }

    static get(name: string, id: ReadId, _state?: object, opts?: pulumi.CustomResourceOptions): Kind {
      // Without an id, the SDK would create a resource.
      return new Kind(name, {} as Args, { ...opts, id: pulumi.output(id).apply(String) });
    }

    // JavaScript programs may omit the arguments. `check` then reports the missing ones.
    constructor(name: string, args: Args = {} as Args, opts: LoaderOptions = {}) {
      const program = Program.current();
      program.checkStart();
      const registration = registrationOf(definition, name, args as Props, opts);
      const props = propsOf(program, registration, opts);
      const restoreStackTraces = shortenStackTraces();
      try {
        super(pulumiType, name, props, withSecrets(registration));
      } finally {
        restoreStackTraces();
      }
      void program.registrations?.watch(registration, this);
      if (opts[FILE_ENTRY] || registration.options.id !== undefined) return;
      for (const { path, message } of warningsOf(definition, args as Props))
        program.warn(`${registration.name}: ${path.join(".")} ${message}`);
    }
  }
  Object.defineProperty(Kind, "name", { value: definition.type });
  return Kind as unknown as ResourceClass<Args, Instance>;
}

function registrationOf(
  definition: Definition,
  name: string,
  args: Props,
  { onExisting, [FILE_ENTRY]: fileEntry, import: importId, ...options }: LoaderOptions,
): Registration {
  return {
    definition,
    args,
    options,
    // Pulumi's own import cannot work for a dynamic provider.
    onExisting: onExisting ?? (importId === undefined ? undefined : { id: importId }),
    urns: urnsOf(`${TYPE_PREFIX}${definition.type}`, name, options),
    name: `${definition.type} ${name}`,
    ...fileEntry,
  };
}

/** It could have another key. */
const HAS_PROVIDER =
  "has a provider, but one stack manages one account. Remove the option provider of the resource, or providers of its " +
  "component. Several accounts are several stacks";

/** The inputs for the engine. @throws RunError */
function propsOf(program: Program, registration: Registration, opts: LoaderOptions): Props {
  const { definition, args, name, location } = registration;
  const error = (problem: string) => program.error(`${withPlace(name, location)}: ${problem}`);
  if (opts.import !== undefined && opts.onExisting !== undefined)
    throw error("set either import or onExisting, not both");
  const provider = opts.provider ?? opts.parent?.getProvider(`${TYPE_PREFIX}${definition.type}`);
  if (provider !== undefined) throw error(HAS_PROVIDER);
  program.secrets.add(secretValues(definition, args).filter((value) => typeof value !== "object"));
  // What the provider returns becomes a property of the resource only if it is named here.
  const names = [...Object.keys(definition.fields), ...Object.keys(definition.outputs)];
  const props: Props = Object.fromEntries(names.map((name) => [name, undefined]));
  for (const [argument, value] of Object.entries(args)) {
    const field = definition.fields[argument];
    props[argument] = valueOfResource(value, argument, field ? resourcesOf(field, args) : {}, error);
  }
  for (const argument of secretsOf(definition, args)) {
    if (props[argument] !== undefined) props[argument] = pulumi.secret(props[argument]);
  }
  // What an output contains is known later.
  for (const [argument, { secret }] of Object.entries(definition.fields)) {
    const value = props[argument];
    if (typeof secret !== "function" || typeof value !== "object") continue;
    props[argument] = pulumi
      .output(value)
      .apply((known) => (secret({ ...args, [argument]: known }) ? pulumi.secret(known) : known));
  }
  const request = program.registrations?.add(registration, props);
  return {
    ...props,
    __provider: providerSource(definition.handler),
    ...(request && { [HIDDEN_INPUT]: request }),
  };
}

function withSecrets({ definition, args, options }: Registration): pulumi.CustomResourceOptions {
  const secrets = [...secretsOf(definition, args)].filter((name) => name in definition.fields);
  return { ...options, additionalSecretOutputs: [...(options.additionalSecretOutputs ?? []), ...secrets] };
}
