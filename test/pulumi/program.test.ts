import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { runError } from "../../src/pulumi/program-session";

test("an error of a program has no stack, with which the SDK would inspect it for 20 seconds", () => {
  const error = runError("there is no API key");
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  expect({ message: error.message, stack: error.stack }).toEqual({
    message: "there is no API key",
    stack: "",
  });
});

test("the same message is the same error, which the SDK tells once", () => {
  expect(runError("refused")).toBe(runError("refused"));
  expect(runError("refused")).not.toBe(runError("another"));
});
