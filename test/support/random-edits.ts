// Random edits of a config file with pixels and QR codes, and what somebody changes on the account meanwhile. And the
// requests that the rows of a review announce.
import type { Row } from "../../src/commands/review/row";
import type { Account } from "../../src/emulator/index";

const SECTIONS = { pixels: "pixel", qrCodes: "qr" } as const;
type Section = keyof typeof SECTIONS;
type Entry = Record<string, unknown>;
export type RandomConfig = Record<Section, Record<string, Entry>>;

/** A whole number below `max`. */
export type Random = (max: number) => number;

/** The requests of an operation. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  create: ["POST"],
  update: ["PUT"],
  overwrite: ["PUT"],
  delete: ["DELETE"],
  replace: ["POST", "DELETE"],
};

/** Such as `DELETE qr 101`. A new object has no id yet. @param line such as `DELETE /api/qr/101/delete` */
export function requestOf(line: string): string {
  const [, method, kind, id] = /^(\S+) \/api\/(\w+)\/(\w+)/.exec(line) ?? [];
  return id === "add" ? `${method} ${kind}` : `${method} ${kind} ${id}`;
}

export function requestsOf({ operation, key, id }: Row): readonly string[] {
  const kind = SECTIONS[key.split(".")[0] as Section];
  const requests = REQUESTS[operation] ?? [];
  return requests.map((method) => (method === "POST" ? `POST ${kind}` : `${method} ${kind} ${id}`));
}

/**
 * @param round each has values of its own, so that no two objects are alike
 * @param isApplied the state has the entries as they are. Else nothing is renamed
 */
export function edit(config: RandomConfig, random: Random, round: number, isApplied: boolean): void {
  for (const section of ["pixels", "qrCodes"] as const) {
    const entries = config[section];
    if (isApplied) for (const entry of Object.values(entries)) delete entry.renamedFrom;
    const recorded = isApplied ? Object.keys(entries) : [];
    // An empty list would prove nothing.
    entries.stays ??= newEntry(section, `${round}-99`);
    for (let n = 0; n < 4; n++) editOne(section, entries, random, `${round}-${n}`, recorded);
  }
}

function newEntry(section: Section, value: string): Entry {
  if (section === "pixels") return { type: "fbpixel", name: `Pixel ${value}`, tag: value };
  return { type: "text", name: `Code ${value}`, data: value };
}

function editOne(
  section: Section,
  entries: Record<string, Entry>,
  random: Random,
  value: string,
  recorded: readonly string[],
): void {
  const keys = Object.keys(entries).filter((key) => key !== "stays" && !entries[key]!.renamedFrom);
  const key = keys[random(keys.length || 1)];
  const action = key === undefined ? 0 : random(7);
  if (action <= 1) entries[`k${value}`] = newEntry(section, value);
  if (key === undefined) return;
  const entry = entries[key]!;
  if (action === 2) delete entries[key];
  if (action === 3) entry.name = `Renamed ${value}`;
  // A replacement, but for the tag of a pixel.
  if (action === 4) Object.assign(entry, section === "pixels" ? { tag: value } : { type: otherType(entry) });
  if (action === 5) entry.options = { retainOnDelete: random(2) === 0, deleteBeforeReplace: random(2) === 0 };
  if (action === 6 && recorded.includes(key)) {
    delete entries[key];
    entries[`r${value}`] = { ...entry, renamedFrom: key };
  }
}

function otherType({ type }: Entry): string {
  return type === "text" ? "link" : "text";
}

export function changeByHand({ pixels, qrs }: Account, random: Random): void {
  for (const list of [pixels, qrs]) {
    const others = list.list().slice(1);
    const one = others[random(others.length || 1)];
    if (one === undefined) continue;
    if (random(3) > 0) list.update(one.id, { name: `By hand ${one.id} ${random(1000)}` });
    else list.delete(one.id);
  }
}
