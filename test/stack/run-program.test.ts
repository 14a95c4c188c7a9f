// `--run-program`: the engine reads what the program registers when it does. A refresh and a destroy read the rest after the
// program, and an update deletes it.
import { expect, test } from "vitest";
import { Channel, Pixel } from "../../src/index";
import { pixels } from "../support/pixels";
import { applied, objects, sent } from "../support/what-exists";

const RUN = { refresh: true, runProgram: true } as const;

test("up deletes what left the config, creates once what was deleted by hand, and undoes edits", async () => {
  const { world, stack } = await applied(pixels(3));
  world.account.pixels.delete(101);
  world.account.pixels.update(102, { name: "Other" });
  await stack.up(pixels(2), RUN);
  const requests = ["DELETE /api/pixel/103/delete", "POST /api/pixel/add", "PUT /api/pixel/102/update"];
  expect(sent(world).sort()).toEqual(requests);
  expect(stack.ids).toEqual({ "Pixel p0": "104", "Pixel p1": "102" });
  expect((await stack.preview(pixels(2), RUN)).changes).toEqual([]);
});

test("what the program only reads stays with refresh and destroy, which remove the rest", async () => {
  const { world, stack } = await applied("{}");
  world.account.channels.create({ id: 7, name: "Press" });
  await stack.up(() => {
    Channel.get("press", "7");
    for (const tag of ["1", "2"]) new Pixel(tag, { type: "fbpixel", name: tag, tag });
  });
  world.service.clearLog();
  world.account.pixels.delete(Number(stack.ids["Pixel 1"]));
  expect((await stack.refresh({ runProgram: true })).with("gone")).toEqual(["Pixel 1"]);
  expect(sent(world)).toEqual([]);
  expect(Object.keys(stack.ids).sort()).toEqual(["Channel press", "Pixel 2"]);
  await stack.destroy({ runProgram: true });
  expect(objects(world.account)).toEqual(["channels 7"]);
  expect(stack.resources).toEqual([]);
});
