// The account of the key: it always exists, so it is only changed.
import { afterEach, expect, test } from "vitest";
import { UNKNOWN } from "../../../src/kind/unknown";
import { World, withoutEntry } from "../support/world";

let world: World;
afterEach(() => world.end());

const EMAIL = { email: "new@example.com" };

test("shows a new e-mail address in the preview, and sends it", async () => {
  world = await World.start();
  const preview = world.process();
  await preview.preview("account", EMAIL, { entry: "account" });
  const message = 'account: changes the e-mail address from "acme@example.com" to "new@example.com"';
  expect(preview.messages).toEqual([message]);
  expect(world.changes()).toEqual([]);

  const process = world.process();
  const created = await process.create("account", EMAIL, { entry: "account" });
  expect(created.id).toBe("1");
  expect(process.messages).toEqual([message]);
  expect(world.account.profile.email).toBe("new@example.com");
  const read = await world.process().refresh("account", created);
  expect(await world.process().hasChanges("account", read!, EMAIL)).toBe(false);
});

test("sends nothing if the e-mail address is right already", async () => {
  world = await World.start();
  await world.process().create("account", { email: "acme@example.com" });
  expect(world.changes()).toEqual([]);
});

test("undoes a change by hand", async () => {
  world = await World.start();
  const args = { email: "acme@example.com" };
  const created = await world.process().create("account", args);
  world.account.update({ email: "hand@example.com" });
  const read = await world.process().refresh("account", created);
  expect(withoutEntry(read?.inputs)).toEqual({ email: "hand@example.com" });
  const process = world.process();
  expect(await process.hasChanges("account", read!, args)).toBe(true);
  await process.update("account", read!, args);
  expect(world.account.profile.email).toBe("acme@example.com");
});

test("sets a password, never shows it, and sends it again only if it changes", async () => {
  world = await World.start({ accountUpdateRequires: "both" });
  const process = world.process();
  const created = await process.create("account", { password: "correct horse" }, { entry: "account" });
  expect(world.account.passwordMatches("correct horse")).toBe(true);
  expect(process.messages).toEqual(["account: sets the password"]);
  expect(await world.process().hasChanges("account", created, { password: "correct horse" })).toBe(false);

  const next = world.process();
  expect(await next.hasChanges("account", created, { password: "battery staple" })).toBe(true);
  expect(next.messages).toEqual(["Account 1: sets the password"]);
  await next.update("account", created, { password: "battery staple" });
  expect(world.account.passwordMatches("battery staple")).toBe(true);
});

test("only leaves the state when it is deleted, and says so at the end", async () => {
  world = await World.start();
  const created = await world.process().create("account", EMAIL);
  world.emulator.clearLog();
  const process = world.process();
  await process.delete("account", created);
  expect(world.changes()).toEqual([]);
  expect((await process.provider.lastMessages()).warnings).toEqual([
    {
      text: "Account 1: only left the state: the API cannot delete an account. Its e-mail address and password stay",
    },
  ]);
});

test("shows an e-mail address that is known only after the apply", async () => {
  world = await World.start();
  const created = await world.process().create("account", EMAIL);
  const process = world.process();
  await process.hasChanges("account", created, { email: UNKNOWN });
  expect(process.messages).toEqual([
    'Account 1: changes the e-mail address from "new@example.com" to an address that is known after the apply',
  ]);
});
