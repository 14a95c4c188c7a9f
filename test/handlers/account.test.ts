import { afterEach, expect, test } from "vitest";
import { UNKNOWN } from "../../src/kind/unknown";
import { World } from "./world";

let world: World;
afterEach(() => world.end());

test("a changed e-mail is announced with the old and the new one, then sent", async () => {
  world = await World.start();
  const process = world.process();
  const made = await process.create("account", { email: "new@example.com" });
  expect(made.id).toBe("1");
  expect(process.messages.join()).toMatch(/from "acme@example.com" to "new@example.com"/);
  expect(world.account.profile.email).toBe("new@example.com");
  const read = await world.process().refresh("account", made);
  expect(await world.process().hasChanges("account", read!, { email: "new@example.com" })).toBe(false);
});

test("an e-mail that is right already sends nothing", async () => {
  world = await World.start();
  await world.process().create("account", { email: "acme@example.com" });
  expect(world.changes()).toEqual([]);
});

test("an e-mail changed by hand is drift, and healed", async () => {
  world = await World.start();
  const args = { email: "acme@example.com" };
  const made = await world.process().create("account", args);
  world.account.update({ email: "hand@example.com" });
  const read = await world.process().refresh("account", made);
  expect(read?.inputs).toEqual({ email: "hand@example.com" });
  const process = world.process();
  expect(await process.hasChanges("account", read!, args)).toBe(true);
  await process.update("account", read!, args);
  expect(world.account.profile.email).toBe("acme@example.com");
});

test("a password is set, never shown, and sent again only when it changes", async () => {
  world = await World.start({ accountUpdateRequires: "both" });
  const process = world.process();
  const made = await process.create("account", { password: "correct horse" });
  expect(world.account.passwordMatches("correct horse")).toBe(true);
  expect(process.messages.join()).not.toContain("correct horse");
  expect(await world.process().hasChanges("account", made, { password: "correct horse" })).toBe(false);
  const changer = world.process();
  expect(await changer.hasChanges("account", made, { password: "battery staple" })).toBe(true);
  expect(changer.messages.join()).toMatch(/an apply changes its password/);
  await changer.update("account", made, { password: "battery staple" });
  expect(world.account.passwordMatches("battery staple")).toBe(true);
});

test("deleting only forgets, and says so", async () => {
  world = await World.start();
  const made = await world.process().create("account", { email: "new@example.com" });
  world.emulator.clearLog();
  const process = world.process();
  await process.delete("account", made);
  expect(world.changes()).toEqual([]);
  expect(process.messages.join()).toMatch(/only forgotten/);
});

test("a failure of a secret argument names neither the property nor the value", async () => {
  world = await World.start();
  const { failures } = await world.process().of("account").check({}, { password: 12345678 });
  expect(failures).toHaveLength(1);
  expect(failures[0]).not.toHaveProperty("property");
  expect(failures[0]?.reason).not.toContain("12345678");
});

test("an e-mail that is known only in an apply is announced as such", async () => {
  world = await World.start();
  const made = await world.process().create("account", { email: "new@example.com" });
  const process = world.process();
  await process.hasChanges("account", made, { email: UNKNOWN });
  expect(process.messages.join()).toMatch(/from "new@example.com" to one that is known only then/);
});
