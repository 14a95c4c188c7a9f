// What a user reads at the end of a run: adoptions, the estimate, and warnings that concern several entries.
import { WINDOW_MS } from "../api/limiter";
import type { ListSpec } from "../api/list";
import type { AccountSession } from "../api/session";
import type { Definition, Props } from "../kind/definition";
import { identifyingFields } from "../kind/identity";
import type { Entry } from "./live-objects";

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
  /** The number of deletions by type, from the program: a provider does not see those of a preview. */
  deletions: Readonly<Record<string, number>> = {};
  readonly #kinds = new Map<string, Definition>();
  /** Writes of each planned change. An existing object may be compared more than once. */
  readonly #writes = new Map<string, number>();
  /** Lists that the changes read first. */
  readonly #lists = new Map<string, ListSpec>();
  /** By object, whether its adoption updates it: as planned, and as done. */
  readonly #willAdopt = new Map<string, boolean>();
  readonly #adopted = new Map<string, boolean>();
  /** Entries that may adopt an object, but found none. */
  readonly #missing = new Set<string>();
  /** New entries that no list will recognize. */
  readonly #unidentified = new Map<Definition, Set<string>>();

  addKind(definition: Definition): void {
    this.#kinds.set(definition.type, definition);
  }

  /** @param mayAdopt the entry would have adopted an existing object */
  planCreate({ definition, args, name }: Entry, mayAdopt: boolean): void {
    this.plan(definition, `new ${name} ${JSON.stringify(args)}`, args);
    if (!definition.lifecycle.list) return;
    if (mayAdopt) this.#missing.add(name);
    if (identifyingFields(definition, args).length > 0) return;
    const entries = this.#unidentified.get(definition) ?? new Set();
    this.#unidentified.set(definition, entries.add(name));
  }

  planAdoption({ definition, args }: Entry, id: string, isChanged: boolean): void {
    this.#willAdopt.set(`${definition.type} ${id}`, isChanged);
    this.plan(definition, `adopt ${id}`, args, isChanged ? 1 : 0);
  }

  /** @param change is counted once */
  plan(definition: Definition, change: string, args: Props = {}, writes = 1): void {
    this.#writes.set(`${definition.type} ${change}`, writes);
    for (const list of definition.lifecycle.listsFor(args)) this.#lists.set(list.path, list);
  }

  noteAdopted({ type }: Definition, id: string, isChanged: boolean): void {
    this.#adopted.set(`${type} ${id}`, isChanged);
  }

  /** @param soon what will happen to the account by itself */
  preview(session: AccountSession | undefined, soon: string | undefined): Lines {
    const missing = this.#missing.size > 0 ? `, ${this.#missing.size} missing will be created` : "";
    const adoptions = adoptionLine("will adopt", this.#willAdopt).map((line) => line + missing);
    return {
      info: [...adoptions, ...(session ? this.#estimate(session) : [])],
      warnings: [...(soon === undefined ? [] : [soon]), ...this.#unidentifiedWarnings()],
    };
  }

  update(): Lines {
    const warnings = this.endings.map((ending) => ending()).filter((line) => line !== undefined);
    return { info: adoptionLine("adopted", this.#adopted), warnings };
  }

  #estimate(session: AccountSession): string[] {
    for (const [type, count] of Object.entries(this.deletions)) {
      const definition = this.#kinds.get(type);
      if (definition) this.plan(definition, "deletions", {}, count);
    }
    const writes = [...this.#writes.values()].reduce((sum, count) => sum + count, 0);
    if (writes === 0) return [];
    const unread = [...this.#lists.values()].filter((list) => !session.collection(list).isListed);
    // The process of the update repeats what this one has sent.
    const requests = session.sent + unread.length + writes;
    // The preview has used a part of the first window.
    const windows = Math.ceil((session.sent + requests) / session.limit) - 1;
    const time = windows === 0 ? "no wait for the rate limit" : `about ${(windows * WINDOW_MS) / 1000} s`;
    return [`apply: ${requests} request${requests === 1 ? "" : "s"}, ${time}`];
  }

  #unidentifiedWarnings(): string[] {
    return [...this.#unidentified].map(([{ type, identity }, { size }]) => {
      const name = identity.flat().join(" or a ");
      const entries = size === 1 ? "1 new entry" : `${size} new entries`;
      const why = "If the update is killed, nobody can recognize what it created";
      return `${type}: ${entries} without a ${name}. ${why}. Set a ${name}`;
    });
  }
}

/** @param adoptions whether each updates its object */
function adoptionLine(verb: string, adoptions: ReadonlyMap<string, boolean>): string[] {
  const count = adoptions.size;
  if (count === 0) return [];
  const changed = [...adoptions.values()].filter(Boolean).length;
  const [objects, kept] = count === 1 ? ["1 existing object", "it"] : [`${count} existing objects`, "them"];
  return [`${verb} ${objects}, ${changed || "none"} changed; destroying this stack will delete ${kept}`];
}
