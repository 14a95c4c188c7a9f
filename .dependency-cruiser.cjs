// The rooms of src/ and the one way their arrows point:
// commands, program -> config -> resources -> engine -> api; the emulator stands alone.
const rule = (name, from, to) => ({ name, severity: "error", from: { path: from }, to: { path: to } });

module.exports = {
  forbidden: [
    rule("api-knows-nobody", "^src/api/", "^src/(?!api/)"),
    rule("api-says-no-word-of-pulumi", "^src/api/", "node_modules/@pulumi"),
    rule("engine-knows-only-api", "^src/engine/", "^src/(?!engine/|api/)"),
    rule("resources-know-engine-and-api", "^src/resources/", "^src/(?!resources/|engine/|api/)"),
    rule("config-knows-resources-and-below", "^src/config/", "^src/(?!config/|resources/|engine/|api/)"),
    rule("emulator-shares-no-code", "^src/emulator/", "^src/(?!emulator/)"),
    rule("emulator-says-no-word-of-pulumi", "^src/emulator/", "node_modules/@pulumi"),
    rule("nobody-imports-commands", "^src/(?!commands/)", "^src/commands/"),
    rule("only-commands-start-the-emulator", "^src/(?!commands/|emulator/)", "^src/emulator/"),
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
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "runtime-needs-no-dev-dependency",
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
