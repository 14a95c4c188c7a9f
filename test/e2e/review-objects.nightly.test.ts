// `review` with objects that the config does not name: those of failed deletes, and those of other packages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Project } from "./support/project";

test("protected removals are recognized, all at once, and the other rows stay", async () => {
  const guarded = (n: number) => ({
    type: "link",
    data: `https://example.com/${n}`,
    options: { protect: true },
  });
  const codes = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`c${n}`, guarded(n)]));
  const channel = { spring: { name: "Spring", color: "#000000" } };
  const project = await Project.create({ config: { qrCodes: codes, channels: channel } });
  await project.ok("up", "--yes", "--skip-preview");
  await project.config({
    channels: { spring: { ...channel.spring, color: "#ffffff" } },
    qrCodes: { c0: { ...codes.c0, type: "text" } },
  });
  project.env.LINK_MANAGEMENT_MAX_DELETIONS = "100%";
  const { code, output } = await project.command("review", "--stack", "test");
  expect(code, output).toBe(1);
  expect(
    output.match(/qrCodes\.c\d+ is protected, and will be deleted .*Scans so far: 0\. Restore/g),
  ).toHaveLength(39);
  expect(output).toMatch(/qrCodes\.c0 is protected, and will be replaced/);
  expect(output).toMatch(/update channels\.spring color/);
});

test.each([
  "postgres://me:hunter22@127.0.0.1:1/db",
  "postgres://me:a%40hunter22@127.0.0.1:1/db",
  "postgres://me:a@hunter22@127.0.0.1:1/db",
  "postgres://127.0.0.1:1/db?user=me&password=hunter22",
])("no command prints the password of a backend that does not answer: %s", async (address) => {
  const project = await Project.create({ config: {} });
  project.env.PULUMI_BACKEND_URL = address;
  delete project.env.LINK_MANAGEMENT_API_KEY;
  const review = await project.command("review", "--stack", "test", "--output=r.md", "--output=r.json");
  const files = ["r.md", "r.json"].map((name) => readFileSync(join(project.folder, name), "utf8"));
  const others = await Promise.all(
    [
      ["show", "channels"],
      ["export", "--stdout"],
    ].map((args) => project.command(...args)),
  );
  for (const text of [review, ...others].map(({ output }) => output).concat(files)) {
    expect(text).toMatch(/127.*0.*0.*1/);
    expect(text).not.toContain("hunter22");
  }
});

const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const handler = {
  create: async (inputs) => ({ id: "1", outs: inputs }),
  update: async (id, olds, news) => ({ outs: news }),
  diff: async (id, olds, news) => ({ changes: olds.size !== news.size || olds.zone !== news.zone, replaces: olds.zone === news.zone ? [] : ["zone"] }),
};
class Bucket extends pulumi.dynamic.Resource {}
const { BUCKETS = "" } = process.env;
for (const [name, size, zone] of BUCKETS.split(",").map((one) => one.split("-"))) new Bucket(handler, name, { size, zone });
new pulumi.StackReference("other", { name: "test" });
`;

test("resources of another package, and a stack reference", async () => {
  const project = await Project.create({ files: { "index.js": PROGRAM } });
  project.env.BUCKETS = "grows-1-a,moves-1-a,leaves-1-a,stays-1-a";
  const first = await project.command("review");
  expect(first.output).toMatch(/^test: 4 create$/m);
  await project.ok("up", "--yes", "--skip-preview");
  expect((await project.command("review")).output).toMatch(/^test: no changes$/m);
  project.env.BUCKETS = "grows-2-a,moves-1-b,stays-1-a,new-1-a";
  const { code, output } = await project.command("review", "--fail-on=changes");
  expect(code, output).toBe(7);
  expect(output).toMatch(/^test: 1 create, 1 delete, 1 replace, 1 update$/m);
  expect(output).toMatch(/update pulumi-nodejs:dynamic:Resource grows size: 1 -> 2/);
  expect(output).toMatch(/replace pulumi-nodejs:dynamic:Resource moves zone: a -> b/);
  expect(output).toMatch(/delete pulumi-nodejs:dynamic:Resource leaves/);
  expect(output).not.toMatch(/stays|other/);
});
