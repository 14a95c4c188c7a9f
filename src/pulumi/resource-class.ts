// From a definition to the class that programs construct.

import { secretsOf } from "../kind/annotations";
import type { Definition, Props } from "../kind/definition";
import { addRecords } from "../kind/hidden-inputs";
import { addOnExisting, type OnExisting } from "../kind/on-existing";
import { providerText, TYPE_PREFIX } from "../kind/provider-source";
import { shortenDebugLog } from "./debug-log";
import { checkProgramSettings } from "./program-session";
import { endWithEngine } from "./program-watch";
import * as pulumi from "./sdk";
import { expandShorthands } from "./shorthand";
import { recordsFor } from "./stack-state";
import { shortenStackTraces } from "./stack-traces";

/** The arguments of a class: every field may be an output of another resource. */
export type ArgsOf<Shape> = { [Name in keyof Shape]: pulumi.Input<Shape[Name]> };

/** A value of which every part may be an output of another resource. */
export type Nested<Value> = pulumi.Input<
  Value extends object ? { [Name in keyof Value]: Nested<Value[Name]> } : Value
>;

/** Pulumi's options, and what becomes of an object that is on the account already. */
export interface KindOptions extends pulumi.CustomResourceOptions {
  /**
   * Looked at when the resource is new. `{ id }` takes over exactly that object of the account.
   * @default the stack's config `link-management:onExisting`, else "adopt-identical"
   */
  onExisting?: OnExisting;
}

/** Arguments whose findings were told already, with a better place than the resource. */
const linted = new WeakSet<object>();

/** The loader of the config file tells its findings at their lines. */
export function noteLinted(args: object): void {
  linted.add(args);
}

/** A kind of resource: its class, and what it states about itself. */
export interface ResourceClass<Args = Props, Outputs = unknown> {
  readonly definition: Definition;
  new (
    name: string,
    args: Args,
    opts?: KindOptions,
  ): pulumi.CustomResource & { readonly [Name in keyof Outputs]-?: pulumi.Output<Outputs[Name]> };
}

/**
 * The class is to be used as it is and not extended by a named one: the SDK notes the place of the caller of the
 * first class below its own.
 * @template Args what the constructor takes
 * @template Outputs the properties of an instance
 */
export function resourceClass<Args extends object, Outputs>(
  definition: Definition,
): ResourceClass<Args, Outputs> {
  class Kind extends pulumi.CustomResource {
    static readonly definition = definition;

    // Where JavaScript gives no arguments at all, `check` tells which are missing.
    constructor(name: string, args: Args = {} as Args, opts: KindOptions = {}) {
      endWithEngine();
      shortenDebugLog();
      checkProgramSettings();
      const type = `${TYPE_PREFIX}${definition.type}`;
      const { props, options } = prepare(definition, args as Props, opts);
      const takesOver = definition.lifecycle.existing !== undefined;
      addRecords(props, recordsFor({ type, name, options: opts, takesOver }));
      const restoreStackTraces = shortenStackTraces();
      try {
        super(type, name, props, options);
      } finally {
        restoreStackTraces();
      }
      if (!linted.has(args)) lint(definition, args as Props, this);
    }
  }
  Object.defineProperty(Kind, "name", { value: definition.type });
  return Kind as unknown as ResourceClass<Args, Outputs>;
}

// In the program and not in the check of the provider, which does not know the resource's name.
function lint(definition: Definition, args: Props, resource: pulumi.Resource): void {
  for (const { field, message } of definition.lint?.(args) ?? []) {
    void pulumi.log.warn(`${field}: ${message}`, resource);
  }
}

function prepare(definition: Definition, args: Props, { onExisting, ...opts }: KindOptions) {
  const props: Props = {};
  // What is not among the inputs becomes a property only when it is named here.
  for (const name of Object.keys(definition.outputs)) props[name] = undefined;
  for (const [name, value] of Object.entries(args)) {
    props[name] = pulumi.CustomResource.isInstance(value) ? value.id : value;
  }
  expandShorthands(definition, props);
  const secrets = secretsOf(definition, args);
  for (const name of secrets) {
    if (props[name] !== undefined) props[name] = pulumi.secret(props[name]);
  }
  addOnExisting(props, onExisting);
  props.__provider = providerText(definition.handler);

  const secretOutputs = Object.keys(definition.fields).filter((name) => secrets.has(name));
  const options = {
    ...opts,
    additionalSecretOutputs: [...(opts.additionalSecretOutputs ?? []), ...secretOutputs],
  };
  return { props, options };
}
