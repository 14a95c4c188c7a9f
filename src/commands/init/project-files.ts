// The files of a new project. Nothing is asked, sent or written here.
import { readFileSync } from "node:fs";
import * as path from "node:path";
import type { AccountInfo } from "../../api/account";
import { DEFAULTS } from "../../config/schema/layout";
import { configKinds } from "../config-kinds";
import { SCHEMA, schemaLine } from "../export/documents/documents";
import { accountPairs, isPublic, PROTECT } from "../export/documents/head";
import { toKey } from "../export/documents/transliterate";
import { flow, mapping, render, type YamlPair } from "../export/documents/yaml-text";

export const PIPELINES = ["none", "github", "gitlab"] as const;
export type Pipeline = (typeof PIPELINES)[number];

/** What the files depend on. */
export interface ProjectAnswers {
  readonly account: AccountInfo;
  readonly baseUrl: string;
  readonly pipeline: Pipeline;
  /** Text of the config. Default a small one without entries. */
  readonly exported: string | undefined;
}

const PACKAGE = path.join(__dirname, "../../..");
export const CONFIG_FILE = "link-management.yaml";

/** The package contains these files of examples/pipelines. */
export const PIPELINE_FILES: Readonly<Record<Pipeline, readonly string[]>> = {
  none: [],
  github: [".github/workflows/links.yml"],
  gitlab: [".gitlab-ci.yml"],
};
const OWN_FILES = [
  "package.json",
  "Pulumi.yaml",
  CONFIG_FILE,
  ".gitignore",
  ".vscode/settings.json",
] as const;
const STACK_LINE = /^( *)STACK: \w+$/m;

const own = require(path.join(PACKAGE, "package.json")) as Readonly<{
  name: string;
  version: string;
  peerDependencies: Record<string, string>;
  /** With the exact versions that this package is tested with. */
  devDependencies: Record<string, string>;
}>;

/** The version of the Pulumi CLI. */
export const CLI_VERSION = own.devDependencies.pulumi!;

/** Texts by path. */
export function projectFiles({ account, baseUrl, pipeline, exported }: ProjectAnswers): Map<string, string> {
  const stack = stackName(account);
  const texts: Readonly<Record<(typeof OWN_FILES)[number], () => string>> = {
    "package.json": () => packageJson(stack),
    "Pulumi.yaml": () => pulumiYaml(stack, baseUrl),
    [CONFIG_FILE]: () => exported ?? smallConfig(account),
    ".gitignore": () => "node_modules/\n# The state of the local backend.\n.pulumi/\n",
    ".vscode/settings.json": editorSettings,
  };
  return new Map([
    ...OWN_FILES.map((file): [string, string] => [file, texts[file]()]),
    ...PIPELINE_FILES[pipeline].map((file): [string, string] => [file, pipelineFile(file, stack)]),
  ]);
}

/** The paths of the files, whatever the account is. @param pipeline `undefined` before it is known */
export function certainPaths(pipeline: Pipeline = "none"): readonly string[] {
  return [...OWN_FILES, ...PIPELINE_FILES[pipeline]];
}

/** Stacks and accounts correspond, so the stack has the name of its account. */
export function stackName({ username }: AccountInfo): string {
  return toKey(username) || "main";
}

function packageJson(stack: string): string {
  const peers = Object.keys(own.peerDependencies).map((name) => [name, own.devDependencies[name]]);
  const content = {
    name: `${stack}-links`,
    private: true,
    main: "node_modules/pulumi-link-management/dist/program.js",
    dependencies: { ...Object.fromEntries(peers), [own.name]: own.version },
    devDependencies: { pulumi: CLI_VERSION },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function pulumiYaml(stack: string, baseUrl: string): string {
  return `name: ${stack}-links
runtime:
  name: nodejs
  options:
    typescript: false # The program is part of the package: see "main" in package.json.
backend:
  # Where Pulumi keeps the state: the folder .pulumi of the folder in which you run it. A team or a pipeline needs a
  # shared backend, such as s3://acme-pulumi-state. The variable PULUMI_BACKEND_URL takes precedence.
  url: file://.
options:
  # preview, up and destroy read the account first. So a preview shows manual changes, and up undoes them.
  refresh: always
config:
  link-management:baseUrl: ${JSON.stringify(baseUrl)}
`;
}

function smallConfig(account: AccountInfo): string {
  const [expected] = accountPairs(account);
  const isProtected = configKinds.filter(({ definition }) => isPublic(definition));
  const protection = isProtected.map(
    ({ definition }): YamlPair => [definition.yaml.section, flow(mapping([PROTECT]))],
  );
  const pairs: YamlPair[] = [
    ...(expected ? [[expected[0], expected[1], [EXPECTED_NOTE]] satisfies YamlPair] : []),
    [DEFAULTS, mapping(protection), [PROTECTED_NOTE]],
  ];
  return `${render(mapping(pairs), [schemaLine(CONFIG_FILE)])}${SMALL_CONFIG}`;
}

const EXPECTED_NOTE = "With the key of any other account, every command stops before it changes anything.";
const PROTECTED_NOTE =
  "up and destroy delete none of these, until you remove the protection and apply that. Printed codes depend on them.";
const SMALL_CONFIG = `
# Remove the "# " in front of what you need. An editor with a YAML language server completes the fields.
# Other files can contain more entries: include: link-management/*.yaml
#
# pixels:
#   ads: { type: fbpixel, name: Shop ads, tag: "1234567890" }
# domains:
#   go: { domain: https://go.example.com, redirectRoot: https://example.com }
# qrCodes:
#   menu: { type: link, data: https://example.com/menu }
# channels:
#   spring: { name: Spring, items: [{ qr: menu }, { link: 4711 }] } # a key of this file, or an id of the account
# campaigns:
#   launch: { name: Launch, slug: launch, public: true, links: [4711] }
`;

function editorSettings(): string {
  const settings = { "yaml.schemas": { [`./${SCHEMA}`]: [CONFIG_FILE, "link-management/**/*.yaml"] } };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

function pipelineFile(file: string, stack: string): string {
  const text = readFileSync(path.join(PACKAGE, "examples/pipelines", file), "utf8");
  if (!STACK_LINE.test(text)) throw new Error(`${file} names no stack`);
  return text.replace(STACK_LINE, `$1STACK: "${stack}"`);
}
