// Runs the files and commands of the quick start of README.md unchanged.
import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DEMO_KEY } from "../../src/emulator/index";
import { Child } from "./support/child";
import { homeOfCli } from "./support/cli-home";
import { writeLockFile } from "./support/example";
import { packedForFile } from "./support/package";
import { cliEnvironment, run } from "./support/project";
import { block } from "./support/readme";

const built = packedForFile();

test("the quick start works as it is written", async () => {
  const project = join(built.folder, "quick-start");
  await mkdir(project);
  await writeFile(join(project, "package.json"), block("Quick start", "json"));
  for (const file of ["Pulumi.yaml", "link-management.yaml"]) {
    await writeFile(join(project, file), block("Quick start", "yaml", `\`${file}\`:`));
  }
  // The package is not published, so the lock file names its tarball.
  await writeLockFile(project, built.packed);
  const env = {
    ...cliEnvironment(),
    PULUMI_HOME: await homeOfCli(join(built.folder, "home")),
    PULUMI_SKIP_CONFIRMATIONS: "true",
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  const port = await freePort(4010);
  const commands = (intro: string) => block("Quick start", "sh", intro).replaceAll("4010", String(port));

  const emulator = new Child(["bash", "-e", "-c", commands("Install the packages")], {
    cwd: project,
    env,
    allowedSecrets: new Set([DEMO_KEY]),
  });
  onTestFinished(async () => {
    emulator.signalGroup("SIGINT");
    await emulator.ended();
  });
  await emulator.waitForOutput(/Emulator running at/);

  const { code, output } = await run(["bash", "-e", "-c", commands("In a second terminal")], project, env);
  expect(code, output).toBe(0);
  expect(output).toContain("+ 11 created");
  const get = (path: string) => request(`http://127.0.0.1:${port}${path}`);
  expect(await get("/api/pixels")).toMatchObject({ data: { pixels: [{ name: "Shop ads" }] } });
  expect(await get("/api/channel/101")).toMatchObject({
    data: { items: expect.arrayContaining([expect.objectContaining({ type: "links", id: 4711 })]) },
  });
  expect(await get("/api/campaigns")).toMatchObject({
    data: { campaigns: [{ name: "Launch", public: true }] },
  });
});

/** The preferred port, or another one if it is in use. */
async function freePort(preferred: number): Promise<number> {
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer();
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        const { port: taken } = server.address() as AddressInfo;
        server.close(() => resolve(taken));
      });
    });
  return listen(preferred).catch(() => listen(0));
}

async function request(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${DEMO_KEY}` } });
  return response.json();
}
