// A resource without a record of its own is guarded by those of the whole stack, which the program tells.
import { afterEach, expect, test } from "vitest";
import { addRecords } from "../../src/kind/hidden-inputs";
import { World } from "./world";

let world: World;
afterEach(() => world.end());

const PIXEL = { type: "fbpixel", name: "Shop ads", tag: "1" };
const OWN = "1 registered 2024-01-15 09:30:00";
const OTHER = "1 registered 2019-09-09 09:09:09";

const onStackOf = (...accounts: string[]) => {
  const inputs = { ...PIXEL };
  addRecords(inputs, { accounts });
  return inputs;
};

test("a new resource on a stack of the same account passes, and its inputs do not keep the accounts", async () => {
  world = await World.start();
  const { inputs, failures } = await world.process().of("pixel").check({}, onStackOf(OWN));
  expect(failures).toEqual([]);
  expect(inputs).toEqual(PIXEL);
});

test.each([
  ["another account", [OTHER], `belong to account ${OTHER}, but`],
  ["more than one account", [OWN, OTHER], `${OWN} and ${OTHER}`],
])(
  "a new resource on a stack of %s is refused, and so is every create after it",
  async (_, accounts, named) => {
    world = await World.start();
    const process = world.process();
    await expect(process.of("pixel").check({}, onStackOf(...accounts))).rejects.toThrow(named);
    await expect(process.of("pixel").create(PIXEL)).rejects.toThrow();
    expect(world.emulator.log.map(({ path }) => path)).toEqual(["/api/account"]);
  },
);
