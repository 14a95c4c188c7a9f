// A QR code whose content is unknown: an entry without type and content manages it by its id, and sends nothing for it.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { METADATA } from "../../../src/kind/metadata";
import { UNKNOWN } from "../../../src/kind/unknown";
import { type State, World } from "../support/world";

let world: World;
let id: string;
afterEach(() => world.end());

const CONTENT = { type: "link", data: "https://example.com/new" };
const OLD = { type: "text", data: "printed", foreground: "rgb(16,42,67)", logo: "logo.png" };
const NEEDS = "needs type and data (or content): add them, or undo the change";

beforeEach(async () => {
  world = await World.start({ qrNames: "asGiven" });
  id = String(world.account.qrs.create({ ...OLD, name: "Menu" }).id);
});

const code = () => world.account.qrs.get(Number(id));
const adopted = (args = {}) => world.process().create("qrCode", args, { onExisting: { id } });
const withoutMetadata = ({ outs: { [METADATA]: _, ...outs } }: State) => outs;

describe("a new entry", () => {
  test("adopts the code with GET requests only, and shows neither a change nor drift", async () => {
    for (const args of [{}, { name: "Menu" }, { name: " menu" }]) {
      world.emulator.clearLog();
      const process = world.process();
      expect((await process.preview("qrCode", args, { entry: "menu", onExisting: { id } })).plan).toEqual({
        adopt: id,
      });
      expect(process.messages.filter((message) => message.includes("adopts"))).toEqual([]);
      const state = await adopted(args);
      expect(withoutMetadata(state)).toMatchObject({ ...args, link: code()?.link });
      expect((await world.process().diff("qrCode", state, args)).changes).toBe(false);
      world.account.qrs.update(Number(id), { data: "by hand" });
      const refreshed = await world.process().refresh("qrCode", state);
      expect(refreshed?.inputs).toEqual(state.inputs);
      expect(await world.process().hasChanges("qrCode", refreshed!, args)).toBe(false);
      expect(world.requests().filter((request) => !request.startsWith("GET "))).toEqual([]);
    }
  });

  test("without an id is a collision", async () => {
    const reason =
      "without type and data (or content), it can only manage an existing QrCode: add them, or set onExisting: { id: 4711 }";
    for (const onExisting of ["fail", "adopt", "overwrite", "duplicate"] as const) {
      const request = { onExisting };
      const args = { name: "Menu" };
      expect(await world.process().collision("qrCode", args, request)).toEqual({ kind: "unusable", reason });
      await expect(world.process().create("qrCode", args, request)).rejects.toThrow(reason);
    }
    expect(await world.process({ onExisting: "adopt" }).collision("qrCode", {})).toMatchObject({ reason });
    expect(world.changes()).toEqual([]);
  });

  test("cannot replace its code", async () => {
    const request = { onExisting: { id }, ownId: id };
    expect(await world.process().collision("qrCode", {}, request)).toMatchObject({ kind: "unusable" });
    await expect(world.process().create("qrCode", {}, request)).rejects.toThrow(
      "can only manage an existing",
    );
    expect(world.changes()).toEqual([]);
  });

  test("with another name than the code is a collision, because an update sends the content", async () => {
    for (const name of ["Drinks", UNKNOWN]) {
      expect(await world.process().collision("qrCode", { name }, { onExisting: { id } })).toEqual({
        kind: "unusable",
        reason: `onExisting: QrCode ${id} differs, and an update of name ${NEEDS}`,
      });
    }
  });

  test("with colors or a part of the content is an error", async () => {
    const failure = async (args: object) => {
      const { failures } = await world.process().preview("qrCode", { ...args }, { onExisting: { id } });
      return failures.map(({ reason }) => reason.replace(/^qrCode \d+: /, ""));
    };
    expect(await failure({ foreground: "rgb(0,0,0)" })).toEqual([
      "must have type and data (or content): background, foreground, logo are only sent together with them",
    ]);
    expect(await failure({ type: "link" })).toEqual(["must have data or content"]);
    expect(await failure({ data: "x" })).toEqual(["type: must be set with data or content"]);
    expect(await failure({ content: { text: "x" } })).toEqual(["type: must be set with data or content"]);
  });
});

