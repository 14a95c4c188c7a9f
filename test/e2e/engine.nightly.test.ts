// The stack tests run on a simulated engine. To a provider it is the real one: one scenario with every operation makes the
// same calls on both.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import * as library from "../../src/index";
import type * as Handlers from "../../src/provider/handler";
import type { Account } from "../support/emulator";
import type { Faults } from "../support/faults";
import type { CommandOptions } from "../support/stack";
import { startWorld } from "../support/world";
import { Project, packageRoot } from "./support/project";

type Library = typeof library;
/** Becomes text, so it uses nothing from outside. */
type Program = (library: Library, usual: typeof USUAL) => void;

/** A command, and what happened before it. */
interface Step {
  readonly name: string;
  readonly before?: (account: Account, faults: Faults) => void;
  /** @default that of the step before */
  readonly program?: Program;
  /** @default "up" */
  readonly command?: "refresh" | "destroy";
  readonly options?: Pick<CommandOptions, "refresh" | "replace" | "target"> & { readonly preview?: true };
  readonly fails?: true;
}

/** What most programs have, which becomes text, too. Without a name or an address, it omits one. */
const USUAL = ({ Channel, Domain, Pixel }: Library, ads?: string, redirectRoot?: string) => [
  new Pixel("website", { type: "gapixel", name: "Site", tag: "G-7K2P" }),
  ...(ads ? [new Pixel("ads", { type: "gapixel", name: ads, tag: "1234567890" })] : []),
  ...(redirectRoot ? [new Domain("go", { domain: "https://to.example.com", redirectRoot })] : []),
  new Channel("spring", { name: "Spring", color: "#000000" }),
];

const newestOf = (list: { list(): readonly { readonly id: number }[] }) => list.list().at(-1)!.id;

const STEPS: readonly Step[] = [
  {
    name: "creates, an adoption, and an object that the program only reads",
    before: ({ pixels, channels }) => {
      pixels.create({ id: 6, type: "gapixel", name: "Old name", tag: "G-7K2P" });
      channels.create({ id: 7, name: "Elsewhere", color: "#000000" });
    },
    program: ({ Campaign, Channel, ChannelItem, Domain, Pixel, QrCode }) => {
      Channel.get("elsewhere", "7");
      new Pixel("site", { type: "gapixel", name: "Site", tag: "G-7K2P" }, { onExisting: "overwrite" });
      new Pixel("ads", { type: "fbpixel", name: "Ads", tag: "1234567890" });
      new Domain("go", { domain: "https://go.example.com", redirectRoot: "https://example.com" });
      const channel = new Channel("spring", { name: "Spring", color: "#22AA66" });
      const item = new QrCode("menu", { type: "text", data: "Menu" });
      new ChannelItem("spring/menu", { channel, itemType: "qr", item });
      new Campaign("launch", { name: "Launch", slug: "launch" }, { retainOnDelete: true });
    },
    options: { preview: true },
  },
  {
    name: "an update, replacements in both orders, a new name, an equal value, and a value without a change",
    program: ({ Campaign, Channel, ChannelItem, Domain, Pixel, QrCode }) => {
      Channel.get("elsewhere", "7");
      new Pixel("website", { type: "gapixel", name: "Site", tag: "G-7K2P" }, { aliases: [{ name: "site" }] });
      new Pixel("ads", { type: "gapixel", name: "Ads", tag: "1234567890" });
      const domain = { domain: "https://to.example.com", redirectRoot: "https://example.com" };
      new Domain("go", domain, { deleteBeforeReplace: true });
      const channel = new Channel("spring", { name: "Spring", color: "#000000" });
      const item = new QrCode("menu", { type: "text", data: "Lunch" });
      new ChannelItem("spring/menu", { channel, itemType: "qr", item });
      const changed = { name: "Lift-off", slug: "launch" };
      new Campaign("launch", changed, { retainOnDelete: true, ignoreChanges: ["name"] });
    },
    options: { preview: true },
  },
  {
    name: "removals, one of which keeps its object",
    program: (library, usual) => usual(library, "Ads", "https://example.com"),
  },
  {
    name: "a target",
    program: (library, usual) => usual(library, "All ads", "https://example.org"),
    options: { target: ["Domain go"] },
  },
  { name: "an ordered replacement", options: { replace: ["Pixel ads"] } },
  {
    name: "drift, and an object that is gone",
    before: ({ channels, pixels }) => {
      channels.update(newestOf(channels), { color: "#123456" });
      pixels.delete(newestOf(pixels));
    },
    command: "refresh",
  },
  {
    name: "a create without a response",
    before: (_, faults) =>
      faults.rule({ on: "POST /api/channel/add", fault: "reset", when: "after", times: 1 }),
    program: (library, usual) => {
      // After everything else, so that the failure ends the same run on both.
      const dependsOn = usual(library, "All ads", "https://example.org");
      new library.Channel("summer", { name: "Summer" }, { dependsOn });
    },
    fails: true,
  },
  {
    name: "a refresh before the program, which finds the object, and creates again what is gone",
    before: ({ domains }) => domains.delete(newestOf(domains)),
    options: { refresh: true },
  },
  {
    name: "a create that fails, and what depends on it",
    before: (_, faults) => faults.rule({ on: "POST /api/qr/add", reject: true }),
    program: (library, usual) => {
      const dependsOn = usual(library, "All ads", "https://example.org");
      const item = new library.QrCode("menu", { type: "text", data: "Menu" }, { dependsOn });
      new library.ChannelItem("spring/menu", { channel: dependsOn.at(-1) as never, itemType: "qr", item });
    },
    fails: true,
  },
  {
    name: "a check that fails",
    before: ({ pixels }, faults) => {
      faults.clear();
      pixels.create({ type: "fbpixel", name: "By hand", tag: "2" });
    },
    program: (library, usual) => {
      const dependsOn = usual(library, "All ads");
      const pixel = { type: "fbpixel", name: "Second", tag: "2" } as const;
      const second = new library.Pixel("second", pixel, { dependsOn });
      const domain = { domain: "https://to.example.com", redirectRoot: "https://example.net" };
      new library.Domain("go", domain, { dependsOn: second });
    },
    fails: true,
  },
  { name: "the end of everything", command: "destroy" },
];

