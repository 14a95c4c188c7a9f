// 300 objects made by hand become a stack without a difference, with the real CLI.
import { expect, test } from "vitest";
import { type Dialect, OBSERVED_DIALECT } from "../../../src/emulator/index";
import { DIFFICULT_NAMES } from "../../support/difficult-names";
import { dialectOf } from "../support/dialects";
import { adoptionOf, handMade, roundTrip } from "./support";

/** A config file can have all of them but "". */
const NAMES = [...DIFFICULT_NAMES, "", ...Array.from({ length: 8 }, (_, n) => `Campaign ${n}`)];

const DIALECTS: readonly (readonly [string, Partial<Dialect>])[] = [
  ["the default dialect", {}],
  ["the preset observed", OBSERVED_DIALECT],
  ...[7, 19, 31].map((seed) => [`the dialect of seed ${seed}`, dialectOf(seed)] as const),
];

test.each(DIALECTS)(
  "everything is adopted with reads only in %s, and nothing differs",
  async (_, dialect) => {
    const stack = await handMade(NAMES, dialect);
    // Where lists trim names, "  " is empty, too.
    const nameless = dialect.trimNames && dialect.namesRewritten === "inLists" ? 2 : 1;
    expect(await roundTrip(stack)).toEqual(adoptionOf(NAMES, nameless));
  },
);

test("also with one file per kind", async () => {
  const stack = await handMade(NAMES);
  expect(await roundTrip(stack, "--split")).toEqual(adoptionOf(NAMES, 1));
});
