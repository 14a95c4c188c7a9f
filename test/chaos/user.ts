// A user who follows the messages: edits the config as they say, and repeats a failed run with
// LINK_MANAGEMENT_ON_EXISTING=adopt.
import { label, type Recorded } from "../support/engine/state";
import type { Kind } from "../support/kinds";
import type { Stack } from "../support/stack";
import type { Setting } from "./commands";
import { allowsDuplicates } from "./conditions";
import { type Entry, isId, KINDS, labelOf, nameOf, recordsOf, sectionOf } from "./entries";
import { sameObjects } from "./ownership";

type Edit = { readonly [Name in "onExisting" | "renamedFrom"]?: Entry[Name] | undefined };

export class User {
  readonly #edits = new Map<string, Edit>();
  /** Entries that the user removed, because another stack has their objects. */
  readonly #removed = new Set<string>();
  /** Objects that the user deleted by hand. */
  readonly #deleted = new Set<string>();
  /** A failed or killed run may have left objects behind. */
  #isRecovering = false;
  /** A killed run may have left codes that a pending record could have had. */
  #wasKilled = false;
  /** An error says that a refresh comes first. */
  mustRefresh = false;
  /** An error says that the account lists nothing, and that is so. */
  isEmptied = false;
  /** The value of LINK_MANAGEMENT_ON_EXISTING for the next run. */
  onExisting: "adopt" | "overwrite" | undefined;

  constructor(
    private readonly setting: Setting,
    private readonly name: string,
    private readonly stack: Stack,
  ) {}

