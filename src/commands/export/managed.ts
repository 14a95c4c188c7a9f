// The objects that a stack manages, from its state.
import type { AccountSession } from "../../api/session";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { METADATA, type Metadata, metadataOf } from "../../kind/state";
import { PulumiError, type RecordedResource } from "../account/pulumi-project";

/** The key of each managed object by its id, by type. */
export type ManagedKeys = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The resources of this package in the state of a stack. */
export class StackObjects {
  readonly #resources: readonly (RecordedResource & { readonly account: string | undefined })[];

  /** @throws PulumiError if the metadata of a resource is damaged */
  constructor(resources: readonly RecordedResource[]) {
    this.#resources = resources
      .filter(({ type }) => type.startsWith(TYPE_PREFIX))
      .map((resource) => ({ ...resource, metadata: metadata(resource) }))
      // A program only reads them.
      .filter(({ metadata }) => !metadata.external)
      .map(({ metadata, ...resource }) => ({ ...resource, account: metadata.account }));
  }

  /**
   * Also those whose account the state does not record.
   * @throws WrongAccountError if one of them belongs to another account
   */
  async on(session: AccountSession): Promise<ManagedKeys> {
    if (this.#resources.length > 0) await session.guard(...this.#resources.map(({ account }) => account));
    const managed = new Map<string, Map<string, string>>();
    for (const { type, id, name } of this.#resources) {
      const kind = type.slice(TYPE_PREFIX.length);
      managed.set(kind, (managed.get(kind) ?? new Map()).set(id, name));
    }
    return managed;
  }
}

/** Unknown if a user declared it as secret: only the engine can decrypt it. */
function metadata({ type, name, outputs }: RecordedResource): Partial<Metadata> {
  if (typeof outputs[METADATA] === "object") return {};
  try {
    return metadataOf(outputs);
  } catch (error) {
    throw new PulumiError(`${type} ${name}: ${(error as Error).message}`);
  }
}
