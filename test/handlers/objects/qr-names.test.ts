// The name of a QR code. api.md does not have it as an argument: services keep it, rewrite it, hide it or reject it.
import { afterEach, describe, expect, test } from "vitest";
import type { Dialect } from "../../../src/emulator/index";
import { PENDING_ID } from "../../../src/kind/lifecycle/create-once";
import { metadataOf } from "../../../src/kind/metadata";
import { PASSWORD, wifiText } from "../../support/secrets";
import { kindOfSection } from "../support/kinds";
import { type Entry, entry, Stack } from "../support/stack";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

const qrCode = kindOfSection("qrCodes");
const MENU = { type: "link", data: "https://example.com/menu", name: "Menu" };
const start = async (qrNames: Dialect["qrNames"], options: Partial<Dialect> = {}) => {
  world = await World.start({ qrNames, ...options });
};
const code = (args: object, options: Pick<Entry, "onExisting"> = {}) =>
  entry(qrCode, "menu", { ...args }, options);

async function upStack(args: object = MENU): Promise<Stack> {
  const stack = new Stack();
  await stack.up(world.process(), [code(args)]);
  return stack;
}

/** What a refresh, and the plan after it, make of the name. */
async function refreshed(stack: Stack, args: object = MENU) {
  const process = world.process();
  await stack.refresh(process);
  const { changes } = await world.process().diff("qrCode", stack.state("menu"), { ...args });
  return { name: stack.state("menu").outs.name, isPlanned: changes !== false, messages: process.messages };
}

const UNCHANGED = { name: "Menu", isPlanned: false, messages: [] };
const warning = (id: string, shown: string) =>
  `QrCode ${id}: the service shows another name ("${shown}") than the config, so it is not compared from now on. If it ` +
  "was changed by hand, change it back there. Reported once for all entries";

describe("is sent", () => {
  test("with a create, and with an update only if it changes", async () => {
    await start("asGiven");
    const stack = await upStack();
    await stack.up(world.process(), [code({ ...MENU, data: "https://example.com/new" })]);
    await stack.up(world.process(), [code({ ...MENU, data: "https://example.com/new", name: "Karte" })]);
    const update = { type: "link", data: "https://example.com/new" };
    expect(world.bodies()).toEqual([MENU, update, { ...update, name: "Karte" }]);
    expect(world.requests().filter((request) => request === "GET /api/qr")).toHaveLength(1);
  });

  test("never for a code without a name", async () => {
    await start("asGiven");
    const { name: _, ...nameless } = MENU;
    const stack = await upStack(nameless);
    await stack.up(world.process(), [code({ ...nameless, data: "https://example.com/new" })]);
    expect(world.bodies()).toEqual([nameless, { ...nameless, data: "https://example.com/new" }]);
    expect(metadataOf(stack.state("menu").outs)).not.toHaveProperty("confirmed");
    await stack.refresh(world.process());
    expect(stack.state("menu").outs).not.toHaveProperty("name");
    expect(metadataOf(stack.state("menu").outs)).not.toHaveProperty("confirmed");
  });

  test("and a rejection says what other services accept", async () => {
    await start("rejected");
    await expect(upStack()).rejects.toThrow(
      /^create of QrCode Menu: .*The field name is unknown \(status 400\)\. If this is about the type, data or name: some accept no name$/,
    );
    expect(world.account.qrs.size).toBe(0);
  });
});