  /** The config for the next run. */
  configOf(desired: readonly Entry[]): Entry[] {
    return desired
      .filter((entry) => !this.#removed.has(nameOf(entry)))
      .map((entry) => ({ ...entry, ...this.#edits.get(nameOf(entry)) }));
  }

  /** @param message of any command that failed. Empty: it succeeded */
  read(message = ""): void {
    if (/--refresh|pulumi refresh/.test(message)) this.mustRefresh = true;
    const isEmpty = (kind: Kind) => kind.ids(this.setting.world.account).length === 0;
    this.isEmptied = message.includes("lists no object") && KINDS.every(isEmpty);
  }

  /** The config is a new one. */
  startOver(): void {
    this.mustRefresh = false;
    this.#edits.clear();
    this.#removed.clear();
  }

  /** Starts with an empty state, and adopts what the account has. */
  loseState(): void {
    for (const resource of this.stack.resources) this.stack.forget(label(resource));
    this.#isRecovering = true;
    this.#cleanUp();
  }

  /** An update succeeded: what was decided is in the state. */
  succeeded(): void {
    if (this.#wasKilled) this.#cleanUp();
    this.#wasKilled = false;
    this.onExisting = undefined;
    this.#isRecovering = false;
    this.mustRefresh = false;
    for (const [name, { renamedFrom }] of this.#edits)
      this.#edits.set(name, renamedFrom ? { renamedFrom } : {});
  }

  /** A preview succeeded, so `adopt` would adopt nothing of another stack. */
  previewSucceeded(): void {
    // It does not show what becomes of a pending create.
    const isPending = this.stack.resources.some(({ id }) => !isId(id));
    if (this.#isRecovering && !isPending) this.onExisting ??= "adopt";
  }

  /** A preview failed, so nothing was changed. */
  readPreview(message: string, config: readonly Entry[]): void {
    this.read(message);
    const areAdoptable = linesAbout(config, message).map(({ entry, line }) => this.#decide(entry, line));
    if (areAdoptable.length === 0 || areAdoptable.includes(false)) return;
    this.onExisting = message.includes("ON_EXISTING=overwrite") ? "overwrite" : "adopt";
  }

  /** An update failed or was interrupted. */
  readUpdate(message: string, config: readonly Entry[], hasRefreshed: boolean): void {
    this.read(message);
    this.#isRecovering = true;
    this.onExisting = undefined;
    for (const { entry, line } of linesAbout(config, message)) {
      // An attempt of an earlier request had an effect, which the next preview names.
      const isLeft = this.leftovers(entry.kind).some((id) => this.#isFor(entry, id));
      if (line.includes("the service rejected the request") && !isLeft) this.#removed.add(nameOf(entry));
    }
    if (/^killed|canceled/m.test(message)) {
      this.#wasKilled = true;
      this.#cleanUp();
    }
    for (const entry of config) {
      const record = this.#recordOf(entry);
      if (record && !isId(record.id)) this.#decidePending(entry, record, message, hasRefreshed);
      // The next run would create one more object.
      else if (entry.onExisting === "duplicate") this.#edit(entry, { onExisting: undefined });
      if (message.split("\n").some((line) => isAboutLinks(entry, line)))
        this.#edit(entry, { onExisting: "adopt" });
    }
  }

  /** Whether an object is what an entry with these arguments would create. Nobody edits the content of a QR code by hand. */
  #isFor(entry: Pick<Entry, "kind" | "args">, id: string): boolean {
    const { account } = this.setting.world;
    if (sectionOf(entry.kind) !== "qrCodes") return sameObjects(account, entry).includes(id);
    const { type, data } = account.qrs.get(Number(id)) ?? {};
    return type === entry.args.type && data === entry.args.data;
  }

  /** Deletes by hand the QR codes that nothing records, and nothing recognizes. A pending record may have one of them. */
  #cleanUp(): void {
    const kind = KINDS.find((one) => sectionOf(one) === "qrCodes")!;
    const codes = this.stack.resources.filter(({ type }) => type.endsWith(":QrCode"));
    const pending = codes.filter(({ id }) => !isId(id));
    const mayHave = (id: string) => pending.some(({ inputs }) => this.#isFor({ kind, args: inputs }, id));
    const forgotten = this.leftovers(kind).filter((id) => !mayHave(id));
    this.#delete(kind, forgotten);
  }

  /** @returns whether `adopt` is right for this entry */
  #decide(entry: Entry, line: string): boolean {
    const { kind } = entry;
    // With an address, each has an `id` of its own.
    const [objects = ""] = /\bids? \d[^)]*/.exec(line) ?? [];
    const ids = [...objects.matchAll(/\bids? ([\d, ]*\d)/g)].flatMap(([, some = ""]) => some.split(", "));
    const own = ids.filter((id) => this.setting.ownership.isCreatedBy(this.name, kind, id));
    // A replacement cannot name what an earlier run left behind.
    const left = own.filter((id) => this.leftovers(kind).includes(id));
    const renamedFrom = (/renamedFrom: ([\w-]+)/.exec(line) ?? /\.([\w-]+) manages id/.exec(line))?.[1];
    if (renamedFrom !== undefined) this.#edit(entry, { renamedFrom });
    else if (line.includes("Correct the id")) {
      this.#edit(entry, { onExisting: undefined });
      // A list may be old, so that it is there.
      this.#cleanUp();
    } else if (line.includes("Correct onExisting")) {
      this.#delete(kind, left);
      this.#edit(entry, { onExisting: undefined });
    } else if (own.length === 0) this.#avoid(entry);
    // Another stack, or a record of this one, has one of them.
    else if (left.length < ids.length) {
      if (own.length < ids.length && line.includes("onExisting: { id:"))
        this.#edit(entry, { onExisting: { id: newestOf(own) } });
      else if (left.length > 0) this.#delete(kind, left);
      else this.#avoid(entry);
    } else {
      this.#delete(
        kind,
        own.filter((id) => Number(id) !== newestOf(own)),
      );
      return true;
    }
    return false;
  }

  /** Another stack has the object. */
  #avoid(entry: Entry): void {
    const { conditions, random } = this.setting;
    const isAllowed = allowsDuplicates(conditions.dialect, entry.kind);
    if (isAllowed && random() < 0.5) this.#edit(entry, { onExisting: "duplicate" });
    else this.#removed.add(nameOf(entry));
  }

  /** A refresh decides what a list identifies. About the rest, the user looks at the objects that its message names. */
  #decidePending(entry: Entry, record: Recorded, message: string, hasRefreshed: boolean): void {
    const { kind } = entry;
    this.mustRefresh = true;
    const line = linesAbout([entry], message).find((one) => isOpen(one.line))?.line;
    if (!hasRefreshed || line === undefined) return;
    const isNamed = (id: string) => new RegExp(`\\bid ${id}\\b|and \\d+ more`).test(line);
    const isIts = (id: string) => this.#isFor({ kind, args: record.inputs }, id) && isNamed(id);
    const own = this.leftovers(kind).filter(isIts);
    if (own.length > 0) this.#edit(entry, { onExisting: { id: newestOf(own) } });
    else if (line.includes("pulumi state delete")) this.stack.forget(label(record));
    else this.#edit(entry, { onExisting: "duplicate" });
  }

  /** Own objects that are not in the state. */
  leftovers(kind: Kind): string[] {
    const managed = recordsOf(this.stack, kind).map(({ id }) => id);
    return this.setting.ownership.idsOf(this.name, kind).filter((id) => !managed.includes(id));
  }

  #delete(kind: Kind, ids: readonly string[]): void {
    for (const id of ids) {
      kind.remove(this.setting.world.account, id);
      this.#deleted.add(labelOf(kind, id));
    }
  }

  /** An old list may still show it, so that a run adopts it. A refresh finds out. */
  hasDeleted(kind: Kind, id: string): boolean {
    return this.#deleted.has(labelOf(kind, id));
  }

  #edit(entry: Entry, edit: Edit): void {
    const name = nameOf(entry);
    this.#edits.set(name, { ...this.#edits.get(name), ...edit });
  }

  #recordOf({ kind, key, renamedFrom }: Entry): Recorded | undefined {
    const find = (name: string) => this.stack.resources.find((one) => labelOf(kind, name) === label(one));
    return find(key) ?? find(renamedFrom ?? key);
  }
}

const newestOf = (ids: readonly string[]) => Math.max(...ids.map(Number));

/** A line about a pending create that the refresh could not decide. */
export const isOpen = (line: string) => line.includes("result, and no resource has");

/** The lines of a message that begin with an entry. */
export function linesAbout(config: readonly Entry[], message: string) {
  return message.split("\n").flatMap((line) => {
    const text = line.replace(/^(\S+:\d+:\d+ error|(create|update) of) /, "").trim();
    const isAbout = (name: string) => text.startsWith(`${name}:`) || text.startsWith(`${name} `);
    const entry = config.find((one) => [nameOf(one), labelOf(one.kind, one.key)].some(isAbout));
    return entry ? [{ entry, line }] : [];
  });
}

/** A link of this campaign may be assigned already, which nothing shows. */
function isAboutLinks({ kind, key }: Entry, line: string): boolean {
  return (
    sectionOf(kind) === "campaigns" &&
    line.includes("onExisting: adopt of its campaign") &&
    new RegExp(`CampaignLink ${key}/|campaigns\\.${key}[. ]`).test(line)
  );
}
