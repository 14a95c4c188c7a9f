// A project with a stack, whose config and state a script prints in place of the Pulumi CLI.
import { chmodSync } from "node:fs";
import type { Folder } from "../../config/support/folder";

export interface FakeStack {
  /** By key with namespace. */
  readonly config?: object;
  /** Id of the object by `Type name`. */
  readonly objects?: Readonly<Record<string, string>>;
}

/** @returns the variables that lead a command to the script */
export function fakeStack(folder: Folder, { config = {}, objects = {} }: FakeStack): Record<string, string> {
  const resources = Object.entries(objects).map(([label, id]) => {
    const [kind, name] = label.split(" ");
    const type = `pulumi-nodejs:dynamic/link-management:${kind}`;
    const outputs = { __metadata: JSON.stringify({ id }) };
    return { type, urn: `urn:pulumi:a::b::${type}::${name}`, custom: true, id, outputs };
  });
  const state = JSON.stringify({ deployment: { resources } });
  folder.write({
    "Pulumi.yaml": "name: test\n",
    "bin/pulumi": `#!/bin/sh\n[ "$1" = config ] && echo '${JSON.stringify(config)}' || echo '${state}'\n`,
  });
  chmodSync(folder.at("bin/pulumi"), 0o755);
  return { PATH: `${folder.at("bin")}:/bin:/usr/bin` };
}
