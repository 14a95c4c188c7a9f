import { RegisterResourceResponse } from "@pulumi/pulumi/proto/resource_pb";
import { expect, test } from "vitest";
import { TYPE_PREFIX } from "../../../src/kind/provider-source";
import { shortenDebugLog } from "../../../src/pulumi/patches/debug-log";

test.each([
  ["this package", `${TYPE_PREFIX}Pixel`, false],
  ["a provider of dynamic resources", "pulumi:providers:pulumi-nodejs", false],
  ["other packages", "aws:s3/bucket:Bucket", true],
])("a resource of %s (%s) shows its properties in the debug log: %s", (_, type, isShown) => {
  shortenDebugLog();
  const response = new RegisterResourceResponse();
  response.setUrn(`urn:pulumi:test::test::${type}::ads`);
  response.setId("its-id");
  expect(`${response}`).toContain(`${type}::ads`);
  expect(`${response}`.includes("its-id")).toBe(isShown);
});
