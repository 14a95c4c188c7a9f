// `--run-program`: refresh and destroy run the program, and call no check for what it has already. Only the real engine
// shows what it calls then.
import { expect, test } from "vitest";
import { Project } from "./support/project";

const program = (body: string) => ({
  "index.js": `const { Channel, Pixel } = require("pulumi-link-management");
const pixel = (name, tag, options) => new Pixel(name, { type: "forum", name, tag }, options);
Channel.get("press", "101");
${body}`,
});
const RUN = ["--run-program", "--yes", "--skip-preview"];

/** A program that reads a channel and has three pixels. */
async function applied() {
  const project = await Project.create({
    files: program('pixel("a", "1"); pixel("b", "2"); pixel("c", "3");'),
    dialect: { rejectedDuplicates: "none" },
  });
  const account = project.service.account();
  account.channels.create({ name: "Press", color: "#22AA66" });
  await project.ok("up", "--yes", "--skip-preview");
  project.writes();
  const tags = () => account.pixels.list().map(({ tag }) => tag);
  // The engine creates them side by side.
  const idOf = (tag: string) => account.pixels.list().find((pixel) => pixel.tag === tag)!.id;
  const ids = { a: idOf("1"), b: idOf("2"), c: idOf("3") };
  return { project, account, tags, ids };
}

test("up --refresh --run-program deletes, creates and undoes each once, and the next one has nothing to do", async () => {
  const { project, account, tags, ids } = await applied();
  account.pixels.delete(ids.a);
  account.pixels.update(ids.b, { name: "By hand" });
  await project.write(program('pixel("new", "4"); pixel("a", "1"); pixel("b", "2");'));
  await project.ok("up", "--refresh", ...RUN);
  expect(project.writes().sort()).toEqual([
    `DELETE /api/pixel/${ids.c}/delete`,
    "POST /api/pixel/add",
    "POST /api/pixel/add",
    `PUT /api/pixel/${ids.b}/update`,
  ]);
  expect(tags().sort()).toEqual(["1", "2", "4"]);
  await project.ok("preview", "--refresh", "--run-program", "--expect-no-changes");

  // A new entry is checked before the entry that has its object is read.
  await project.write(
    program(
      'pixel("twin", "2", { onExisting: "adopt" }); pixel("new", "4"); pixel("a", "1"); pixel("b", "2");',
    ),
  );
  const { code, output } = await project.pulumi("up", "--refresh", ...RUN);
  expect(code).toBe(1);
  expect(output).toMatch(/Pixel (twin|b)/);
  expect(project.writes()).toEqual([]);
});

test("refresh --run-program creates nothing, and destroy --run-program keeps what the program only reads", async () => {
  const { project, account, tags, ids } = await applied();
  account.pixels.delete(ids.a);
  await project.write(program('pixel("new", "4"); pixel("a", "1"); pixel("b", "2"); pixel("c", "3");'));
  await project.ok("refresh", ...RUN);
  expect(Object.keys(await project.state()).sort()).toEqual(["Channel press", "Pixel b", "Pixel c"]);
  expect(project.writes()).toEqual([]);

  await project.ok("destroy", ...RUN);
  expect(project.writes().sort()).toEqual(
    [ids.b, ids.c].sort().map((id) => `DELETE /api/pixel/${id}/delete`),
  );
  expect(tags()).toEqual([]);
  expect(account.channels.list()).toMatchObject([{ name: "Press" }]);
  expect(await project.state()).toEqual({});
});
