// What a user reads at the end of a run: adoptions, the estimate, and warnings that concern several entries.
import { WINDOW_MS } from "../api/limiter";
import type { ListSpec } from "../api/list";
import type { AccountSession } from "../api/session";
import type { Definition, Props } from "../kind/definition";
import type { EntryRequest } from "../kind/entry";
import { identifyingFields } from "../kind/identity";

/** A new resource, as `check` gets it. */
export interface NewEntry {
  readonly definition: Definition;
  readonly args: Props;
  readonly request: EntryRequest;
  /** In messages. */
  readonly name: string;
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
  /** Whether each planned adoption updates its object, by entry. */
  readonly #adoptions = new Map<string, boolean>();
  /** Entries that may adopt an object, but found none. */
  readonly #missing = new Set<string>();
  /** New entries that no list will recognize. */
  readonly #unidentified = new Map<Definition, Set<string>>();
  #adopted = 0;
  #adoptedAndChanged = 0;

  addKind(definition: Definition): void {
    this.#kinds.set(definition.type, definition);
  }

  /** @param mayAdopt the entry would have adopted an existing object */
  planCreate({ definition, args, name }: NewEntry, mayAdopt: boolean): void {
    this.planChange(`new ${name} ${JSON.stringify(args)}`, 1, definition.lifecycle.listsFor(args));
    if (!definition.lifecycle.list) return;
    if (mayAdopt) this.#missing.add(name);
    if (identifyingFields(definition, args).length > 0) return;
    const entries = this.#unidentified.get(definition) ?? new Set();
    this.#unidentified.set(definition, entries.add(name));
  }

  planAdoption({ definition, args, name }: NewEntry, isChanged: boolean): void {
    this.#adoptions.set(name, isChanged);
    this.planChange(`new ${name}`, isChanged ? 1 : 0, definition.lifecycle.listsFor(args));
  }

  planChange(key: string, writes: number, lists: readonly ListSpec[]): void {
    this.#writes.set(key, writes);
    for (const list of lists) this.#lists.set(list.path, list);
  }

  noteAdopted(isChanged: boolean): void {
    this.#adopted++;
    if (isChanged) this.#adoptedAndChanged++;
  }

  preview(session: AccountSession | undefined): { info: string[]; warnings: string[] } {
    const changed = [...this.#adoptions.values()].filter(Boolean).length;
    const missing = this.#missing.size > 0 ? `, ${this.#missing.size} missing will be created` : "";
    const adoptions = adoptionLine(this.#adoptions.size, "will adopt", changed);
    const info = [adoptions && adoptions + missing, session && this.#estimate(session)];
    return { info: info.filter((line) => line !== undefined), warnings: this.#unidentifiedWarnings() };
  }

  update(): { info: string[]; warnings: string[] } {
    const adoptions = adoptionLine(this.#adopted, "adopted", this.#adoptedAndChanged);
    const warnings = this.endings.map((ending) => ending()).filter((line) => line !== undefined);
    return { info: adoptions === undefined ? [] : [adoptions], warnings };
  }

  #estimate(session: AccountSession): string | undefined {
    for (const [type, count] of Object.entries(this.deletions)) {
      this.planChange(`delete ${type}`, count, this.#kinds.get(type)?.lifecycle.listsFor({}) ?? []);
    }
    const writes = [...this.#writes.values()].reduce((sum, count) => sum + count, 0);
    if (writes === 0) return undefined;
    const unread = [...this.#lists.values()].filter((list) => !session.collection(list).isListed);
    // The process of the update repeats what this one has sent.
    const requests = session.sent + unread.length + writes;
    // The preview has used a part of the first window.
    const windows = Math.ceil((session.sent + requests) / session.limit) - 1;
    const time = windows === 0 ? "no wait for the rate limit" : `about ${(windows * WINDOW_MS) / 1000} s`;
    return `apply: ${requests} request${requests === 1 ? "" : "s"}, ${time}`;
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

/** @param verb such as "adopted" */
function adoptionLine(count: number, verb: string, changed: number): string | undefined {
  if (count === 0) return undefined;
  const objects = count === 1 ? "1 existing object" : `${count} existing objects`;
  const kept = count === 1 ? "it" : "them";
  return `${verb} ${objects}, ${changed || "none"} changed; destroying this stack will delete ${kept}`;
}
