// The state of a simulated stack: what `pulumi stack export` would show.
import { isDeepStrictEqual } from "node:util";
import type { Props } from "../../../src/kind/definition";

/** What a program says of a resource, and the state keeps. */
export interface Registered {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** Names of the properties that are encrypted in a real state. */
  readonly secrets: readonly string[];
  readonly dependencies: readonly string[];
  readonly protect?: boolean | undefined;
  readonly retainOnDelete?: boolean | undefined;
  /** Read by the program, not managed. */
  readonly external?: boolean | undefined;
}

/** A resource of the program. */
export interface Registration extends Registered {
  /** The URNs under which the state may have it, its own first. */
  readonly urns: readonly string[];
  /** Of an object that the program only reads. */
  readonly readId?: string;
  readonly props: Props;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  readonly deleteBeforeReplace?: boolean;
}

/** A resource in the state. Properties are plain values. */
export interface Recorded extends Registered {
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
  /** Replaced, and not deleted yet; or deleted before its replacement, which was not created yet. */
  readonly pending?: "delete" | "replacement";
}

/** What the program gets for it. */
export type Answered = Pick<Recorded, "id" | "outputs" | "secrets">;

export class State {
  /** @param resources in the order of registration, so that a resource follows what it depends on */
  constructor(public resources: readonly Recorded[] = []) {}

  /** A killed run goes on writing to the old one. */
  copy(): State {
    return new State(this.resources);
  }

  /** @param urns its own first */
  find(urns: readonly string[]): Recorded | undefined {
    const live = this.resources.filter(({ pending }) => pending !== "delete");
    return urns.map((urn) => live.find((one) => one.urn === urn)).find((one) => one !== undefined);
  }

  /** @param old what the resource replaces in the state */
  put(resource: Recorded, old?: Recorded): void {
    this.resources = [...this.resources.filter((one) => one !== old), resource];
  }

  remove(resource: Recorded): void {
    this.resources = this.resources.filter((one) => one !== resource);
  }

  mark(resource: Recorded, pending: "delete" | "replacement"): Recorded {
    const marked = { ...resource, pending };
    this.resources = this.resources.map((one) => (one === resource ? marked : one));
    return marked;
  }
}

/** `pixels.ads` is the name `ads` of the type `Pixel`: `Pixel ads`. */
export function label({ type, name }: Pick<Recorded, "type" | "name">): string {
  return `${type.split(":").at(-1)} ${name}`;
}

export function changedNames(before: Props, after: Props): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}
