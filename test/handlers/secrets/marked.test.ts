// Values that a program marks as secret appear in no failure and no message of a provider.
import { afterEach, describe, expect, test } from "vitest";
import type { Props } from "../../../src/kind/definition";
import { ENTRY, planOf, toText } from "../../../src/kind/entry";
import { NEW_PASSWORD, PASSWORD } from "../../support/secrets";
import { byType, type Kind, kinds, prepareArgs } from "../support/kinds";
import { World } from "../support/world";

let world: World;
afterEach(async () => {
  // The log of the emulator does not know what a program marks.
  world.emulator.clearLog();
  // Fails if a message or an error contains a secret.
  await world.end();
});

const TAG = { type: "forum", name: "Ads", tag: PASSWORD };
const SECRET = { secrets: ["tag"] };

describe("a failure", () => {
  test("does not name the property, whose value the engine would print", async () => {
    world = await World.start();
    const wrong = { ...TAG, tag: [PASSWORD] };
    const marked = await world.process().check("pixel", wrong, SECRET);
    expect(marked.failures).toEqual([{ reason: expect.stringMatching(/^pixel 1: tag: /) }]);
    const plain = await world.process().check("pixel", { ...TAG, tag: 5 });
    expect(plain.failures).toEqual([{ property: "tag", reason: expect.any(String) }]);
  });

  test("does not contain a value in the name of an unknown argument", async () => {
    world = await World.start();
    const { failures } = await world.process().check("pixel", { ...TAG, [`tag ${PASSWORD}`]: "" }, SECRET);
    expect(JSON.stringify(failures)).toContain("[secret]");
    expect(JSON.stringify(failures)).not.toContain("hunter22");
  });
});

describe("an existing object", () => {
  test("is described without the secret values that differ", async () => {
    world = await World.start();
    world.account.pixels.create({ ...TAG, name: NEW_PASSWORD });
    const preview = await world.process().preview("pixel", TAG, { secrets: ["name", "tag"] });
    expect(preview.plan.collision).toMatchObject({ kind: "exists", objects: [{ differences: ["name"] }] });
    const { failures } = await world.process().check("pixel", TAG, { secrets: ["name", "tag"] });
    expect(failures[0]!.reason).toMatch(/differs in name\)/);
  });

  test("is described without the secret value of another field", async () => {
    world = await World.start();
    world.account.pixels.create({ ...TAG, name: `by ${PASSWORD}` });
    const { failures } = await world.process().check("pixel", TAG, SECRET);
    expect(failures[0]!.reason).toContain("[secret]");
    expect(JSON.stringify(failures)).not.toContain("hunter22");
  });

  test("is rejected by its id without a secret create-only value", async () => {
    world = await World.start();
    const pixel = world.account.pixels.create({ ...TAG, type: "fbpixel" });
    const { failures } = await world
      .process()
      .check("pixel", TAG, { secrets: ["type"], onExisting: { id: pixel.id } });
    expect(failures[0]!.reason).toContain("has another type, which is create-only");
  });

  test("is adopted by two entries, whose labels contain no identifying value", async () => {
    world = await World.start();
    world.account.pixels.create({ ...TAG, name: "By hand" });
    const process = world.process();
    // A program without the classes of this package sends no entry.
    const request = { entry: "", onExisting: "overwrite", ...SECRET } as const;
    await process.check("pixel", TAG, request);
    expect(process.messages.join()).toContain("Pixel forum [secret]: adopts id");
  });
});

test("a value that the service rewrites is not shown", async () => {
  world = await World.start();
  const args = { ...TAG, tag: `${PASSWORD} ` };
  const created = await world.process().create("pixel", args, SECRET);
  world.account.pixels.update(Number(created.id), { tag: PASSWORD });
  const process = world.process();
  await process.refresh("pixel", { ...created, outs: withoutMetadata(created.outs) });
  expect(process.messages).toEqual([`Pixel ${created.id}: the service rewrites tag`]);
});

test("the warning about another e-mail address does not contain it", async () => {
  world = await World.start();
  const process = world.process();
  await process.check("account", { email: "hunter22@example.com" }, { secrets: ["email"] });
  expect(process.messages.join()).toMatch(/changes the e-mail address from ".*" to "\[secret\]"/);
});

describe("the marks of a program", () => {
  test.each(byType(kinds))("%s: are in the state, for a refresh and a delete", async (_, kind: Kind) => {
    world = await World.start();
    const args = await prepareArgs(world.process(), kind);
    const name = Object.keys(args)[0]!;
    const created = await world.process().create(kind.handler, args, { secrets: [name] });
    expect(planOf(created.outs).secrets).toEqual([name]);
    const read = await world.process().refresh(kind.handler, created);
    expect(planOf(read!.outs).secrets).toEqual([name]);
  });

  test("are recorded when they change, which is no difference", async () => {
    world = await World.start();
    const created = await world.process().create("pixel", TAG);
    expect(created.inputs).toHaveProperty(ENTRY, "{}");
    const marked = await world.process().diff("pixel", created, TAG, SECRET);
    expect(marked).toMatchObject({ changes: false, inputs: { [ENTRY]: toText(SECRET) } });
    const now = { ...created, inputs: marked.inputs };
    const again = await world.process().diff("pixel", now, TAG, SECRET);
    expect(again).toMatchObject({ changes: false, inputs: marked.inputs });
    const unmarked = await world.process().diff("pixel", now, TAG);
    expect(unmarked).toMatchObject({ changes: false, inputs: { [ENTRY]: "{}" } });
  });

  test("do not repeat what is secret anyway", async () => {
    world = await World.start();
    const args = { type: "wifi", data: "hunter22" };
    const { inputs } = await world.process().check("qrCode", args, { secrets: ["data"] });
    expect(inputs).toHaveProperty(ENTRY, "{}");
  });
});

/** As after an import: a read returns new outputs. */
function withoutMetadata({ __metadata: _, ...outs }: Props): Props {
  return outs;
}
