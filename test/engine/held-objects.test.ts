import { expect, test } from "vitest";
import { heldObjects, stackOption } from "../../src/engine/held-objects";
import { Runtime } from "../../src/engine/runtime";

test.for([
  ["up --yes --stack dev", "dev"],
  ["up --stack=acme/links/dev --target urn:pulumi:test::a", "acme/links/dev"],
  ["-C folder destroy -s dev --yes", "dev"],
  ["destroy -sdev", "dev"],
])("`pulumi %s` is about the stack %s", ([words = "", name]) => {
  expect(stackOption(words.split(" "))).toEqual(["--stack", name]);
});

test.for(["up --yes", "destroy --secrets-provider passphrase --show-sames"])(
  "`pulumi %s` is about the selected stack",
  (words) => {
    expect(stackOption(words.split(" "))).toEqual([]);
  },
);

test("without a CLI nobody tells", async () => {
  await expect(heldObjects(process.pid, { PATH: "" })).rejects.toThrow("ENOENT");
});

test("where the state cannot be read a deletion goes on, and the user is told what that means", async () => {
  const warnings: string[] = [];
  const tell = { info() {}, warn: (message: string) => void warnings.push(message) };
  const heldObjects = async () => {
    throw new Error("no CLI");
  };
  const { holders } = new Runtime({ tell, env: {}, heldObjects });
  expect(await holders.release("Pixel", "1", "a")).toBe(true);
  expect(await holders.release("Pixel", "2", "b")).toBe(true);
  expect(warnings).toEqual([
    expect.stringMatching(/state could not be read \(no CLI\): .* is deleted with the first one/),
  ]);
});
