// The stack of test/recorded, of version 0.1.0: every version keeps it working, and changes nothing by itself.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Project, packageRoot } from "./support/project";

const FOLDER = join(packageRoot, "test/recorded/every-kind");
const CONFIG = "link-management.yaml";

/** Not what is only read or has retainOnDelete, and no object of somebody else. */
const DELETED = [
  ...["campaign/101", "campaign/102", "channel/102", "channel/103", "domain/101"],
  ...["pixel/101", "pixel/102", "pixel/104", "qr/101", "qr/104", "qr/105", "qr/106", "qr/107", "url/4713"],
];

test("a recorded stack works, and its pending create waits for a decision", async () => {
  const { project, config } = await recorded();
  await project.ok("refresh", "--preview-only", "--expect-no-changes");
  const { code, output } = await project.pulumi("up", "--yes");
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("onExisting") });
  expect(project.writes()).toEqual([]);

  const decided = config.replace("data: pending", "data: pending\n    options: { onExisting: { id: 107 } }");
  await project.config(decided);
  await project.ok("up", "--yes");
  expect(project.writes().filter((request) => !request.startsWith("PUT /api/qr/107"))).toEqual([]);
  await project.config(
    decided.replace("rgb(16,42,67)", "rgb(1,2,3)").replace("name: Changed", "name: Other"),
  );
  const diff = await project.ok("preview", "--diff");
  expect(diff).not.toContain("__");
  expect(changedLines(diff).sort()).toEqual([
    '~ foreground: "rgb(16,42,67)" => "rgb(1,2,3)"',
    '~ name: "Changed" => "Other"',
  ]);
  expect(project.writes()).toEqual([]);

  await project.ok("destroy", "--yes", "--skip-preview");
  expect(project.writes().sort()).toEqual(DELETED.map((object) => `DELETE /api/${object}/delete`));
});

/** Imports the recording into a new stack, with an account that has the recorded objects. */
async function recorded() {
  const names = await readdir(FOLDER);
  const texts = await Promise.all(names.map((name) => readFile(join(FOLDER, name), "utf8")));
  const files = Object.fromEntries(names.map((name, index) => [name, texts[index]!]));
  const { "account.json": accounts = "", "state.json": state = "", [CONFIG]: config = "" } = files;
  const dialect = { linkEndpoints: "present", qrNames: "accepted" } as const;
  const project = await Project.create({ files, accounts: JSON.parse(accounts), dialect });
  const { host } = new URL(project.service.url);
  await project.write({ "state.json": state.replaceAll("service.example", host) });
  await project.ok("stack", "import", "--file", "state.json");
  return { project, config };
}

/** The lines of a diff about fields, without those of resources and stack outputs. */
function changedLines(diff: string): string[] {
  const [resources = ""] = diff.split("--outputs:--");
  const lines = resources.match(/^ +[-+~] +\w+ *: .*$/gm) ?? [];
  return lines.map((line) => line.trim().replace(/ +/g, " ").replace(" :", ":"));
}
