// What a user reads at the end of a run: the number of adoptions, and warnings that concern several entries.

import { identifyingFields } from "../kind/compare";
import type { Definition } from "../kind/definition";
import type { Entry } from "./entries";

export class RunReport {
  /** The program has registered something. Before that, the engine refreshes. */
  hasProgram = false;
  isApplying = false;
  hasFailed = false;
  /** What to say at the end about what an update deleted, by its name. `undefined`: nothing. */
  readonly endings: (readonly [name: string, ending: () => string | undefined])[] = [];
  /** Whether the adoption of each object updates it. */
  readonly #adoptions = new Map<string, boolean>();
  /** Names of new entries that no list will recognize. */
  readonly #unidentified = new Map<Definition, Set<string>>();

  noteCreate({ definition, args, name }: Entry): void {
    if (identifyingFields(definition, args).length > 0) return;
    const entries = this.#unidentified.get(definition) ?? new Set();
    this.#unidentified.set(definition, entries.add(name));
  }

  noteAdoption({ definition }: Entry, id: string, isChanged: boolean): void {
    this.#adoptions.set(`${definition.type} ${id}`, isChanged);
  }

  info(): readonly string[] {
    const { size } = this.#adoptions;
    if (size === 0 || this.hasFailed) return [];
    const changed = [...this.#adoptions.values()].filter(Boolean).length;
    const [objects, them] = size === 1 ? ["1 existing object", "it"] : [`${size} existing objects`, "them"];
    const verb = this.isApplying ? "adopted" : "will adopt";
    return [
      `${verb} ${objects}, ${changed || "none"} changed; destroying this stack will delete ${them} unless protected`,
    ];
  }

  warnings(): readonly string[] {
    if (this.isApplying)
      return this.endings.flatMap(([name, ending]) => {
        const text = ending();
        return text === undefined ? [] : `${name}: ${text}`;
      });
    return [...this.#unidentified].map(([{ type, identity }, { size }]) => {
      const name = identity.flat().join(" or a ");
      const entries = size === 1 ? "1 new resource" : `${size} new resources`;
      const why = "If the update is killed, nobody can recognize what it created";
      return `${type}: ${entries} without a ${name}. ${why}. Set a ${name}, if your deployment keeps ${name}s`;
    });
  }
}
