// A code-free config repo with index.js on every supported Node, with the oldest and the newest SDK that supports it.
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { WIFI, wifiText } from "../../support/secrets";
import { packedForFile } from "../support/package";
import { Project, run } from "../support/project";
import { installSdk, NODE_20, NODE_22, NODE_24, nodeFolder, SDK } from "./tools";
import { CONFIG, CONFIG_RESOURCES, expectRoundTrip, LOADER } from "./workspace";

const PROGRAM = `console.log("Node", process.version);\n${LOADER}`;
const versions: [node: string, sdk: string][] = [
  [NODE_20, SDK.oldest],
  [NODE_20, SDK.node20],
  [NODE_22, SDK.oldest],
  [NODE_22, SDK.newest],
  [NODE_24, SDK.oldest],
  [NODE_24, SDK.newest],
];

const built = packedForFile();

/** Each is installed once. */
const installed = new Map<string, Promise<string>>();
function once(key: string, install: (into: string) => Promise<string>): Promise<string> {
  const known = installed.get(key) ?? install(join(built.folder, key));
  installed.set(key, known);
  return known;
}

describe.each(versions)("Node %s with SDK %s", (node, sdk) => {
  test("applies a config repo, and --debug shows no secret", async () => {
    const modules = await once(`sdk-${sdk}`, (into) => installSdk(into, built.packed, sdk));
    const bin = await once(`node-${node}`, (into) => nodeFolder(into, node));
    const project = await Project.create({
      files: { "index.js": PROGRAM, "link-management.yaml": CONFIG },
      modules,
    });
    onTestFinished(() => project.remove());
    project.env.PATH = `${bin}:${project.env.PATH}`;
    const { stdout } = await run(["node", "--version"], project.folder, project.env);
    expect(stdout).toBe(`v${node}\n`);

    expect(await project.pulumi("preview")).toContain(`Node v${node}`);
    await expectRoundTrip(project, (...args) => project.pulumi(...args), CONFIG_RESOURCES);
    // Every output is scanned for the secrets of the tests.
    project.env.WIFI_CODE = wifiText(WIFI);
    await project.config("qrCodes:\n  guests: { type: wifi, data: '${env:WIFI_CODE}' }\n");
    expect(await project.pulumi("up", "--yes", "--debug")).toContain("+ 2 created");
  });
});
