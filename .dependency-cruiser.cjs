// The rooms of src/, from the lowest to the highest. A room may import itself and the rooms listed under `uses`.
const rooms = [
  // Talks HTTP to the service.
  { room: "api/base", path: "^src/api/((errors|clock|limits|sanitize|suggest)\\.ts$|redaction/)", uses: [] },
  { room: "api/rate-limit", path: "^src/api/rate-limit/", uses: ["api/base"] },
  { room: "api/http", path: "^src/api/http/", uses: ["api/base", "api/rate-limit"] },
  { room: "api/list", path: "^src/api/list/", uses: ["api/base", "api/http"] },
  {
    room: "api/session",
    path: "^src/api/(session|account|settings)\\.ts$",
    uses: ["api/base", "api/rate-limit", "api/http", "api/list"],
  },
  // What a kind declares, and how its objects live on the service.
  { room: "kind", path: "^src/kind/[^/]+\\.ts$", uses: ["api"] },
  { room: "kind/lifecycle", path: "^src/kind/lifecycle/", uses: ["api", "kind"] },
  // What the engine calls.
  { room: "provider", path: "^src/provider/", uses: ["api", "kind"] },
  // Everything that uses the Pulumi SDK or the engine.
  { room: "pulumi", path: "^src/pulumi/", uses: ["api", "kind"] },
  // One file per kind.
  { room: "resources/qr-content", path: "^src/resources/qr-content/", uses: ["kind"] },
  {
    room: "resources",
    path: "^src/resources/[^/]+\\.ts$",
    uses: ["api", "kind", "kind/lifecycle", "pulumi", "resources/qr-content"],
  },
  // The config file, from text to resources.
  { room: "config/source", path: "^src/config/source/", uses: [] },
  { room: "config/report", path: "^src/config/report/", uses: ["config/source"] },
  { room: "config/parse", path: "^src/config/parse/", uses: ["config/source", "config/report"] },
  {
    room: "config/schema",
    path: "^src/config/schema/",
    uses: ["config/source", "config/report", "config/parse", "kind", "api"],
  },
  {
    room: "config/validate",
    path: "^src/config/validate/",
    uses: ["config/source", "config/report", "config/parse", "config/schema", "kind", "api"],
  },
  {
    room: "config/build",
    path: "^src/config/build/",
    uses: [
      "config/source",
      "config/report",
      "config/parse",
      "config/schema",
      "config/validate",
      "resources",
      "pulumi",
      "kind",
      "api",
    ],
  },
  // The service on localhost. It shares no code with the client.
  { room: "emulator/base", path: "^src/emulator/(emulator-error|dialect|scheduler)\\.ts$", uses: [] },
  { room: "emulator/store", path: "^src/emulator/store/", uses: ["emulator/base"] },
  { room: "emulator/http", path: "^src/emulator/http/", uses: ["emulator/base"] },
  { room: "emulator/rate-limit", path: "^src/emulator/rate-limit/", uses: ["emulator/base"] },
  {
    room: "emulator/endpoint",
    path: "^src/emulator/endpoint/",
    uses: ["emulator/base", "emulator/store", "emulator/http"],
  },
  {
    room: "emulator/routes",
    path: "^src/emulator/routes/",
    uses: ["emulator/store", "emulator/http", "emulator/endpoint"],
  },
  {
    room: "emulator/service",
    path: "^src/emulator/service/",
    uses: [
      "emulator/base",
      "emulator/store",
      "emulator/http",
      "emulator/rate-limit",
      "emulator/endpoint",
      "emulator/routes",
    ],
  },
  {
    room: "emulator/faults",
    path: "^src/emulator/faults/",
    uses: ["emulator/base", "emulator/store", "emulator/http", "emulator/service"],
  },
  {
    room: "emulator/start",
    path: "^src/emulator/(index|command|emulator|request-pipeline)\\.ts$",
    uses: ["emulator/base", "emulator/store", "emulator/http", "emulator/service", "emulator/faults"],
  },
  { room: "commands", path: "^src/commands/", uses: ["config", "resources", "emulator"] },
  // Entry points.
  { room: "provider.ts", path: "^src/provider\\.ts$", uses: ["provider", "pulumi", "resources", "kind"] },
  { room: "program.ts", path: "^src/program\\.ts$", uses: ["config"] },
  { room: "index.ts", path: "^src/index\\.ts$", uses: ["config", "resources", "pulumi", "kind"] },
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
      from: { path: "^src/", pathNot: "^src/pulumi/" },
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
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-dev"], pathNot: ["node_modules/@pulumi/pulumi", "node_modules/@types"] },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
  },
};
