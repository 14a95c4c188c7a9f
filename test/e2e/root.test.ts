// The root of the repository as a config repo, in a clean copy of the tree: as after `git clone`, `npm ci` and
// `npm run build`.
import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { temporaryFolder } from "../support/temporary-folder";
import { run, userEnvironment } from "./support/package";
import { packageRoot } from "./support/project";

test("the root applies as it stands, shows drift in a plain preview, and is destroyed", async () => {
  const service = await startEmulator({ rateLimit: 100_000 });
  onTestFinished(() => service.close());
  const folder = temporaryFolder();
  const root = join(folder, "root");
  await exportTree(root);
  const { PULUMI_BACKEND_URL, ...env } = await userEnvironment(folder, service.url);
  const pulumi = (...args: string[]) => run(["npx", "pulumi", ...args, "--non-interactive"], root, env);
  const { pixels, domains, qrs, channels, campaigns } = service.account();
  const counts = () => [pixels, domains, qrs, channels, campaigns].map((kind) => kind.list().length);

  await pulumi("stack", "init", "test");
  await pulumi("up", "--yes");
  expect(counts()).not.toContain(0);
  expect(channels.list()[0]?.items).toMatchObject([{ type: "qr" }, { type: "qr" }]);
  await pulumi("preview", "--expect-no-changes");

  pixels.update(pixels.list()[0]!.id, { name: "By hand" });
  expect(await pulumi("preview", "--diff")).toMatch(/"By hand" => "Shop /);
  await pulumi("destroy", "--yes", "--skip-preview");
  expect(counts()).toEqual([0, 0, 0, 0, 0]);
  // The state is ignored. The file of a stack belongs into a config repo.
  expect(await run(["git", "status", "--porcelain"], root, env)).toBe("?? Pulumi.test.yaml\n");
});

/** What git has, and what npm and the build add. */
async function exportTree(root: string): Promise<void> {
  const shell = (script: string, cwd: string) => run(["bash", "-e", "-c", script], cwd, process.env);
  await mkdir(root);
  const files = "git ls-files -z --cached --others --exclude-standard";
  const pack = "tar --create --ignore-failed-read --null --files-from=-";
  await shell(`${files} | ${pack} | tar --extract --directory="${root}"`, packageRoot);
  await shell("git init --quiet && git add --all", root);
  await shell("git -c user.name=Ada -c user.email=ada@example.com commit --quiet --message Copy", root);
  await symlink(join(packageRoot, "node_modules"), join(root, "node_modules"));
  await cp(join(packageRoot, "dist"), join(root, "dist"), { recursive: true });
}
