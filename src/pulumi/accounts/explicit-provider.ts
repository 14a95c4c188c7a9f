// Which explicit provider a resource has. Each manages another account.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import type { Settings } from "../../api/settings";
import type * as pulumi from "../sdk";

/** The engine's package of dynamic resources, and the key of a map of `providers`. */
export const PACKAGE = "pulumi-nodejs";

export const PROVIDER_TYPE = `pulumi:providers:${PACKAGE}`;

/** What a program knows about an explicit provider. */
export interface ExplicitProvider {
  readonly name: string;
  /** Under which the state may have recorded it: its name, then its aliases. */
  readonly names: readonly string[];
  /**
   * `undefined` in a preview if one of them is known only after an apply.
   * @throws RunError
   */
  settings(): Promise<Settings | undefined>;
  /** Unknown as long as its arguments are. Never secret. */
  known(): pulumi.Output<unknown>;
}

/** Where a `Provider` has it. Another copy of this package finds it, too. */
const EXPLICIT = Symbol.for("pulumi-link-management.provider");

export const NOT_A_PROVIDER = "provider must be a Provider of pulumi-link-management";

/** Members of a resource that the SDK's types omit. */
interface WithProviders {
  readonly __providers?: Readonly<Record<string, unknown>>;
  /** The provider of a custom resource. */
  readonly __prov?: unknown;
}

export function setExplicit(resource: object, provider: ExplicitProvider): void {
  Object.defineProperty(resource, EXPLICIT, { value: provider });
}

export function explicitIn(value: unknown): ExplicitProvider | undefined {
  return (value as { [EXPLICIT]?: ExplicitProvider } | null | undefined)?.[EXPLICIT];
}

export interface Choice {
  /** Unset for the default provider. */
  readonly provider?: ExplicitProvider;
  /** Why the resource must not be registered. */
  readonly problem?: string;
}

/** The explicit provider that the SDK chooses for a resource: its own, else that of its parents. */
export function providerFor(
  type: string,
  { provider, parent }: Pick<pulumi.CustomResourceOptions, "provider" | "parent">,
): Choice {
  const inherited = (parent as WithProviders | undefined)?.__providers ?? {};
  // The SDK would ignore it, and the resource would belong to the account of the default provider.
  const misplaced = Object.keys(inherited).find((key) => key !== PACKAGE && explicitIn(inherited[key]));
  if (misplaced !== undefined) {
    return {
      problem: `its Provider has the key ${misplaced} in providers, but needs ${PACKAGE}. Or pass an array`,
    };
  }
  const given = provider === undefined ? parent?.getProvider(type) : provider;
  const explicit = explicitIn(given);
  if (given !== undefined && !explicit) return { problem: NOT_A_PROVIDER };
  return explicit ? { provider: explicit } : {};
}

/**
 * Ids repeat between accounts, so the id of a resource of another account would be another object.
 * @param referring what has the argument
 * @param provider of the referring one
 */
export function foreignReference(
  resource: pulumi.Resource,
  argument: string,
  referring: "resource" | "read",
  provider: ExplicitProvider | undefined,
): string | undefined {
  const other = explicitIn((resource as WithProviders).__prov);
  if (other?.name === provider?.name) return undefined;
  return `${argument} belongs to ${described(other)}, but this ${referring} to ${described(provider)}`;
}

/** In messages. */
export function described(provider: ExplicitProvider | undefined): string {
  return provider ? `provider ${provider.name}` : "the default provider";
}
