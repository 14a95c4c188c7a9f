// The state of a simulated stack: what `pulumi stack export` would show.
import type { Props } from "../../../src/kind/definition";

/** A resource in the state. Properties are plain values; `secrets` names those that are encrypted in a real state. */
export interface Recorded {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** Read by the program, not managed. */
  readonly external: boolean;
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
  readonly secrets: readonly string[];
  readonly dependencies: readonly string[];
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  /** Replaced, and not deleted yet. */
  readonly isPendingDelete?: true;
  /** Deleted before its replacement, which was not created yet. */
  readonly isPendingReplacement?: true;
}

export class State {
  /** In the order of registration, so that a resource follows what it depends on. */
  resources: Recorded[];

  constructor(resources: readonly Recorded[] = []) {
    this.resources = [...resources];
  }

  /** A killed run goes on writing to the old one. */
  copy(): State {
    return new State(this.resources);
  }

  find(urns: readonly string[]): Recorded | undefined {
    const live = this.resources.filter((one) => !one.isPendingDelete);
    for (const urn of urns) {
      const found = live.find((one) => one.urn === urn);
      if (found) return found;
    }
    return undefined;
  }

  /** @param old what the resource replaces in the state */
  put(resource: Recorded, old?: Recorded): void {
    const index = old ? this.resources.indexOf(old) : -1;
    if (index >= 0) this.resources.splice(index, 1);
    this.resources.push(resource);
  }

  remove(resource: Recorded): void {
    this.resources = this.resources.filter((one) => one !== resource);
  }

  /** @returns the record that now is pending deletion */
  markForDeletion(resource: Recorded): Recorded {
    return this.#mark(resource, { ...resource, isPendingDelete: true });
  }

  /** @returns the record that now is pending replacement */
  markForReplacement(resource: Recorded): Recorded {
    return this.#mark(resource, { ...resource, isPendingReplacement: true });
  }

  #mark(resource: Recorded, marked: Recorded): Recorded {
    this.resources = this.resources.map((one) => (one === resource ? marked : one));
    return marked;
  }
}

/** `pixels.ads` is the name `ads` of the type `Pixel`: `Pixel ads`. */
export function label({ type, name }: Pick<Recorded, "type" | "name">): string {
  return `${type.split(":").at(-1)} ${name}`;
}

/** The names of the properties with another value, without hidden ones. */
export function changedNames(before: Props, after: Props): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isEqual(before[name], after[name]));
}

export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}
