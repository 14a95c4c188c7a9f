// The scan at the end of a world finds secrets.
import { expect, test } from "vitest";
import { PASSWORD } from "../../support/secrets";
import { World } from "./world";

test("a message with a secret fails the test", async () => {
  const world = await World.start();
  world.process().provider.log.info(`the password is ${PASSWORD}`);
  await expect(world.end()).rejects.toThrow('"secret":"the password"');
});

test("an error with a secret fails the test, even if the test expected the error", async () => {
  const world = await World.start();
  const update = world.process().of("pixel").update(PASSWORD, {}, { type: "forum", name: "A", tag: "1" });
  await expect(update).rejects.toThrow("update of Pixel");
  await expect(world.end()).rejects.toThrow('"where":"errors"');
});