test("an adoption that updates the name of a code says that it sends the content", async () => {
  const process = world.process();
  const args = { ...CONTENT, name: "Drinks" };
  await process.preview("qrCode", args, { entry: "menu", onExisting: { id } });
  expect(process.messages[0]).toBe(
    `menu: adopts id ${id}, updates name; sent without a comparison: type, data`,
  );
  await adopted(args);
  expect(world.bodies()).toEqual([args]);
});

describe("an entry in the state", () => {
  test("does not need its option", async () => {
    const state = await adopted();
    expect((await world.process().diff("qrCode", state, {}, { onExisting: "fail" })).changes).toBe(false);
  });

  test("changes no name", async () => {
    for (const [before, after] of [
      [{ name: "Menu" }, { name: "Drinks" }],
      [{}, { name: "Drinks" }],
    ]) {
      const state = await adopted(before);
      await expect(world.process().diff("qrCode", state, after!)).rejects.toThrow(
        `an update of name ${NEEDS}`,
      );
    }
    const state = await adopted({ name: "Menu" });
    await world.process().update("qrCode", state, {});
    expect(world.changes()).toEqual([]);
  });

  test("names the type as a possible cause if its first content is rejected", async () => {
    await world.end();
    world = await World.start({ qrTypeOnUpdate: "rejected" });
    world.account.qrs.create(OLD);
    const update = world.process().update("qrCode", await adopted(), CONTENT);
    await expect(update).rejects.toThrow(
      "If this is about the type, data or name: the code may have another type, which is fixed; ",
    );
    expect(code()).toMatchObject(OLD);
  });

  test("is deleted like any other", async () => {
    await world.process().delete("qrCode", await adopted());
    expect(world.changes()).toEqual([`DELETE /api/qr/${id}/delete`]);
  });

  test("gets content by an update, which names what it overwrites", async () => {
    const state = await adopted();
    const args = { ...CONTENT, foreground: "rgb(0,0,0)" };
    const process = world.process();
    const { changes, replaces } = await process.diff("qrCode", state, args);
    expect([changes, replaces]).toEqual([undefined, []]);
    expect(process.messages).toEqual([
      `QrCode ${id}: the update overwrites data, foreground of the code, which the API does not return`,
      `QrCode ${id}: the API has no change of the type: the service may keep the one that the code has`,
      `QrCode ${id}: the service may reset background, logo, which the config does not have and the API does not return`,
    ]);
    const updated = await world.process().update("qrCode", state, args);
    expect(world.changes()).toEqual([`PUT /api/qr/${id}/update`]);
    expect(world.bodies()).toEqual([args]);
    expect(await world.process().hasChanges("qrCode", updated, args)).toBe(false);
    const other = await world.process().diff("qrCode", updated, { ...args, type: "text" });
    expect(other.replaces).toEqual(["type"]);
  });

  test("gets content and a name at once", async () => {
    const args = { ...CONTENT, type: "text", name: "Drinks" };
    await world.process().update("qrCode", await adopted({ name: "Menu" }), args);
    expect(code()).toMatchObject(args);
  });

  test("with content gets colors by an update, which names what it overwrites", async () => {
    const state = await adopted(CONTENT);
    const process = world.process();
    const args = { ...CONTENT, background: "rgb(255,255,255)", logo: "" };
    expect((await process.diff("qrCode", state, args)).replaces).toEqual([]);
    expect(process.messages).toEqual([
      `QrCode ${id}: the update overwrites background, logo of the code, which the API does not return`,
      `QrCode ${id}: the service may reset foreground, which the config does not have and the API does not return`,
    ]);
  });

  test("loses its content without a request and without a replacement", async () => {
    const args = { ...OLD, name: "Menu" };
    const state = await adopted(args);
    const process = world.process();
    const { changes, replaces } = await process.diff("qrCode", state, { name: "Menu" });
    expect([changes, replaces]).toEqual([undefined, []]);
    expect(process.messages).toEqual([
      `QrCode ${id}: type, data, foreground, logo left the config. The API cannot clear it, so it keeps its value`,
    ]);
    const updated = await world.process().update("qrCode", state, { name: "Menu" });
    expect(Object.keys(withoutMetadata(updated)).sort()).toEqual(["__entry", "link", "name"]);
    expect(await world.process().hasChanges("qrCode", updated, { name: "Menu" })).toBe(false);
    expect(world.changes()).toEqual([]);
    expect(code()).toMatchObject(args);
  });
});
