// The index finds exactly the objects that a scan of the list would find.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Snapshot } from "../../../src/api/list/snapshot";
import type { Props } from "../../../src/kind/definition";
import { address, text } from "../../../src/kind/field";
import { identitiesOf } from "../../../src/kind/identity";
import { IdentityIndex } from "../../../src/kind/lifecycle/identity-index";
import { readFields } from "../../../src/kind/state";

const kind = {
  type: "Page",
  fields: { slug: text("slug"), name: text("name"), site: address("site") },
  identity: [["slug"], ["name", "site"]],
};

const some = <T>(...values: T[]) => fc.constantFrom(...values);
const items = fc.record(
  {
    slug: some("s", "S ", "t", null),
    name: some("A", " a", "B", ""),
    site: some("https://a.example", "https://A.example/", "https://a.example/x"),
  },
  { requiredKeys: [] },
);
const changes = fc.array(fc.record({ id: some("0", "1", "2"), item: fc.option(items) }), { maxLength: 6 });
const times = { startedAt: 0, isQuiet: true, independentFrom: 0 };

const identitiesIn = (item: Props) => identitiesOf(kind, readFields(kind, item));

function snapshotOf(listed: readonly Props[]): Snapshot {
  const entries = listed.map((item, index): [string, Props] => [String(index), item]);
  return new Snapshot(times, { items: new Map(entries), isOnePage: true }, undefined);
}

function scan(snapshot: Snapshot, identity: string): string[] {
  return [...snapshot.items].filter(([, item]) => identitiesIn(item).includes(identity)).map(([id]) => id);
}

test("finds the same objects as a scan, before and after changes", () => {
  fc.assert(
    fc.property(fc.array(items, { maxLength: 6 }), changes, items, (listed, later, wanted) => {
      const snapshot = snapshotOf(listed);
      const make = () => new IdentityIndex(identitiesIn);
      const index = snapshot.index("identity", make);
      const expectSame = () => {
        for (const identity of identitiesIn(wanted)) {
          const found = index.find(identity).map(([id]) => id);
          expect(found.sort()).toEqual(scan(snapshot, identity).sort());
        }
      };
      expectSame();
      for (const { id, item } of later) {
        if (item) snapshot.put(id, item);
        else snapshot.drop(id);
      }
      expectSame();
      expect(snapshot.index("identity", make)).toBe(index);
    }),
    { numRuns: 500 },
  );
});

test("reads every object once, however often it searches", () => {
  let reads = 0;
  const counting = (item: Props) => {
    reads++;
    return identitiesIn(item);
  };
  const snapshot = snapshotOf(Array.from({ length: 100 }, (_, id) => ({ slug: `s${id}` })));
  const index = () => snapshot.index("identity", () => new IdentityIndex(counting));
  for (const [id, item] of snapshot.items) {
    const [identity] = identitiesIn(item);
    expect(
      index()
        .find(identity!)
        .map(([found]) => found),
    ).toEqual([id]);
  }
  expect(reads).toBe(100);
});
