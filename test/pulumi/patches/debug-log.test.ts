import { RegisterResourceResponse } from "@pulumi/pulumi/proto/resource_pb";
import { expect, test } from "vitest";
import { TYPE_PREFIX } from "../../../src/kind/provider-source";
import { shortenDebugLog } from "../../src/pulumi/debug-log";

test.each([
  ["this package", `${TYPE_PREFIX}Pixel`, false],
  ["other packages", "aws:s3/bucket:Bucket", true],
])("of a resource of %s a debug log shows its properties: %s, %s", (_, type, isShown) => {
  shortenDebugLog();
  const answer = new RegisterResourceResponse();
  answer.setUrn(`urn:pulumi:test::test::${type}::ads`);
  answer.setId("its-id");
  expect(`${answer}`).toContain(`${type}::ads`);
  expect(`${answer}`.includes("its-id")).toBe(isShown);
});
