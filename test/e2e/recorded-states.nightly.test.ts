// Stacks of test/recorded, of version 0.1.0: every version keeps them working, and changes nothing by itself.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DialectName } from "../../src/emulator/index";
import { Project, packageRoot } from "./support/project";

interface Recording {
  readonly name: string;
  /** @default the config file */
  readonly source?: string;
  readonly dialect?: DialectName;
  /** Replaces a text of the source. */
  readonly edit: readonly [before: string, after: string];
  /** The only line of the diff. */
  readonly change: string;
  readonly deleted: readonly string[];
}

const recordings: readonly Recording[] = [
  {
    name: "every-kind",
    edit: ["rgb(16,42,67)", "rgb(1,2,3)"],
    change: '~ foreground: "rgb(16,42,67)" => "rgb(1,2,3)"',
    // Not the code with retainOnDelete, and not the pixel of somebody else.
    deleted: [
      "campaign/101",
      "campaign/102",
      "channel/101",
      "domain/101",
      "pixel/102",
      "qr/102",
      "qr/103",
      "qr/104",
    ],
  },
  {
    name: "adopted",
    dialect: "observed",
    edit: ["name: Changed", "name: Other"],
    change: '~ name: "Changed" => "Other"',
    deleted: ["channel/101", "pixel/101", "pixel/102", "qr/101", "url/4713"],
  },
  {
    name: "read-only",
    source: "index.js",
    edit: ["Shop ads", "Other ads"],
    change: '~ name: "Shop ads" => "Other ads"',
    deleted: ["pixel/101"],
  },
];

test.each(recordings)("a recorded stack works: $name", async (recording) => {
  const { source = "link-management.yaml", edit, change, deleted } = recording;
  const project = await stackOf(recording);
  await project.ok("refresh", "--preview-only", "--expect-no-changes");
  const text = await read(recording.name, source);
  await project.write({ [source]: text.replace(...edit) });
  const diff = await project.ok("preview", "--diff");
  expect(diff).not.toContain("__");
  expect(changedLines(diff)).toEqual([change]);
  expect(project.writes()).toEqual([]);

  await project.ok("destroy", "--yes", "--skip-preview");
  expect(project.writes().sort()).toEqual(deleted.map((object) => `DELETE /api/${object}/delete`));
});

test("a recorded pending create waits for a decision, and sends nothing before it", async () => {
  const recording = { name: "pending" };
  const project = await stackOf(recording);
  await project.ok("refresh", "--preview-only", "--expect-no-changes");
  const { code, output } = await project.pulumi("up", "--yes");
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("onExisting") });
  expect(project.writes()).toEqual([]);

  const text = await read(recording.name, "link-management.yaml");
  await project.config(text.replace("data: menu", "data: menu\n    options: { onExisting: { id: 101 } }"));
  await project.ok("up", "--yes");
  expect(project.writes().filter((request) => !request.startsWith("PUT"))).toEqual([]);
  await project.ok("destroy", "--yes", "--skip-preview");
  expect(project.writes().sort()).toEqual(["DELETE /api/pixel/101/delete", "DELETE /api/qr/101/delete"]);
});

function read(name: string, file: string): Promise<string> {
  return readFile(join(packageRoot, "test/recorded", name, file), "utf8");
}

/** Imports a recording into a new stack, with an account that has the recorded objects. */
async function stackOf(recording: Pick<Recording, "name" | "source" | "dialect">): Promise<Project> {
  const { name, source = "link-management.yaml", dialect } = recording;
  const files = Object.fromEntries(
    await Promise.all(["Pulumi.test.yaml", source].map(async (file) => [file, await read(name, file)])),
  );
  const accounts = JSON.parse(await read(name, "account.json"));
  const project = await Project.create({ files, accounts, ...(dialect && { dialect }) });
  const { host } = new URL(project.service.url);
  const state = (await read(name, "state.json")).replaceAll("service.example", host);
  await project.write({ "state.json": state });
  await project.ok("stack", "import", "--file", "state.json");
  return project;
}

/** The lines of a diff about fields, without those of resources and stack outputs. */
function changedLines(diff: string): string[] {
  const [resources = ""] = diff.split("--outputs:--");
  const lines = resources.match(/^ +[-+~] +\w+ *: .*$/gm) ?? [];
  return lines.map((line) => line.trim().replace(/ +/g, " ").replace(" :", ":"));
}
