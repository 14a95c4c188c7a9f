// The API key, passwords and secret arguments are in no output, and in no file of a stack.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { NEW_PASSWORD, PASSWORD, secretsIn, WIFI } from "../support/secrets";
import { Project } from "./support/project";

const CONFIG = {
  account: { email: "links@example.com", password: "${config:password}" },
  qrCodes: { guests: { type: "wifi", content: { wifi: { ssid: "Guests", password: "${env:WIFI}" } } } },
  channels: { spring: { name: "Spring", description: "${config:brief}" } },
};

test("secrets reach the service, and nothing else", async () => {
  const project = await Project.create({ config: CONFIG });
  const secrets = [`password=${PASSWORD}`, `brief=${NEW_PASSWORD}`];
  await project.ok("config", "set-all", ...secrets.flatMap((one) => ["--secret", one]));
  // The CLI itself masks secret config values, but not this one.
  project.env.WIFI = WIFI;
  const account = project.service.account();
  const outputs: string[] = [];
  const run = async (...args: string[]) => outputs.push((await project.pulumi(...args)).output);

  await run("preview", "--diff", "--save-plan", "plan.json");
  // The service repeats the content in its message, although the create took effect.
  const respond = () => ({
    status: 200,
    headers: {},
    body: { error: 1, message: `Invalid: WIFI:T:WPA;S:Guests;P:${WIFI};;` },
  });
  project.faults.rule({ on: "POST /api/qr/add", respond, times: 1 });
  await run("up", "--yes", "--diff");
  expect(outputs.at(-1)).toContain("its text is not shown");
  account.qrs.delete(account.qrs.list()[0]!.id);
  await run("up", "--yes", "--diff");
  expect(account.password).toBe(PASSWORD);
  expect(account.qrs.list()).toMatchObject([{ data: expect.stringContaining("guests-only") }]);
  expect(account.channels.list()).toMatchObject([{ description: NEW_PASSWORD }]);

  account.channels.update(account.channels.list()[0]!.id, { description: "by hand" });
  await run("refresh", "--yes", "--diff");
  await project.config({ ...CONFIG, channels: { spring: { ...CONFIG.channels.spring, name: "Changed" } } });
  await run("up", "--yes", "--skip-preview");
  await run("destroy", "--yes");

  const texts = [...outputs, ...(await filesIn(project.folder))];
  expect(texts.flatMap(secretsIn)).toEqual([]);
});

/** The texts of all files of a project, without its packages. Pulumi compresses some of them. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile() && !one.parentPath.includes("node_modules"));
  expect(files.length).toBeGreaterThan(5);
  const contents = await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name))));
  return contents.map((bytes) => String(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes));
}
