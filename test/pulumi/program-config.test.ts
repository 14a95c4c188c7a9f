// The settings of a program, from the stack config.
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { programSettings } from "../../src/pulumi/program-config";
import { inProgramRun } from "../support/program-run";

/** @param fileKeys of a program with a config file */
function settingsOf(project: string, name: string, fileKeys?: ReadonlySet<string>) {
  const config = { apiKey: "key", baseUrl: "https://s.example", [name]: "x" };
  return inProgramRun(async () => {
    const all = Object.entries(config).map(([key, value]) => [`link-management:${key}`, value]);
    pulumi.runtime.setAllConfig(Object.fromEntries(all), ["link-management:apiKey"]);
    return programSettings(fileKeys);
  }, project);
}

test("a program of a project with the name of the settings may have config of its own", async () => {
  expect(await settingsOf("link-management", "region")).toMatchObject({ baseUrl: "https://s.example" });
});

test.each([
  ["in another project", "shop", "region", undefined],
  ["in one with a config file", "link-management", "region", new Set<string>()],
])("an unknown setting is an error %s", async (_, project, name, fileKeys) => {
  await expect(settingsOf(project, name, fileKeys)).rejects.toThrow(`link-management:${name}`);
});
