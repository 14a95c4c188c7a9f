// Somebody who edits and deletes objects of a stack by hand, while a command runs.
import type { Account } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import { alike } from "../../src/kind/meaning";
import type { FaultClock } from "../support/faults";
import { type Kind, kindOfSection } from "../support/kinds";
import type { Stack } from "../support/stack";
import { idsOf, isId, KINDS, labelOf, type Section, sectionOf } from "./entries";
import type { Ownership } from "./ownership";

/** A list shows every change after this time. */
export const MAX_STALE_MS = 10_000;

/** What a person enters. The number makes texts different. */
type Form = Partial<Readonly<Record<Section, (n: number) => Props>>>;

const FORMS = {
  field: {
    pixels: (n) => ({ name: `By hand ${n}` }),
    domains: (n) => ({ redirectRoot: `https://by-hand-${n}.example.com` }),
    links: (n) => ({ url: `https://by-hand-${n}.example.com` }),
    channels: (n) => ({ description: `By hand ${n}` }),
    campaigns: (n) => ({ name: `By hand ${n}` }),
  },
  identity: {
    pixels: (n) => ({ tag: `by-hand-${n}` }),
    channels: (n) => ({ name: `By hand ${n}` }),
    campaigns: (n) => ({ slug: `by-hand-${n}` }),
  },
} as const satisfies Record<string, Form>;

export class Person {
  /** Edits and deletions so far. */
  edits = 0;
  #editedAt = Number.NEGATIVE_INFINITY;
  readonly #clock: FaultClock;
  readonly #account: Account;
  readonly #ownership: Ownership;
  readonly #deleted = new Set<string>();
  /** Names of the fields, by object. */
  readonly #edited = new Map<string, ReadonlySet<string>>();
  #name = "";
  #stack: Stack | undefined;

  constructor(account: Account, ownership: Ownership, clock: FaultClock) {
    this.#clock = clock;
    this.#account = account;
    this.#ownership = ownership;
  }

  /** Works for the users of a stack from now on. */
  begin(name: string, stack: Stack): void {
    this.#name = name;
    this.#stack = stack;
  }

  /** Enters a form for the newest object that has it, or for any one. */
  edit(section: Section, form: keyof typeof FORMS, n: number, isNewest = false): void {
    const kind = kindOfSection(section);
    const fields = (FORMS[form] as Form)[section]?.(this.edits + 1);
    const id = fields && this.#pick(kind, n, isNewest);
    if (id === undefined) return;
    this.#count();
    kind.change(this.#account, id, fields!);
    const name = `${section} ${id}`;
    this.#edited.set(name, new Set([...(this.#edited.get(name) ?? []), ...Object.keys(fields!)]));
  }

  delete(section: Section, n: number, isNewest = false): void {
    const kind = kindOfSection(section);
    const id = this.#pick(kind, n, isNewest);
    if (id === undefined) return;
    this.#count();
    this.#deleted.add(`${section} ${id}`);
    kind.remove(this.#account, id);
  }

  /** Edits that all lists show. */
  get shown(): number {
    return this.#clock.now() < this.#editedAt + MAX_STALE_MS ? 0 : this.edits;
  }

  #count(): void {
    this.edits++;
    this.#editedAt = this.#clock.now();
  }

  hasDeleted(kind: Kind, id: string): boolean {
    return this.#deleted.has(`${sectionOf(kind)} ${id}`);
  }

  hasRenamed(kind: Kind, id: string): boolean {
    const edited = this.#edited.get(`${sectionOf(kind)} ${id}`);
    return kind.definition.identity.flat().some((name) => edited?.has(name));
  }

  /** Labels of the recorded objects that differ from the state of a stack in what was edited by hand. */
  differing(stack: Stack): string[] {
    const { resources } = stack;
    return KINDS.flatMap((kind) =>
      resources
        .filter(({ type, id }) => type.endsWith(`:${kind.definition.type}`) && isId(id))
        .filter(({ id, inputs }) => this.#differs(kind, id, inputs))
        .map(({ name }) => labelOf(kind, name)),
    );
  }

  #differs(kind: Kind, id: string, inputs: Props): boolean {
    const object = kind.get(this.#account, id);
    if (!object) return true;
    const edited = this.#edited.get(`${sectionOf(kind)} ${id}`) ?? [];
    return [...edited].some((name) => {
      const field = kind.definition.fields[name]!;
      // Nothing shows the slug of a private campaign.
      const isCompared = !field.bestEffort && (name !== "slug" || object.public === true);
      return isCompared && name in inputs && !alike(field, inputs[name], object[field.api]);
    });
  }

  /** Of the stack's recorded objects and those that this command has created: nobody recognizes what a killed run left behind. */
  #pick(kind: Kind, n: number, isNewest: boolean): string | undefined {
    const recorded = this.#stack ? Object.values(idsOf(this.#stack, kind)) : [];
    const ids = kind.ids(this.#account).filter((id) => {
      const isRecorded = recorded.includes(id) && this.#ownership.isCreatedBy(this.#name, kind, id);
      return isNewest ? this.#ownership.isNew(kind, id) : isRecorded;
    });
    return isNewest ? ids.at(-1) : ids[n % Math.max(1, ids.length)];
  }
}
