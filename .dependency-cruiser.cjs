// The rooms of src/, from the lowest to the highest. A room may import itself and the rooms listed under `uses`.
const rooms = [
  // What runs before anything else is loaded.
  { room: "start", path: "^src/start/", uses: [] },
  // What every provider process needs of the engine: its log, its end, its stop signal, and what the engine loads.
  { room: "engine", path: "^src/engine/", uses: [] },
  // Talks HTTP to the service.
  { room: "api", path: "^src/api/", uses: [] },
  // What a kind declares, and how its objects live on the service.
  { room: "kind", path: "^src/kind/[^/]+\\.ts$", uses: ["api"] },
  { room: "kind/lifecycle", path: "^src/kind/lifecycle/", uses: ["api", "kind"] },
  // What the engine calls.
  { room: "provider", path: "^src/provider/", uses: ["api", "kind"] },
  // Everything that uses the Pulumi SDK or the engine.
  { room: "pulumi", path: "^src/pulumi/", uses: ["engine", "api", "kind"] },
  // One file per kind.
  {
    room: "resources/qr-content",
    path: "^src/resources/(qr-content/|generated/contents\\.ts$)",
    uses: ["kind"],
  },
  {
    room: "resources/kinds",
    path: "^src/resources/(?!(index|queries)\\.ts)[^/]+\\.ts$",
    uses: ["api", "kind", "kind/lifecycle", "pulumi", "resources/qr-content"],
  },
  // Every build writes them.
  {
    room: "resources/classes",
    path: "^src/resources/generated/classes\\.ts$",
    uses: ["pulumi", "resources/kinds"],
  },
  {
    room: "resources/index",
    path: "^src/resources/index\\.ts$",
    uses: ["pulumi", "resources/kinds", "resources/classes"],
  },
  // What can be read of the account, by a program or by the command line. It works without the SDK.
  {
    room: "resources/queries",
    path: "^src/resources/queries\\.ts$",
    uses: ["api", "kind", "kind/lifecycle", "resources/kinds", "resources/qr-content"],
  },
  // The functions that read the account in a program. Every build writes them.
  {
    room: "resources/reads",
    path: "^src/resources/generated/reads\\.ts$",
    uses: ["kind", "pulumi", "resources/kinds", "resources/classes", "resources/queries"],
  },
  // The second door: the engine's protocol without the SDK, for every language.
  {
    room: "plugin",
    path: "^src/plugin/",
    uses: ["engine", "api", "kind", "provider"],
  },
  // The config file, from text to resources.
  { room: "config/source", path: "^src/config/source/", uses: ["api"] },
  { room: "config/report", path: "^src/config/report/", uses: ["config/source", "api"] },
  { room: "config/schema", path: "^src/config/schema/", uses: ["kind", "api"] },
  {
    room: "config/yaml",
    path: "^src/config/yaml/",
    uses: ["config/source", "config/report", "config/schema", "api"],
  },
  {
    room: "config/validate",
    path: "^src/config/validate/",
    uses: ["config/source", "config/report", "config/yaml", "config/schema", "kind", "api"],
  },
  {
    room: "config/build",
    path: "^src/config/build/",
    uses: [
      "engine",
      "config/source",
      "config/report",
      "config/yaml",
      "config/schema",
      "config/validate",
      "resources",
      "pulumi",
      "kind",
      "api",
    ],
  },
  // The service on localhost. It shares no code with the client.
  { room: "emulator", path: "^src/emulator/", uses: [] },
  // The command line.
  {
    room: "commands/base",
    path: "^src/commands/command\\.ts$",
    uses: ["api", "kind", "config", "resources", "emulator"],
  },
  {
    room: "commands/account",
    path: "^src/commands/account/",
    uses: ["engine", "api", "kind", "config", "resources", "commands/base"],
  },
  {
    room: "commands/export",
    path: "^src/commands/export/",
    uses: ["api", "kind", "config", "resources", "commands/base", "commands/account"],
  },
  {
    room: "commands/review",
    path: "^src/commands/review/",
    uses: ["engine", "api", "kind", "config", "resources", "commands/base", "commands/account"],
  },
  {
    // One file per command, and the program of all.
    room: "commands/main",
    path: "^src/commands/(command-line|init|main|show|validate)\\.ts$",
    uses: [
      "start",
      "api",
      "kind",
      "config",
      "resources",
      "emulator",
      "commands/base",
      "commands/account",
      "commands/export",
      "commands/review",
    ],
  },
  // Entry points.
  {
    room: "provider.ts",
    path: "^src/provider\\.ts$",
    uses: ["start", "engine", "provider", "pulumi", "resources", "kind"],
  },
  {
    room: "plugin.ts",
    path: "^src/plugin\\.ts$",
    uses: ["start", "engine", "plugin", "provider", "resources/kinds"],
  },
  { room: "program.ts", path: "^src/program\\.ts$", uses: ["start", "config"] },
  {
    room: "index.ts",
    path: "^src/index\\.ts$",
    uses: ["start", "config", "resources", "pulumi", "kind", "api"],
  },
];

/** `api` means every room below it, too. */
const pathsOf = (name) =>
  rooms.filter(({ room }) => room === name || room.startsWith(`${name}/`)).map(({ path }) => path);

module.exports = {
  forbidden: [
    ...rooms.map(({ room, path, uses }) => ({
      name: `${room.replaceAll("/", "-")}-imports-only-what-is-below-it`,
      severity: "error",
      from: { path },
      to: { path: "^src/", pathNot: [path, ...uses.flatMap(pathsOf)] },
    })),
    {
      name: "every-file-is-in-a-room",
      severity: "error",
      from: { path: "^src/", pathNot: rooms.map(({ path }) => path) },
      to: {},
    },
    {
      name: "only-pulumi-imports-the-sdk",
      severity: "error",
      // The plugin is bundled with its part of the SDK.
      from: { path: "^src/", pathNot: "^src/(pulumi|plugin)/" },
      to: { path: "node_modules/@pulumi", dependencyTypesNot: ["type-only"] },
    },
    {
      // Not even types: another way into the engine than dynamic providers then costs src/pulumi/, and no more.
      name: "api-kind-and-provider-do-not-know-the-sdk",
      severity: "error",
      from: { path: "^src/(api|kind|provider)/" },
      to: { path: "node_modules/@pulumi" },
    },
    {
      // They load the automation API and the serializer of closures, most of the time of a program's start.
      name: "parts-of-the-sdk-instead-of-all",
      severity: "error",
      from: { path: "^src/" },
      to: {
        path: "node_modules/@pulumi/pulumi/(index|automation/index|runtime/index)\\.",
        dependencyTypesNot: ["type-only"],
      },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-development-dependency-at-run-time",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/plugin/" },
      to: {
        dependencyTypes: ["npm-dev"],
        pathNot: [
          "node_modules/@types",
          // The SDK, and what it brings along: see pulumi/patches/sdk-modules.ts.
          "node_modules/(@pulumi/pulumi|@grpc/grpc-js|google-protobuf)/",
        ],
      },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
  },
};
