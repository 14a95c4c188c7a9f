// What a user reads at the end of a run: adoptions, what needs no request, and warnings that concern several entries.
import type { Definition } from "../kind/definition";
import { identifyingFields } from "../kind/identity";
import type { Entry } from "./entries";

interface Lines {
  readonly info: readonly string[];
  readonly warnings: readonly string[];
}

export class RunReport {
  /** What is compared from now on is a live entry. Before that, the engine refreshes. */
  hasProgram = false;
  isApplying = false;
  hasFailed = false;
  /** Lines for the end, in an update. `undefined`: there is nothing to say. */
  readonly endings: (() => string | undefined)[] = [];
  /** New entries that need no request. */
  readonly #there = new Set<string>();
  /** Whether the adoption of each object updates it, as planned and as done. */
  readonly #willAdopt = new Map<string, boolean>();
  readonly #adopted = new Map<string, boolean>();
  /** Entries that may adopt an object, but found none. */
  readonly #missing = new Set<string>();
  /** New entries that no list will recognize. */
  readonly #unidentified = new Map<Definition, Set<string>>();

  /** @param mayAdopt the entry would have adopted an existing object */
  noteCreate({ definition, args, name }: Entry, mayAdopt: boolean): void {
    if (mayAdopt) this.#missing.add(name);
    if (identifyingFields(definition, args).length > 0) return;
    const entries = this.#unidentified.get(definition) ?? new Set();
    this.#unidentified.set(definition, entries.add(name));
  }

  /** The account shows what the entry would create. */
  noteThere({ urn }: Entry): void {
    this.#there.add(urn);
  }

  planAdoption({ definition }: Entry, id: string, isChanged: boolean): void {
    this.#willAdopt.set(`${definition.type} ${id}`, isChanged);
  }

  noteAdopted({ type }: Definition, id: string, isChanged: boolean): void {
    this.#adopted.set(`${type} ${id}`, isChanged);
  }

  preview(): Lines {
    const missing = this.#missing.size > 0 ? `, ${this.#missing.size} missing will be created` : "";
    const adoptions = adoptionLine("will adopt", this.#willAdopt).map((line) => line + missing);
    return {
      info: [...adoptions, ...this.#thereLine()],
      warnings: this.#unidentifiedWarnings(),
    };
  }

  update(): Lines {
    const warnings = this.endings.map((ending) => ending()).filter((line) => line !== undefined);
    return { info: [...adoptionLine("adopted", this.#adopted), ...this.#thereLine()], warnings };
  }

  #thereLine(): string[] {
    const { size } = this.#there;
    return size === 0 ? [] : [`${size} already there: 0 requests`];
  }

  #unidentifiedWarnings(): string[] {
    return [...this.#unidentified].map(([{ type, fields, identity }, { size }]) => {
      const isUncertain = identity.flat().some((field) => fields[field]?.bestEffort);
      const name = identity.flat().join(" or a ");
      const entries = size === 1 ? "1 new resource" : `${size} new resources`;
      const why = "If the update is killed, nobody can recognize what it created";
      const condition = isUncertain ? `, if your deployment keeps ${name}s` : "";
      return `${type}: ${entries} without a ${name}. ${why}. Set a ${name}${condition}`;
    });
  }
}

/** @param adoptions whether each updates its object */
function adoptionLine(verb: string, adoptions: ReadonlyMap<string, boolean>): string[] {
  const count = adoptions.size;
  if (count === 0) return [];
  const changed = [...adoptions.values()].filter(Boolean).length;
  const [objects, them] = count === 1 ? ["1 existing object", "it"] : [`${count} existing objects`, "them"];
  return [`${verb} ${objects}, ${changed || "none"} changed; destroying this stack will delete ${them}`];
}