test("the simulated engine makes the calls of the real one", async () => {
  const engines = [await simulatedEngine(), await realEngine()];
  const ids = engines.map(() => new Map<string, number>());
  let program: Program = () => {};
  for (const step of STEPS) {
    program = step.program ?? program;
    for (const { account, faults, run } of engines) {
      step.before?.(account, faults);
      const { code, output } = await run(step, program);
      expect(code !== 0, `${step.name}: ${output}`).toBe(step.fails ?? false);
    }
    const [simulated, real] = engines.map(({ calls }, index) => comparable(calls(), ids[index]!));
    expect(simulated, step.name).toEqual(real);
  }
});

interface Call {
  readonly kind: string;
  readonly verb: string;
  readonly args: readonly unknown[];
}

/** Without what differs: addresses of the services, times, places in the programs, and ids, which depend on the order. */
function comparable(calls: Call[], ids: Map<string, number>): unknown {
  // Independent resources have no order. The sort keeps that of each resource.
  calls.sort((a, b) => resourceOf(a).localeCompare(resourceOf(b)));
  const text = JSON.stringify(calls, (name, value) => (name === "__provider" ? undefined : value))
    .replace(/127\.0\.0\.1:\d+/g, "service")
    .replace(/\/qr\/\w+/g, "/qr/code")
    .replace(/(?<=at\W+)\d{13}/g, "0")
    .replace(/\b1\d\d\b/g, (id) => {
      ids.set(id, ids.get(id) ?? ids.size + 1);
      return String(ids.get(id));
    });
  return JSON.parse(text);
}

function resourceOf({ kind, args }: Call): string {
  const { tag, name } = args.at(-1) as Record<string, unknown>;
  return `${kind} ${tag ?? name ?? ""}`;
}

const noted = vi.hoisted(() => [] as Call[]);

vi.mock("../../src/provider/handler", async (original) => {
  const { createHandler, ...rest } = await original<typeof Handlers>();
  const create: typeof createHandler = (definition, provider) =>
    recorded(createHandler(definition, provider), definition.handler, (call) => noted.push(call));
  return { ...rest, createHandler: create };
});

/** Becomes text, so it uses nothing from outside. */
function recorded<T extends object>(handler: T, kind: string, note: (call: Call) => void): T {
  const verbs = ["check", "diff", "create", "read", "update", "delete"];
  const calls = verbs.map((verb) => [
    verb,
    (...args: unknown[]) => {
      note({ kind, verb, args });
      return (handler as Record<string, (...args: unknown[]) => unknown>)[verb]!(...args);
    },
  ]);
  return { ...handler, ...Object.fromEntries(calls) };
}

async function simulatedEngine() {
  const world = await startWorld({ dialect: "observed" });
  const { account, faults } = world;
  const stack = world.stack({}, "test");
  const run = ({ command, options }: Step, program: Program) => {
    const all = { preview: false, parallel: 1, ...options };
    const running = command ? stack[command](all) : stack.up(() => program(library, USUAL), all);
    return running.then(
      ({ text }) => ({ code: 0, output: text }),
      ({ message }: Error) => ({ code: 1, output: message }),
    );
  };
  return { account, faults, run, calls: () => noted.splice(0) };
}

async function realEngine() {
  const project = await Project.create({ dialect: "observed", files: { "index.js": "" } });
  const log = join(project.folder, "calls.jsonl");
  const main = join(packageRoot, "dist/index.js");
  const provider = `
    const { appendFileSync } = require("node:fs");
    const note = (call) => appendFileSync(${JSON.stringify(log)}, JSON.stringify(call) + "\\n");
    const handlers = Object.entries(require(${JSON.stringify(join(packageRoot, "dist/provider.js"))}));
    const recorded = ${recorded.toString()};
    module.exports = Object.fromEntries(handlers.map(([kind, one]) => [kind, recorded(one, kind, note)]));`;
  rmSync(join(project.folder, "node_modules/pulumi-link-management"));
  await project.write({
    // As that of the simulated engine: names are part of the calls.
    "Pulumi.yaml": "name: shop\nruntime: { name: nodejs, options: { typescript: false } }\n",
    "node_modules/pulumi-link-management/package.json": "{}",
    "node_modules/pulumi-link-management/provider.js": provider,
  });
  await project.ok("stack", "init", "test");
  const urns = async (option: string, labels: readonly string[] = []) => {
    const state = await project.state();
    return labels.flatMap((label) => [option, state[label]!.urn]);
  };
  const run = async ({ command, options = {} }: Step, program: Program) => {
    const { preview, refresh, replace, target } = options;
    await project.write({ "index.js": `(${program})(require(${JSON.stringify(main)}), ${USUAL});` });
    const args = [...(await urns("--replace", replace)), ...(await urns("--target", target))];
    if (!preview) args.push("--skip-preview");
    if (refresh) args.push("--refresh");
    return project.pulumi(command ?? "up", "--yes", "--parallel", "1", ...args);
  };
  const calls = () => {
    const lines = readFileSync(log, "utf8").trim().split("\n");
    rmSync(log);
    return lines.map((line) => JSON.parse(line) as Call);
  };
  return { account: project.service.account(), faults: project.faults, run, calls };
}
