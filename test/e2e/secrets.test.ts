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
  qrCodes: { guests: { type: "wifi", content: { wifi: { ssid: "Guests", password: "${config:wifi}" } } } },
  channels: { spring: { name: "Spring", description: "${config:brief}" } },
};

test("secrets reach the service, and nothing else", async () => {
  const project = await Project.create({ config: CONFIG });
  const secrets = Object.entries(SECRETS).flatMap(([name, value]) => ["--secret", `${name}=${value}`]);
  await project.ok("config", "set-all", ...secrets);
  const outputs: string[] = [];
  const run = async (...args: string[]) => outputs.push((await project.pulumi(...args)).output);

  await run("preview", "--diff", "--save-plan", "plan.json");
  await run("up", "--yes", "--diff");
  const account = project.service.account();
  expect(account.password).toBe(SECRETS.password);
  expect(account.qrs.list()).toMatchObject([{ data: expect.stringContaining("guests-only") }]);
  expect(account.channels.list()).toMatchObject([{ description: SECRETS.brief }]);

  account.channels.update(101, { description: "by hand" });
  await run("refresh", "--yes", "--diff");
  await project.config({ ...CONFIG, channels: { spring: { ...CONFIG.channels.spring, name: "Changed" } } });
  // The service repeats the body in its message.
  const respond = () => ({
    status: 200,
    headers: {},
    body: { error: 1, message: `Invalid: ${SECRETS.brief}` },
  });
  project.faults.rule({ on: "PUT /api/channel/*", when: "before", respond, times: 1 });
  await run("up", "--yes", "--skip-preview");
  expect(outputs.at(-1)).toContain("Invalid");
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
