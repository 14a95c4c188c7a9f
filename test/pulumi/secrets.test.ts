// What a program marks as secret.
import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { markedNames } from "../../src/pulumi/secrets";

async function marked(props: Record<string, unknown>) {
  const values: unknown[] = [];
  const names = await markedNames(props, (value) => void values.push(value));
  return { names, values };
}

test("a secret counts, at any depth", async () => {
  const secret = pulumi.secret("hunter22");
  const props = {
    plain: "a",
    number: 1,
    nothing: null,
    unset: undefined,
    output: pulumi.output("b"),
    promise: Promise.resolve("c"),
    list: ["d", { e: pulumi.output("f") }],
    secret,
    derived: secret.apply((text) => text.length),
    later: Promise.resolve(secret),
    inside: ["d", { e: Promise.resolve(secret) }],
  };
  const { names, values } = await marked(props);
  expect(names).toEqual(["secret", "derived", "later", "inside"]);
  expect(values).toEqual(expect.arrayContaining(["hunter22", 8, ["d", { e: "hunter22" }]]));
});

test("a value that cannot be known counts", async () => {
  expect(await marked({ failed: Promise.reject(new Error("no")) })).toEqual({
    names: ["failed"],
    values: [],
  });
});
