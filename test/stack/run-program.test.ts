// `--run-program`: the engine reads what the program registers when it does. A refresh and a destroy read the rest after the
// program, and an update deletes it.
import { describe, expect, test } from "vitest";
import { Channel, Pixel } from "../../src/index";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import { applied, objects, sent } from "../support/what-exists";

const RUN = { refresh: true, runProgram: true } as const;
const pixel = (name: string, tag: string, options?: object) =>
  new Pixel(name, { type: "fbpixel", name, tag }, options);

describe("up --refresh --run-program", () => {
  test("deletes what left the config, creates once what was deleted by hand, and undoes edits", async () => {
    const { world, stack } = await applied(pixels(3));
    world.account.pixels.delete(101);
    world.account.pixels.update(102, { name: "Other" });
    await stack.up(pixels(2), RUN);
    const requests = ["DELETE /api/pixel/103/delete", "POST /api/pixel/add", "PUT /api/pixel/102/update"];
    expect(sent(world).sort()).toEqual(requests);
    expect(stack.ids).toEqual({ "Pixel p0": "104", "Pixel p1": "102" });
    expect((await stack.preview(pixels(2), RUN)).changes).toEqual([]);
  });

  test("adopts no object that the state has under an entry that is read later, and doubles none", async () => {
    for (const onExisting of ["adopt", "overwrite"]) {
      const { world, stack } = await applied(() => void pixel("old", "1"));
      const program = () => {
        pixel("new", "1", { onExisting });
        pixel("old", "1");
      };
      expect(await messageOf(stack.up(program, { ...RUN, preview: false }))).toMatch(/Pixel (new|old)/);
      expect(sent(world)).toEqual([]);
      expect(stack.ids).toEqual({ "Pixel old": "101" });
    }
  });
});

describe("what the program only reads", () => {
  async function start() {
    const { world, stack } = await applied(() => void pixel("ads", "1"));
    world.account.channels.create({ id: 7, name: "Press" });
    const program = () => {
      Channel.get("press", "7");
      pixel("ads", "1");
    };
    await stack.up(program);
    world.service.clearLog();
    return { world, stack };
  }

  test("stays with refresh --run-program, which creates nothing and removes what is gone", async () => {
    const { world, stack } = await start();
    world.account.pixels.delete(101);
    world.account.pixels.create({ type: "fbpixel", name: "Other", tag: "2" });
    const run = await stack.refresh({ runProgram: true });
    expect(run.with("gone")).toEqual(["Pixel ads"]);
    expect(sent(world)).toEqual([]);
    expect(stack.ids).toEqual({ "Channel press": "7" });
  });

  test("stays with destroy --run-program", async () => {
    const { world, stack } = await start();
    await stack.destroy({ runProgram: true });
    expect(sent(world)).toEqual(["DELETE /api/pixel/101/delete"]);
    expect(objects(world.account)).toEqual(["channels 7"]);
    expect(stack.resources).toEqual([]);
  });
});
