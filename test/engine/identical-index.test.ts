// The index finds exactly what a walk through the list would find.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Snapshot } from "../../src/api/list/snapshot";
import type { Props } from "../../src/kind/definition";
import { address, flag, hexColour, text } from "../../src/kind/field";
import { IdenticalIndex } from "../../src/kind/lifecycle/identical-index";

const fields = {
  name: text({ api: "name" }),
  site: address({ api: "site" }),
  color: hexColour({ api: "color" }),
  starred: flag({ api: "starred" }),
  // Told by some objects only, as a campaign's slug is.
  slug: { ...text({ api: "slug" }), read: ({ slug }: Props) => slug || undefined },
};

const some = <T>(...values: T[]) => fc.constantFrom(...values);
const values = {
  name: some("A", "a", "", '","'),
  site: some("https://a.example", "https://A.example/", "https://a.example/x"),
  color: some("#22AA66", "#22aa66", "#000000"),
  starred: some(true, false),
  slug: some("s", "t"),
};
const args = fc.record(values, { requiredKeys: [] });
const items = fc.record(
  { ...values, starred: some<unknown>(true, 1, "0", null, "?"), slug: some("s", "t", null) },
  { requiredKeys: [] },
);
const changes = fc.array(fc.record({ id: some("1", "2", "3"), item: fc.option(items) }), { maxLength: 6 });
const times = { begunAt: 0, isQuiet: true, independentFrom: 0 };

/** Equal in every given argument that can be read, and in one at least. */
function walk(snapshot: Snapshot, wanted: Props): string[] {
  const found: string[] = [];
  for (const [id, item] of snapshot.items) {
    const told = Object.entries(fields).filter(
      ([name, { read }]) => name in wanted && read(item) !== undefined,
    );
    const isSame = told.every(([name, field]) => field.same(wanted[name], field.read(item)));
    if (told.length > 0 && isSame) found.push(id);
  }
  return found.sort();
}

test("a look into the index finds what a walk through the list finds, whatever came and went since it was built", () => {
  fc.assert(
    fc.property(fc.array(items, { maxLength: 6 }), changes, args, (listed, later, wanted) => {
      const entries = listed.map((item, index): [string, Props] => [String(index), item]);
      const snapshot = new Snapshot(times, { items: new Map(entries), isOnePage: true }, undefined);
      const make = () => new IdenticalIndex(fields, Object.keys(wanted));
      const index = snapshot.index("identical", make);
      for (const { id, item } of later) {
        if (item) snapshot.put(id, item);
        else snapshot.drop(id);
      }
      const found = index.find(wanted).map(([id]) => id);
      expect(found.sort()).toEqual(walk(snapshot, wanted));
      expect(snapshot.index("identical", make)).toBe(index);
    }),
    { numRuns: 500 },
  );
});

test("every object is read once, however often one is looked for", () => {
  let reads = 0;
  const name = text({ api: "name" });
  const counting = {
    ...name,
    read: (item: Props) => {
      reads++;
      return name.read(item);
    },
  };
  const entries = Array.from({ length: 100 }, (_, id): [string, Props] => [`${id}`, { name: `n${id}` }]);
  const snapshot = new Snapshot(times, { items: new Map(entries), isOnePage: true }, undefined);
  const find = (id: string) =>
    snapshot
      .index("by name", () => new IdenticalIndex({ name: counting }, ["name"]))
      .find({ name: `n${id}` });
  for (const [id] of entries) expect(find(id).map(([found]) => found)).toEqual([id]);
  expect(reads).toBe(100);
});
