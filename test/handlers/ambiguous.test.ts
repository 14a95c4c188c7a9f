// A create whose answer is lost: it may have worked, so nothing is sent again, and the user is told what to do.
import { afterEach, expect, test } from "vitest";
import { HttpTransport, type Transport, TransportFailure } from "../../src/api/transport";
import { DEMO_KEY } from "../../src/emulator/index";
import { World } from "./world";

let world: World;
afterEach(() => world.end());

/** Delivers every request, and loses the answers to creates. */
function losingAnswers(url: string): Transport {
  const real = new HttpTransport(url, DEMO_KEY);
  return {
    async send(request) {
      const answer = await real.send(request);
      if (request.path.endsWith("/add")) throw new TransportFailure("the connection was reset", true);
      return answer;
    },
    close: () => real.close(),
  };
}

test("a second run takes over what the first one made", async () => {
  world = await World.start();
  const args = { name: "Spring" };
  const unlucky = world.process({}, losingAnswers(world.emulator.url));
  await expect(unlucky.create("channel", args)).rejects.toThrow(
    /run `pulumi up` again.*taken over instead of doubled/,
  );
  const [made] = world.account.channels.list();
  expect((await world.process().create("channel", args)).id).toBe(String(made?.id));
  expect(world.account.channels.size).toBe(1);
});

test("of a QR code, which cannot be compared, the user is told to look first", async () => {
  world = await World.start();
  const unlucky = world.process({}, losingAnswers(world.emulator.url));
  await expect(unlucky.create("qrCode", { type: "text", data: "x" })).rejects.toThrow(
    /look at the account first/,
  );
  expect(world.account.qrs.size).toBe(1);
});

test("an item is found assigned after a lost answer, and not assigned twice", async () => {
  world = await World.start({ doubleAssign: "duplicateEntry" });
  const { id } = world.account.channels.create({ name: "Spring" });
  const real = new HttpTransport(world.emulator.url, DEMO_KEY);
  let lost = 0;
  const transport: Transport = {
    async send(request) {
      const answer = await real.send(request);
      if (!request.path.includes("/assign/") || lost++ > 0) return answer;
      throw new TransportFailure("the connection was reset", true);
    },
    close: () => real.close(),
  };
  await world.process({}, transport).create("channelItem", { channel: id, itemType: "links", item: 4711 });
  expect(lost).toBe(1);
  expect(world.account.channels.get(id)?.items).toHaveLength(1);
});
