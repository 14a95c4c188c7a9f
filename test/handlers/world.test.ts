// The look for secrets at the end of a world would find one.
import { expect, test } from "vitest";
import { PASSWORD } from "../support/secrets";
import { World } from "./world";

test("a message with a secret fails the test at its end", async () => {
  const world = await World.start();
  world.process().runtime.tell.info(`the password is ${PASSWORD}`);
  await expect(world.end()).rejects.toThrow('"secret":"the password"');
});

test("so does an error with one, which the test that met it took as right", async () => {
  const world = await World.start();
  const update = world.process().of("pixel").update(PASSWORD, {}, { type: "forum", name: "A", tag: "1" });
  await expect(update).rejects.toThrow("update of Pixel");
  await expect(world.end()).rejects.toThrow('"where":"errors"');
});
