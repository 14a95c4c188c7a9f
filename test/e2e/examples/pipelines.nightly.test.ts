// examples/pipelines: runs the shell steps of both files unchanged, in a checkout of the config repo.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_KEY } from "../../../src/emulator/index";
import { packedForFile } from "../support/package";
import { readText } from "../support/project";
import { ciServices, Pipeline } from "./pipeline";

const built = packedForFile();

describe.each(ciServices)("%s", (_, jobsOf) => {
  let pipeline: Pipeline;

  beforeAll(async () => {
    pipeline = await Pipeline.create(built.folder, built.packed, jobsOf);
  });

  afterAll(() => pipeline.remove());

  test("previews a pull request, applies main, and reports drift on a schedule with exit code 7", async () => {
    const acme = pipeline.emulator.store.account("acme");

    const preview = await pipeline.runOn("pullRequest");
    expect(preview.code, preview.output).toBe(0);
    expect(preview.output).toContain("to create");
    expect(pipeline.changes()).toBe(0);

    const apply = await pipeline.runOn("pushToMain");
    expect(apply.code, apply.output).toBe(0);
    expect(acme.channels.size).toBe(2);

    const quiet = await pipeline.runOn("schedule");
    expect(quiet.code, quiet.output).toBe(0);

    const spring = acme.channels.list().find(({ name }) => name === "Spring")!;
    acme.channels.update(spring.id, { color: "#000000" });
    const drift = await pipeline.runOn("schedule");
    expect(drift.code, drift.output).toBe(7);
    expect(drift.output).toContain("The account has drifted. See the diff above.");
    expect(pipeline.changes()).toBe(0);

    acme.revokeKey(DEMO_KEY);
    const broken = await pipeline.runOn("schedule");
    expect([0, 7]).not.toContain(broken.code);
    expect(broken.output).toContain("the service rejected the API key");
    expect(broken.output).not.toContain("has drifted");
    acme.addKey(DEMO_KEY);
  });

  test("fails a pull request whose config has an error, and shows its location", async () => {
    const file = join(pipeline.checkout, "link-management.yaml");
    await writeFile(file, (await readText(file)).replace("fbpixel", "fbpixle"));
    const { code, output } = await pipeline.runOn("pullRequest");
    expect(code).not.toBe(0);
    expect(output).toMatch(
      /link-management\.yaml(:7:16 error |,line=7,col=16::)[\s\S]*did you mean "fbpixel"/,
    );
    expect(pipeline.emulator.log).toEqual([]);
  });
});
