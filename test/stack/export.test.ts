// The export of an account is a config that adopts it without a change.
import { expect, onTestFinished, test, vi } from "vitest";
import { exportCommand } from "../../src/commands/export/command";
import { DEMO_KEY } from "../../src/emulator/index";
import { listedSections } from "../../src/resources/definitions";
import { Folder } from "../config/support/folder";
import { namedDialects } from "../support/dialects";
import { listedKinds } from "../support/kinds";
import { startWorld, type World } from "../support/world";

/** What `export --stdout` writes. */
async function exported(world: World, ...options: string[]): Promise<string> {
  vi.stubEnv("LINK_MANAGEMENT_BASE_URL", world.service.url);
  vi.stubEnv("LINK_MANAGEMENT_API_KEY", DEMO_KEY);
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text, ...rest) => {
      written[stream] += String(text);
      for (const done of rest) if (typeof done === "function") done();
      return true;
    }),
  );
  const restore = () => {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    process.exitCode = undefined;
  };
  onTestFinished(restore);
  await exportCommand().parseAsync(["node", "export", "--stdout", ...options]);
  expect(process.exitCode ?? 0, written.stderr).toBe(0);
  restore();
  return written.stdout;
}

/** Names that depend on each other, one that YAML must quote, and one that no config can have. */
const NAMES = ["Spring", "Spring", "spring ", "yes", "bell\u0007"];

/** Dialects that differ in pages or limits show the same objects. */
const DIALECTS = namedDialects.filter(([name]) =>
  ["document", "observed", "strings", "always-200"].includes(name),
);

test.each(DIALECTS)(
  "%s: every object is an entry or named, and the config adopts all without a change",
  async (_, dialect) => {
    // The command waits in real time.
    const world = await startWorld({
      dialect: { ...dialect, linkEndpoints: "present", rateLimitHeaders: "present" },
    });
    for (const kind of listedKinds) {
      for (const [n, name] of NAMES.entries()) {
        // Half of them have nothing that an object can be without.
        const args = n % 2 === 0 ? kind.args(n) : kind.minimal(n);
        kind.add(world.account, { ...args, ...("name" in args && { name }) });
      }
    }
    const items = [
      { type: "links", id: 4711 },
      { type: "bio", id: 12 },
      { type: "qr", id: world.account.qrs.list()[0]!.id },
    ] as const;
    world.account.channels.update(101, { items });
    const config = await exported(world, "--kinds", listedSections.join());
    const stack = world.stack();
    await stack.up(config);
    expect(Object.keys(stack.ids).filter((label) => label.startsWith("ChannelItem"))).toHaveLength(3);
    const adopted = new Set(stack.resources.map(({ type, id }) => `${type.split(":").at(-1)} ${id}`));
    for (const kind of listedKinds) {
      const { type } = kind.definition;
      const missing = kind.ids(world.account).filter((id) => !adopted.has(`${type} ${id}`));
      for (const id of missing) expect(config).toMatch(new RegExp(`# Not exported: .*\\b${id}\\b`));
    }
    expect(world.changes.filter((request) => !request.includes("/assign/"))).toEqual([]);
    expect((await stack.preview(config, { refresh: true })).changes).toEqual([]);
  },
);

test("without a config that has some, short links are in an export only if --kinds names them", async () => {
  vi.spyOn(process, "cwd").mockReturnValue(new Folder().path);
  const world = await startWorld({ dialect: "observed" });
  const domain = "https://go.example.com";
  world.account.domains.create({ domain });
  world.account.links.create({ custom: "spring", url: "https://example.com", domain });
  expect(await exported(world)).not.toContain("links");
  expect(world.requests.filter((request) => request.includes("/api/url"))).toEqual([]);
  const config = await exported(world, "--kinds", "links");
  expect(config).toMatch(
    /spring:\n.*url: https:\/\/example.com\n.*alias: spring\n.*domain: https:\/\/go.example.com/,
  );
  // The service's own domain is none of the account.
  expect(config).not.toContain("domain: https://link.example");
  // A key of digits would be an id.
  expect(config).toMatch(/link-4711:\n.*\n\s+alias: "4711"\n\s+#/);
});
