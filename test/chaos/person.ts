// Somebody who edits and deletes objects of a stack by hand, while a command runs.
import type { Account } from "../../src/emulator/index";
import { type Kind, kindOfSection } from "../support/kinds";
import type { Stack } from "../support/stack";
import type { VirtualClock } from "../support/virtual-clock";
import { idsOf, labelOf, type Section } from "./entries";
import type { Ownership } from "./ownership";

/** A list shows every change after this time. */
export const MAX_STALE_MS = 10_000;

/** What a person enters, which is no identity. */
const FIELD: Partial<Readonly<Record<Section, string>>> = {
  pixels: "name",
  domains: "redirectRoot",
  links: "url",
  channels: "description",
  campaigns: "name",
};

export class Person {
  /** Edits and deletions so far. */
  edits = 0;
  #editedAt = Number.NEGATIVE_INFINITY;
  readonly #deleted = new Set<string>();
  #idsOf: (kind: Kind) => readonly string[] = () => [];

  constructor(
    private readonly account: Account,
    private readonly ownership: Ownership,
    private readonly clock: VirtualClock,
  ) {}

  /** Works for the users of a stack from now on. */
  begin(name: string, stack: Stack): void {
    // Nobody recognizes what a killed run left behind.
    this.#idsOf = (kind) => {
      const recorded = Object.values(idsOf(stack, kind));
      return this.ownership.idsOf(name, kind).filter((id) => recorded.includes(id));
    };
  }

  edit(section: Section, n: number): void {
    const { [section]: field } = FIELD;
    const [kind, id] = this.#pick(section, n);
    if (field === undefined || id === undefined) return;
    this.#count();
    const text = field === "name" || field === "description" ? "By hand" : "https://by-hand.example.com/";
    kind.change(this.account, id, { [field]: `${text}${this.edits}` });
  }

  delete(section: Section, n: number): void {
    const [kind, id] = this.#pick(section, n);
    if (id === undefined) return;
    this.#count();
    this.#deleted.add(labelOf(kind, id));
    kind.remove(this.account, id);
  }

  /** Edits that all lists show. */
  get shown(): number {
    return this.clock.now() < this.#editedAt + MAX_STALE_MS ? 0 : this.edits;
  }

  #count(): void {
    this.edits++;
    this.#editedAt = this.clock.now();
  }

  hasDeleted(kind: Kind, id: string): boolean {
    return this.#deleted.has(labelOf(kind, id));
  }

  #pick(section: Section, n: number): [Kind, string | undefined] {
    const kind = kindOfSection(section);
    const ids = this.#idsOf(kind);
    return [kind, ids[n % Math.max(1, ids.length)]];
  }
}
