// QR codes: content that the service never returns, names that it may not show, and addresses that are printed.
import { describe, expect, test } from "vitest";
import { QrCode } from "../../src/index";
import { startStack, startWorld, type World } from "../support/world";

const MENU = "type: link, data: https://example.com/menu";
const menu = (more = "", content = MENU) => `qrCodes: { menu: { ${content}${more} } }\n`;
const stored = (world: World) => world.account.qrs.list();

describe("the content", () => {
  const EMAIL = { email: "a@example.com", lines: [1, "2"] };

  test.each([
    ["email, data: ", JSON.stringify(EMAIL), EMAIL],
    ["wifi, content: ", "{ wifi: { ssid: Guests, encryption: nopass } }", "WIFI:T:nopass;S:Guests;;"],
    [
      "vcard, content: ",
      '{ vcard: { name: "Jane, Doe" } }',
      expect.stringMatching(/^BEGIN:VCARD\r\n.*FN:Jane\\, Doe\r\n/s),
    ],
  ])(
    "is sent as written, or as its standard text, which is the same code: %s%s",
    async (type, given, sent) => {
      const { world, stack } = await startStack({ up: menu("", `type: ${type}${given}`) });
      const { data } = stored(world)[0]!;
      expect(data).toEqual(sent);
      const same = menu("", `type: ${type.split(",")[0]}, data: ${JSON.stringify(data)}`);
      expect((await stack.preview(same)).changes).toEqual([]);
    },
  );

  test.each([
    ["text", "{ email: a@example.com }", "only as text"],
    ["objects", "a@example.com", "only an object"],
  ] as const)("that is rejected says which other form services accept: %s", async (qrData, data, hint) => {
    const world = await startWorld({ dialect: { qrData } });
    await expect(world.stack().up(menu("", `type: email, data: ${data}`))).rejects.toThrow(hint);
    expect(stored(world)).toEqual([]);
  });
});

describe("the name", () => {
  test("new codes without one are one warning with their number, in a preview", async () => {
    const { stack } = await startStack({ dialect: { qrNames: "accepted" } });
    const program = () => {
      for (const n of [1, 2, 3]) new QrCode(`c${n}`, { type: "text", data: `code ${n}` });
      new QrCode("named", { type: "text", data: "code", name: "Menu" });
    };
    expect((await stack.preview(program)).text.match(/^.*without a name.*$/gm)).toEqual([
      expect.stringMatching(/\b3\b/),
    ]);
    expect((await stack.up(program, { preview: false })).text).not.toContain("without a name");
    expect((await stack.preview(program)).text).not.toContain("without a name");
  });

  test("never drifts, and blocks no deletion", async () => {
    const config = menu(", name: Menu");
    const { world, stack } = await startStack({ dialect: { qrNames: "accepted" }, up: config });
    for (const name of ["By hand", "By hand again"]) {
      expect((await stack.refresh()).changes).toEqual([]);
      world.account.qrs.update(101, { name });
      expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
    }
    await stack.up("{}");
    expect(stored(world)).toEqual([]);
  });

  test("is sent by an update only if lists show another one", async () => {
    const { world, stack } = await startStack({ dialect: { qrNames: "accepted" }, up: menu(", name: Menu") });
    const edited = "type: link, data: https://example.com/new";
    await stack.up(menu(", name: Menu", edited));
    await stack.up(menu(", name: menu", edited));
    expect(world.bodies("PUT /api/qr/101/update")).toEqual([
      expect.not.objectContaining({ name: expect.anything() }),
      expect.objectContaining({ name: "menu" }),
    ]);
    // The responses do not have it.
    expect(stack.resources[0]!.outputs).toMatchObject({ link: stored(world)[0]!.link });
  });

  test("that the service rejects is an error that says so", async () => {
    const world = await startWorld({ dialect: { qrNames: "rejected" } });
    await expect(world.stack().up(menu(", name: Menu"))).rejects.toThrow(/qrCodes\.menu.*take no name/s);
    expect(stored(world)).toEqual([]);
  });

  test("identifies an existing code where lists show it; without one, adopt creates another one", async () => {
    const world = await startWorld({ dialect: { qrNames: "accepted" } });
    const { id } = world.account.qrs.create({ type: "link", data: "https://example.com/menu", name: "Menu" });
    const stack = world.stack();
    await expect(stack.up(menu(", name: Menu"))).rejects.toThrow(`already exists (id ${id}`);
    await stack.up(menu(", name: Menu, options: { onExisting: adopt }"));
    expect(stack.ids).toEqual({ "QrCode menu": String(id) });
    expect(world.changes).toEqual([]);
    await world.stack().up(menu(", options: { onExisting: adopt }"));
    expect(stored(world)).toHaveLength(2);
  });
});

describe("an entry by id, without type and data", () => {
  const start = async () => {
    const world = await startWorld({ dialect: { qrNames: "accepted" } });
    const { id } = world.account.qrs.create({ type: "text", data: "printed", logo: "a.png", name: "Menu" });
    const entry = (fields = "name: Menu") => menu(`, options: { onExisting: { id: ${id} } }`, fields);
    const stack = world.stack();
    await stack.up(entry());
    return { world, stack, id, entry };
  };

  test("is adopted with reads only, gets content by an update, and is deleted as any other", async () => {
    const { world, stack, id, entry } = await start();
    world.account.qrs.update(id, { data: "by hand", name: "By hand" });
    expect((await stack.up(entry(), { refresh: true })).changes).toEqual([]);
    await expect(stack.up(entry("name: Drinks"))).rejects.toThrow("data");
    expect(world.changes).toEqual([]);
    await stack.up(entry(`name: Menu, ${MENU}, foreground: "rgb(0,0,0)"`));
    await stack.up(entry());
    expect(world.account.qrs.get(id)).toMatchObject({ data: "https://example.com/menu" });
    await stack.destroy();
    expect(world.changes).toEqual([`PUT /api/qr/${id}/update`, `DELETE /api/qr/${id}/delete`]);
  });

  test("that somebody deletes stops a preview and an apply, and content is a way on", async () => {
    const { world, stack, id, entry } = await start();
    world.account.qrs.create({ type: "text", data: "of somebody else" });
    world.account.qrs.delete(id);
    const said = await stack.preview(entry(), { refresh: true }).then(({ text }) => text, String);
    for (const part of ["deleted by hand", "qrCodes.menu", `QrCode ${id}`, "type and data"])
      expect(said).toContain(part);
    const apply = stack.up(entry(), { refresh: true, preview: false });
    await expect(apply).rejects.toThrow(/qrCodes\.menu.*deleted by hand/s);
    expect(stored(world)).toHaveLength(1);
    await stack.up(menu(), { refresh: true });
    expect(stored(world)).toHaveLength(2);
  });
});
