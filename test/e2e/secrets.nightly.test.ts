// The API key, passwords and secret arguments are in no output, and in no file of a stack.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { DEMO_KEY } from "../../src/emulator/index";
import { Project } from "./support/project";

/** With characters that JSON, URLs and shells escape. */
const SECRETS = {
  password: 'hunter22 "ün" & c\\o',
  wifi: "guests-only '7' % vö",
  brief: "for-the-secret-campaign",
};
const CONFIG = {
  account: { email: "links@example.com", password: "${config:password}" },
  qrCodes: { guests: { type: "wifi", content: { wifi: { ssid: "Guests", password: "${env:WIFI}" } } } },
  channels: { spring: { name: "Spring", description: "${config:brief}" } },
};

test("secrets reach the service, and nothing else", async () => {
  const project = await Project.create({ config: CONFIG });
  const { password, brief, wifi } = SECRETS;
  await project.ok("config", "set-all", "--secret", `password=${password}`, "--secret", `brief=${brief}`);
  // The CLI itself masks secret config values, but not this one.
  project.env.WIFI = wifi;
  const account = project.service.account();
  const outputs: string[] = [];
  const run = async (...args: string[]) => outputs.push((await project.pulumi(...args)).output);

  await run("preview", "--diff", "--save-plan", "plan.json");
  // The service repeats the content in its message, although the create took effect.
  const respond = () => ({
    status: 200,
    headers: {},
    body: { error: 1, message: `Invalid: WIFI:T:WPA;S:Guests;P:${wifi};;` },
  });
  project.faults.rule({ on: "POST /api/qr/add", respond, times: 1 });
  await run("up", "--yes", "--diff");
  expect(outputs.at(-1)).toContain("Invalid");
  account.qrs.delete(101);
  await run("up", "--yes", "--diff");
  expect(account.password).toBe(password);
  expect(account.qrs.list()).toMatchObject([{ data: expect.stringContaining("guests-only") }]);
  expect(account.channels.list()).toMatchObject([{ description: brief }]);

  account.channels.update(101, { description: "by hand" });
  await run("refresh", "--yes", "--diff");
  await project.config({ ...CONFIG, channels: { spring: { ...CONFIG.channels.spring, name: "Changed" } } });
  await run("up", "--yes", "--skip-preview");
  await run("destroy", "--yes");

  const texts = [...outputs, ...(await filesIn(project.folder))];
  for (const secret of [...Object.values(SECRETS), DEMO_KEY]) {
    for (const form of formsOf(secret)) expect(texts.filter((text) => text.includes(form))).toEqual([]);
  }
});

/** The texts of all files of a project, without its packages. Pulumi compresses some of them. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile() && !one.parentPath.includes("node_modules"));
  expect(files.length).toBeGreaterThan(5);
  const contents = await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name))));
  return contents.map((bytes) => String(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes));
}

/** A secret as it is, in JSON within JSON, and in a URL. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [secret, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(secret)];
}