describe("if the list shows it", () => {
  test("a change by hand is drift, again and again, and an update changes it back", async () => {
    await start("asGiven");
    const stack = await upStack();
    const { id } = stack.state("menu");
    expect(await refreshed(stack)).toEqual(UNCHANGED);
    for (const name of ["By hand", "By hand again"]) {
      world.account.qrs.update(Number(id), { name });
      expect(await refreshed(stack)).toEqual({ name, isPlanned: true, messages: [] });
      await stack.up(world.process(), [code(MENU)]);
      expect(world.account.qrs.get(Number(id))?.name).toBe("Menu");
      expect(await refreshed(stack)).toEqual(UNCHANGED);
    }
  });

  test("a code of a killed run is a collision, and adopt adopts it without a change", async () => {
    await start("asGiven");
    const { id } = world.account.qrs.create(MENU);
    expect(await world.process().collision("qrCode", { ...MENU, name: " menu" })).toEqual({
      kind: "exists",
      objects: [{ id: String(id), differences: [] }],
    });
    const stack = new Stack();
    const adopting = world.process();
    await stack.up(adopting, [code(MENU, { onExisting: "adopt" })]);
    expect(adopting.messages).toEqual([`menu: adopts id ${id}; not compared: type, data`]);
    expect(stack.state("menu").id).toBe(String(id));
    expect(world.changes()).toEqual([]);
    expect(await refreshed(stack)).toEqual(UNCHANGED);
  });

  test("adopt needs a name, and a stack setting leaves the others alone", async () => {
    await start("asGiven");
    world.account.qrs.create(MENU);
    const { name: _, ...nameless } = MENU;
    const { failures } = await world.process().check("qrCode", nameless, { onExisting: "adopt" });
    expect(failures.map(({ reason }) => reason)).toEqual([expect.stringContaining("The others need name")]);
    await world.process({ onExisting: "adopt" }).create("qrCode", nameless);
    expect(world.account.qrs.size).toBe(2);
  });

  test("rewritten, it is found, and named once", async () => {
    await start("rewritten");
    const stack = await upStack({ ...MENU, name: "MENU" });
    const { id } = stack.state("menu");
    const rewritten = `QrCode ${id}: the service rewrites name. Write it as "menu"`;
    expect(await refreshed(stack, { ...MENU, name: "MENU" })).toEqual({
      name: "MENU",
      isPlanned: false,
      messages: [rewritten],
    });
    expect(await world.process().collision("qrCode", MENU)).toMatchObject({ kind: "exists" });
  });
});

describe("if the list shows another one", () => {
  test("it is no drift, and one warning says so for all entries", async () => {
    await start("generated");
    const stack = await upStack();
    const { id } = stack.state("menu");
    stack.add("bar", "qrCode", await world.process().create("qrCode", { ...MENU, name: "Bar" }));
    for (const _ of [1, 2]) {
      const { messages, ...rest } = await refreshed(stack);
      expect(rest).toEqual({ name: "Menu", isPlanned: false });
      expect(messages).toEqual([warning(id, `QR ${id}`)]);
    }
    expect(world.changes()).toEqual(["POST /api/qr/add", "POST /api/qr/add"]);
  });

  test("after the config has another name, which the service ignores, there is no drift either", async () => {
    await start("asGiven");
    const stack = await upStack();
    expect(await refreshed(stack)).toEqual(UNCHANGED);
    world.emulator.setDialect({ qrNames: "generated" });
    const renamed = { ...MENU, name: "Karte" };
    await stack.up(world.process(), [code(renamed)]);
    expect(await refreshed(stack, renamed)).toMatchObject({ name: "Karte", isPlanned: false });
  });

  test("one that changes between the responses is drift once", async () => {
    await start("asGiven");
    const stack = await upStack();
    const show = (name: string) => world.account.qrs.update(Number(stack.state("menu").id), { name });
    expect(await refreshed(stack)).toEqual(UNCHANGED);
    show("QR 101");
    expect(await refreshed(stack)).toMatchObject({ isPlanned: true });
    await stack.up(world.process(), [code(MENU)]);
    for (const shown of ["QR 101", "Menu", "QR 101", "Menu", "", "QR 101"]) {
      show(shown);
      expect(await refreshed(stack)).toMatchObject({ name: "Menu", isPlanned: false });
    }
  });

  test("one that the service makes of a wifi is never shown, and not in the state", async () => {
    await start("asGiven");
    const wifi = { type: "wifi", data: { ssid: "Guests", encryption: "WPA", pass: PASSWORD }, name: "Wifi" };
    const stack = await upStack(wifi);
    const { id } = stack.state("menu");
    expect(await refreshed(stack, wifi)).toMatchObject({ isPlanned: false, messages: [] });
    for (const name of [wifiText(PASSWORD), `pass ${PASSWORD}`, JSON.stringify(wifi.data)]) {
      world.account.qrs.update(Number(id), { name });
      const { messages, isPlanned } = await refreshed(stack, wifi);
      expect(isPlanned).toBe(false);
      expect(messages.join()).toContain("the service shows another name than the config");
      const { data: _, ...rest } = stack.state("menu").outs;
      expect(JSON.stringify(rest)).not.toContain(PASSWORD);
    }
  });
});

