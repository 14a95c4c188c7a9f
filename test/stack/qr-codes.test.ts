// QR codes: content that the service never returns, names that it may not show, and addresses that are printed.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { QrCode, vcardText, wifiText } from "../../src/index";
import type { Dialect } from "../support/emulator";
import { messageOf } from "../support/message-of";
import { startStack, startWorld, type World } from "../support/world";

const MENU = "type: link, data: https://example.com/menu";
const codes = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).reduce((text, [key, entry]) => `${text}  ${key}: { ${entry} }\n`, "qrCodes:\n");
const menu = (more = "", content = MENU) => codes({ menu: `${content}${more}` });

const stored = (world: World) => world.account.qrs.list();

describe("the content", () => {
  test.each([
    ["a text", '"BEGIN:VCARD"'],
    ["a list", '["a",{"b":1}]'],
    ["an object", '{"email":"a@example.com","lines":[1,"2"]}'],
  ])("data is sent as written: %s", async (_, data) => {
    const { world } = await startStack({ up: menu("", `type: email, data: ${data}`) });
    expect(stored(world)).toMatchObject([{ type: "email", data: JSON.parse(data) }]);
  });

  test.each([
    ["wifi", "{ wifi: { ssid: Guests, encryption: nopass } }", "WIFI:T:nopass;S:Guests;;"],
    ["vcard", '{ vcard: { name: "Jane, Doe" } }', /^BEGIN:VCARD\r\n.*FN:Jane\\, Doe\r\n/s],
  ])(
    "content of a %s is sent as its standard text, and that text is the same code",
    async (type, content, text) => {
      const { world, stack } = await startStack({ up: menu("", `type: ${type}, content: ${content}`) });
      const data = String(stored(world)[0]!.data);
      expect(data).toMatch(text);
      const same = await stack.preview(menu("", `type: ${type}, data: ${JSON.stringify(data)}`));
      expect(same.changes).toEqual([]);
    },
  );

  test("a program writes the same texts by a function, also of an output", async () => {
    const world = await startWorld();
    await world.stack().up(() => {
      new QrCode("guests", { type: "text", data: wifiText({ ssid: "Guests", encryption: "nopass" }) });
      new QrCode("jane", { type: "vcard", data: pulumi.output({ name: "Jane" }).apply(vcardText) });
    });
    const texts = stored(world).map(({ data }) => data);
    expect(texts).toContain("WIFI:T:nopass;S:Guests;;");
    expect(texts).toContainEqual(expect.stringContaining("FN:Jane\r\n"));
  });

  test("a program gets the errors and warnings of a file", async () => {
    const world = await startWorld();
    const preview = (data: pulumi.Input<string>, type = "text") =>
      world.stack().preview(() => void new QrCode("menu", { type, data } as never));
    await expect(preview(pulumi.output("x".repeat(2954)))).rejects.toThrow("2,953 bytes");
    const { text } = await preview("https://https://example.com", "link");
    expect(text).toMatch(/warning: .*QrCode menu.*data has its scheme twice/);
  });

  test("a rejection says which other form services accept", async () => {
    for (const [qrData, data, hint] of [
      ["text", "{ email: a@example.com }", "only as text"],
      ["objects", "a@example.com", "only an object"],
    ] as const) {
      const world = await startWorld({ dialect: { qrData } });
      await expect(world.stack().up(menu("", `type: email, data: ${data}`))).rejects.toThrow(hint);
      expect(stored(world)).toEqual([]);
    }
  });

  test("where services want objects, all codes with content are one error, and an object as data is sent as written", async () => {
    const world = await startWorld({ dialect: { qrData: "objects" } });
    const code = (key: string) =>
      `${key}: { type: wifi, content: { wifi: { ssid: ${key}, password: guests-only-7 } } }`;
    const error = await messageOf(world.stack().up(`qrCodes: { ${["a", "b", "c"].map(code).join(", ")} }\n`));
    expect(error.match(/only an object/g)).toHaveLength(1);
    const data = { ssid: "a", encryption: "WPA", pass: "guests-only-7" };
    await world.stack().up(`qrCodes: { a: { type: wifi, data: ${JSON.stringify(data)} } }\n`);
    expect(stored(world)).toMatchObject([{ data }]);
    world.service.clearLog();
  });
});

