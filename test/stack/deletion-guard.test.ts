// Deletions are guarded where the file is the whole program.
import * as pulumi from "@pulumi/pulumi";
import { afterEach, expect, test, vi } from "vitest";
import { Domain, loadStack, Pixel } from "../../src/index";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import { applied } from "../support/what-exists";
import { startStack } from "../support/world";

afterEach(() => void vi.unstubAllEnvs());

test("more than 30 % of 10 stop preview and update before anything changes, and the way on is named", async () => {
  const { world, stack } = await applied(pixels(10));
  for (const run of [() => stack.preview(pixels(6)), () => stack.up(pixels(6), { preview: false })]) {
    const failure = await messageOf(run());
    expect(failure).toContain("4 of 10");
    for (const n of [6, 7, 8, 9]) expect(failure).toContain(`pixels.p${n}`);
    expect(failure).toMatch(/maxDeletions: 4 into.*LINK_MANAGEMENT_MAX_DELETIONS=4 pulumi up/);
  }
  expect(world.changes).toEqual([]);
  vi.stubEnv("LINK_MANAGEMENT_MAX_DELETIONS", "4");
  await stack.up(pixels(6));
  expect(world.account.pixels.list()).toHaveLength(6);
});

test.each([
  ["the file", "maxDeletions: 1\n", {}, {}],
  ["the stack config", "", { maxDeletions: "1" }, {}],
  ["a variable", "", {}, { LINK_MANAGEMENT_MAX_DELETIONS: "10%" }],
  ["a variable before the file", "maxDeletions: 100%\n", {}, { LINK_MANAGEMENT_MAX_DELETIONS: "1" }],
])("maxDeletions of %s is the limit", async (_, text, config, variables) => {
  const { stack } = await applied(pixels(10));
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  await expect(stack.up(text + pixels(8), { config })).rejects.toThrow("2 of 10");
  await stack.up(text + pixels(9), { config });
});

test("an object with a secret address is named by its id alone", async () => {
  const { stack } = await startStack();
  await stack.up(() => void new Domain("go", { domain: pulumi.secret("https://go.example.com") }));
  await expect(stack.preview("maxDeletions: 0\n")).rejects.toThrow("domains.go (id 101):");
});

test("loadStack in a program guards deletions only with wholeStack: true", async () => {
  const { world, stack } = await startStack({ up: pixels(1) });
  const { folder } = stack;
  const program = async () => {
    for (let n = 0; n < 12; n++) new Pixel(`own${n}`, { type: "fbpixel", name: `O${n}`, tag: `own${n}` });
    await loadStack({ folder });
  };
  await stack.up(program);
  expect(world.account.pixels.list()).toHaveLength(13);
  const whole = async () => void (await loadStack({ folder, wholeStack: true }));
  await expect(stack.up(whole)).rejects.toThrow("12 of 13");
  await stack.up(async () => void (await loadStack({ folder })));
  expect(world.account.pixels.list()).toHaveLength(1);
});
