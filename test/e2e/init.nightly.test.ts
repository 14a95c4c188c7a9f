// The commands of the docs for an existing account of 300 objects, from the tarball, in the order of their pages.
// test/commands/init.test.ts has the files and messages of `init`.
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEMO_KEY, startEmulator } from "../../src/emulator/index";
import { codeOf, initFrom, packed, userEnvironment } from "./support/package";
import { Command, packageRoot } from "./support/project";

test("an account is adopted with reads only, and then the commands for daily work do what they say", async () => {
  const { folder, tarball } = await packed();
  const service = await startEmulator({ rateLimit: 100_000 });
  onTestFinished(() => service.close());
  const { pixels, channels, qrs } = service.account();
  for (let n = 0; n < 100; n++) {
    pixels.create({ type: "fbpixel", name: `Pixel ${n}`, tag: String(n) });
    channels.create({ name: `Channel ${n}` });
    qrs.create({ type: "link", data: `https://example.com/${n}`, name: `Code ${n}` });
  }
  const writes = () =>
    service.log.filter(({ changes }) => changes).map(({ method, path }) => `${method} ${path}`);
  const project = join(folder, "project");
  await mkdir(project);
  const all = Object.entries(await userEnvironment(folder));
  const env = Object.fromEntries(
    all.filter(([name]) => !/^LINK_|^PULUMI_(BACKEND|CONFIG|SKIP_CONF)/.test(name)),
  );

  const [page = ""] = codeOf("docs/getting-started.md", "Getting started with an existing account", "sh");
  const [settings = "", init, ...next] = page
    .replace("https://…", service.url)
    .replace("API_KEY=…", `API_KEY=${DEMO_KEY}`)
    .replace("PASSPHRASE=…", "PASSPHRASE=choose-one")
    .split("\n");
  expect(init).toBe("npx pulumi-link-management init");
  const shell = (commands: string) => {
    const script = `${settings}\n${commands.replace("pulumi up", "pulumi up --yes")}`;
    return new Command(["bash", "-e", "-c", script], project, env).ended;
  };
  const { code, output } = await shell([initFrom(tarball), ...next].join("\n"));
  expect(code, output).toBe(0);
  expect(output.replace(/^ +/gm, "")).toContain(`Next:\n${next.join("\n")}\n`);
  expect(await shell("npx pulumi preview --expect-no-changes")).toMatchObject({ code: 0 });
  expect(writes()).toEqual([]);

  const { id } = channels.list()[0]!;
  channels.update(id, { name: "By hand" });
  const [, rest = ""] = readFileSync(join(packageRoot, "README.md"), "utf8").split("## Daily work\n");
  const [section = ""] = rest.split("\n#");
  const commands = [...section.matchAll(/`(npx [^`]*)`/g)];
  expect(commands.length).toBeGreaterThan(4);
  for (const [, command = ""] of commands) {
    const ended = await shell(command);
    expect(ended.code, `${command}: ${ended.output}`).toBe(0);
  }
  expect(writes()).toEqual([`PUT /api/channel/${id}/update`]);
});