describe("the name", () => {
  test("new codes without one are one warning with their number, at the end of a preview", async () => {
    const { stack } = await startStack({ dialect: { qrNames: "accepted" } });
    const program = () => {
      for (const n of [1, 2, 3]) new QrCode(`c${n}`, { type: "text", data: `code ${n}` });
      new QrCode("named", { type: "text", data: "code", name: "Menu" });
    };
    const warnings = (text: readonly string[]) =>
      text.filter((message) => message.includes("without a name"));
    expect(warnings((await stack.preview(program)).messages)).toEqual([expect.stringMatching(/\b3\b/)]);
    expect(warnings((await stack.up(program, { preview: false })).messages)).toEqual([]);
    expect(warnings((await stack.preview(program)).messages)).toEqual([]);
  });

  const start = async (qrNames: Dialect["qrNames"]) => {
    const { world, stack } = await startStack({ dialect: { qrNames }, up: menu(", name: Menu") });
    return { world, stack, id: Number(stack.ids["QrCode menu"]) };
  };

  test("never drifts, and a refresh keeps what the config says", async () => {
    const { world, stack, id } = await start("accepted");
    for (const name of ["By hand", "By hand again"]) {
      expect((await stack.refresh()).changes).toEqual([]);
      world.account.qrs.update(id, { name });
      expect((await stack.drift()).changes).toEqual([]);
      expect((await stack.preview(menu(", name: Menu"), { refresh: true })).changes).toEqual([]);
    }
  });

  test("is no drift if lists do not show it, or not always", async () => {
    const { stack } = await startStack({ dialect: { qrNames: "shownSometimes" } });
    const config = codes({ a: `${MENU}, name: A`, b: "type: text, data: b, name: B" });
    await stack.up(config);
    for (const _ of [1, 2]) expect((await stack.refresh()).changes).toEqual([]);
    expect((await stack.preview(config)).changes).toEqual([]);
  });

  const sentNames = (world: World) =>
    world.bodies("PUT /api/qr/101/update").map((body) => (body as { name?: string }).name);
  const EDITED = "type: link, data: https://example.com/new";

  test("is sent by an update only if lists show another one", async () => {
    const { world, stack } = await start("accepted");
    await stack.up(menu(", name: Menu", EDITED));
    await stack.up(menu(", name: menu", EDITED));
    expect(sentNames(world)).toEqual([undefined, "menu"]);
  });

  test("that the service rejects is an error that says so", async () => {
    const world = await startWorld({ dialect: { qrNames: "rejected" } });
    await expect(world.stack().up(menu(", name: Menu"))).rejects.toThrow(/qrCodes\.menu.*take no name/s);
    expect(stored(world)).toEqual([]);
  });

  test("identifies an existing code in any case, where lists show it", async () => {
    const world = await startWorld({ dialect: { qrNames: "accepted" } });
    const { id } = world.account.qrs.create({ type: "link", data: "https://example.com/menu", name: "Menu" });
    const stack = world.stack();
    await expect(stack.up(menu(', name: " menu"'))).rejects.toThrow(`already exists (id ${id}`);
    await stack.up(menu(", name: Menu, options: { onExisting: adopt }"));
    expect(stack.ids).toEqual({ "QrCode menu": String(id) });
    expect(world.changes).toEqual([]);
  });

  test("is what adopt needs: without it, another code is created", async () => {
    const world = await startWorld();
    world.account.qrs.create({ type: "link", data: "https://example.com/menu" });
    await world.stack({ onExisting: "adopt" }).up(menu());
    expect(stored(world)).toHaveLength(2);
  });
});

describe("an entry by id, without type and data", () => {
  const start = async (name?: string) => {
    const world = await startWorld({ dialect: { qrNames: "accepted" } });
    const { id } = world.account.qrs.create({ type: "text", data: "printed", logo: "a.png", name: "Menu" });
    const entry = (fields = "") =>
      codes({ menu: `${fields}${fields && ", "}options: { onExisting: { id: ${id} } }` });
    const stack = world.stack();
    await stack.up(entry(name && `name: ${name}`));
    return { world, stack, id, entry };
  };

  test.each([undefined, "Menu"])(
    "is adopted with reads only, and deleted as any other (name: %s)",
    async (name) => {
      const { world, stack, id, entry } = await start(name);
      expect(stack.ids).toEqual({ "QrCode menu": String(id) });
      world.account.qrs.update(id, { data: "by hand", name: "By hand" });
      expect((await stack.up(entry(name && `name: ${name}`), { refresh: true })).changes).toEqual([]);
      expect(world.changes).toEqual([]);
      await stack.destroy();
      expect(world.changes).toEqual([`DELETE /api/qr/${id}/delete`]);
    },
  );

  test("that somebody deletes stops a preview and an apply, and the error names two ways on", async () => {
    const { world, stack, id, entry } = await start();
    const other = "channels: { spring: { name: Spring, items: [{ qr: menu }] } }\n";
    await stack.up(entry() + other);
    world.account.qrs.create({ type: "text", data: "of somebody else" });
    world.account.qrs.delete(id);
    const more = `${entry()}${other.replace("name: Spring", "name: Summer")}`;
    const said = await stack.preview(more, { refresh: true }).then(({ text }) => text, String);
    for (const part of ["deleted by hand", "qrCodes.menu", `QrCode ${id}`, "type and data"])
      expect(said).toContain(part);
    await expect(stack.up(more, { refresh: true, preview: false })).rejects.toThrow(
      /qrCodes\.menu.*deleted by hand/s,
    );
    expect(stored(world)).toHaveLength(1);
    // Both ways on.
    const again = world.stack();
    again.restore(stack);
    await again.up("channels: { spring: { name: Summer } }\n", { refresh: true });
    await stack.up(`${menu()}${other}`, { refresh: true });
    expect(stored(world)).toHaveLength(2);
  });

  test("cannot change the name, and colors need the content", async () => {
    const { world, stack, entry } = await start("Menu");
    for (const fields of ["name: Drinks", 'foreground: "rgb(0,0,0)"', "type: link"])
      await expect(stack.up(entry(fields))).rejects.toThrow("data");
    expect(world.changes).toEqual([]);
  });

  test("gets content by an update, and loses it again with nothing sent", async () => {
    const { world, stack, id, entry } = await start();
    const withContent = entry(`${MENU}, foreground: "rgb(0,0,0)"`);
    const preview = await stack.preview(withContent);
    expect(preview.with("update")).toEqual(["QrCode menu"]);
    await stack.up(withContent);
    world.service.clearLog();
    await stack.up(entry());
    expect(world.changes).toEqual([]);
    expect(world.account.qrs.get(id)).toMatchObject({ data: "https://example.com/menu" });
  });

  test.each(["", "name: Menu, options: { onExisting: adopt }", "options: { onExisting: duplicate }"])(
    "without an id is an error: { %s }",
    async (entry) => {
      const world = await startWorld();
      await expect(world.stack().up(codes({ menu: entry }))).rejects.toThrow(/type and data/);
      expect(world.changes).toEqual([]);
    },
  );
});
