// The export of an account is a config that adopts it without a change.
import { expect, test } from "vitest";
import { DEMO_KEY } from "../../src/emulator/index";
import { run } from "../commands/support/run";
import { Folder } from "../config/support/folder";
import { namedServices } from "../support/dialects";
import { listedKinds } from "../support/kinds";
import { startWorld, type World } from "../support/world";

/** What `export --stdout` writes. */
async function exported({ service }: World): Promise<string> {
  const env = { LINK_MANAGEMENT_BASE_URL: service.url, LINK_MANAGEMENT_API_KEY: DEMO_KEY };
  const { code, stdout, stderr } = await run(["export", "--stdout"], new Folder().path, env);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** Names that depend on each other, one that YAML must quote, and one that no config can have. */
const NAMES = ["Spring", "Spring", "spring ", "yes", "bell\u0007"];

test.each(namedServices)(
  "%s: every object is an entry or named, and the config adopts all without a change",
  async (_, { dialect, habit }) => {
    // The command waits in real time.
    const world = await startWorld({ habit, dialect: { ...dialect, linkEndpoints: "present" } });
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
    world.account.channels.update(world.account.channels.list()[0]!.id, { items });
    const config = await exported(world);
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
