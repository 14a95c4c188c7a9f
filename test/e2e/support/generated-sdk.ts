// The SDK that Pulumi generates from the plugin's schema. Its generator is part of the CLI, whose module has the versions.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./package";
import { packageRoot } from "./project";

const schemaFile = join(packageRoot, "plugin/schema.json");

export const schema = JSON.parse(readFileSync(schemaFile, "utf8"));

export const hasGo = spawnSync("go", ["version"]).status === 0;
if (!hasGo) console.warn("Skipped: Go is not installed (https://go.dev/dl).");

/** As tools/ensure-pulumi.mjs, which may have built most of it. */
export const GO_ENV = {
  GOFLAGS: "-mod=mod -trimpath -buildvcs=false -tags=osusergo,grpcnotrace",
  GOWORK: "off",
  CGO_ENABLED: "0",
};

/** What Pulumi.yaml needs to start the plugin of this repository. */
export const PLUGINS = { providers: [{ name: "link-management", path: join(packageRoot, "plugin") }] };

/** Writes the Go module of test/e2e/go into a folder, and an SDK into its folder `sdk`. */
export async function generateSdk(
  language: "go" | "nodejs",
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  for (const source of ["tools/pulumi-cli/cli", "test/e2e/go"])
    await cp(join(packageRoot, source), folder, { recursive: true });
  await run(["go", "run", "generate.go", language, schemaFile, "sdk"], folder, env);
}
