import { describe, expect, test } from "vitest";
import { start } from "../support/api-client";

describe("channels", () => {
  const channel = { name: "Spring", description: "Sale", color: "#22AA66", starred: true };

  test("creates, lists, updates and deletes a channel", async () => {
    const api = await start();
    expect((await api.post("/api/channel/add", channel)).body).toEqual({ error: 0, id: 101, ...channel });
    expect((await api.post("/api/channel/add", { name: "Bare" })).body).toEqual({
      error: 0,
      id: 102,
      name: "Bare",
      description: "",
      color: "",
      starred: false,
    });
    expect((await api.put("/api/channel/101/update", { starred: "0" })).body).toEqual({
      error: 0,
      message: "Channel has been updated successfully.",
    });
    expect((await api.get("/api/channels")).body.data.channels).toEqual([
      expect.objectContaining({ id: 102 }),
      { id: 101, ...channel, starred: false },
    ]);
    expect((await api.delete("/api/channel/101/delete")).body.message).toBe(
      "Channel has been deleted successfully.",
    );
    expect(api.account.channels.list()).toMatchObject([{ id: 102 }]);
  });

  test.each([
    { name: undefined },
    { color: "22AA66" },
    { color: "#22AA6" },
    { starred: "yes" },
    { description: 5 },
  ])("rejects a create with %j", async (wrong) => {
    const api = await start();
    expect((await api.post("/api/channel/add", { ...channel, ...wrong })).status).toBe(400);
  });

  test("assigns links, bio pages and QR codes", async () => {
    const api = await start();
    const { id } = api.account.channels.create({ name: "Spring" });
    const code = api.account.qrs.create({ type: "text", data: "hi", name: "Menu" });
    for (const item of ["links/4711", "bio/12", `qr/${code.id}`]) {
      expect((await api.post(`/api/channel/${id}/assign/${item}`)).body).toEqual({
        error: 0,
        message: "Item successfully added to the channel.",
      });
    }
    const { body } = await api.get(`/api/channel/${id}`);
    expect(body).toMatchObject({ error: "0", data: { result: 3 } });
    expect(body.data.items).toEqual([
      {
        type: "qr",
        id: code.id,
        title: "Menu",
        preview: `${code.link}/preview`,
        link: code.link,
        date: "2026-03-01",
      },
      expect.objectContaining({ type: "bio", id: 12, title: "Acme" }),
      expect.objectContaining({ type: "links", id: 4711, title: "Shop" }),
    ]);
  });

  test.each(["102/assign/links/4711", "101/assign/links/9", "101/assign/qr/4711", "101/assign/bio/4711"])(
    "rejects the assignment %s of an object that does not exist",
    async (assignment) => {
      const api = await start();
      api.account.channels.create({ name: "Spring" });
      expect((await api.post(`/api/channel/${assignment}`)).status).toBe(404);
      expect(api.account.channels.get(101)?.items).toEqual([]);
    },
  );

  test("rejects other item types", async () => {
    const api = await start();
    api.account.channels.create({ name: "Spring" });
    expect((await api.post("/api/channel/101/assign/pixel/1")).status).toBe(400);
    expect((await api.post("/api/channel/101/assign/toString/1")).status).toBe(400);
  });

  test("keeps the items of a deleted channel", async () => {
    const api = await start();
    api.account.channels.create({ name: "Spring" });
    api.account.assignItem(101, "links", 4711);
    await api.delete("/api/channel/101/delete");
    expect((await api.get("/api/channel/101")).status).toBe(404);
    expect(api.account.links.get(4711)).toBeDefined();
  });

  test("removes a deleted item from its channels", async () => {
    const api = await start();
    const { account } = api;
    account.channels.create({ name: "Spring" });
    const code = account.qrs.create({ type: "text", data: "hi" });
    account.assignItem(101, "qr", code.id);
    account.assignItem(101, "bio", 12);
    account.assignItem(101, "links", 4711);
    await api.delete(`/api/qr/${code.id}/delete`);
    account.bios.delete(12);
    expect(account.channels.get(101)?.items).toMatchObject([{ type: "links", id: 4711 }]);
  });
});