describe("a create without a clear result", () => {
  const lose = (fault: "dropAfterCommit" | "dropBeforeHandling", times = 1) =>
    world.emulator.faults.rule({ on: "POST /api/*/add", fault, times });
  /** So that the list before the create is known. */
  const listed = async () => {
    const process = world.process();
    await process.create("qrCode", { ...MENU, name: "First" });
    return process;
  };

  test("is found by its name among codes of others", async () => {
    await start("asGiven");
    const process = await listed();
    world.account.qrs.create({ ...MENU, name: "Somebody else's" });
    lose("dropAfterCommit");
    const { id } = await process.create("qrCode", MENU);
    expect(world.account.qrs.get(Number(id))?.name).toBe("Menu");
    expect(world.account.qrs.size).toBe(3);
  });

  test("is found by its rewritten name", async () => {
    await start("rewritten");
    const process = await listed();
    world.account.qrs.create({ ...MENU, name: "somebody else's" });
    lose("dropAfterCommit");
    const { id } = await process.create("qrCode", MENU);
    expect(world.account.qrs.get(Number(id))?.name).toBe("menu");
  });

  test("is sent again if the list shows nothing new", async () => {
    await start("asGiven");
    const process = await listed();
    lose("dropBeforeHandling");
    await process.create("qrCode", MENU);
    expect(world.account.qrs.list().map(({ name }) => name)).toEqual(["First", "Menu"]);
  });

  test.each(["generated", "shownSometimes"] as const)(
    "stays pending if a new code has another name or none (%s)",
    async (qrNames) => {
      await start(qrNames);
      const process = await listed();
      lose("dropAfterCommit");
      const stack = new Stack();
      await expect(stack.up(process, [code(MENU)])).rejects.toThrow(
        /1 new object may be the created one, but the list does not show it by the given name: id \d+ .*\. The entry stays pending\. Look at/,
      );
      expect(stack.state("menu").id).toBe(PENDING_ID);
      expect(world.account.qrs.size).toBe(2);
      const id = world.account.qrs.list()[1]!.id;
      await stack.up(world.process(), [code(MENU, { onExisting: { id } })]);
      expect(stack.state("menu").id).toBe(String(id));
      expect(world.account.qrs.size).toBe(2);
    },
  );

  test("stays pending if only somebody else's new code is there: nobody's code is taken", async () => {
    await start("asGiven");
    const process = await listed();
    world.account.qrs.create({ ...MENU, name: "Somebody else's" });
    lose("dropBeforeHandling");
    const stack = new Stack();
    await expect(stack.up(process, [code(MENU)])).rejects.toThrow("1 new object may be the created one");
    expect(stack.state("menu").id).toBe(PENDING_ID);
  });

  test("two codes of one name get one each", async () => {
    await start("asGiven");
    lose("dropAfterCommit", 2);
    const process = world.process();
    const request = { onExisting: "duplicate" } as const;
    const both = await Promise.all([1, 2].map(() => process.create("qrCode", MENU, request)));
    expect(new Set(both.map(({ id }) => id)).size).toBe(2);
    expect(world.account.qrs.size).toBe(2);
  });
});
