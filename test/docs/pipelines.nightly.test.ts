// The files of pipelines are valid for the parser of GitHub and the schema of GitLab.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";

const EXAMPLES = join(__dirname, "../../examples");
const text = (file: string) => readFileSync(join(EXAMPLES, file), "utf8");
const read = (file: string) => parse(text(file));

test.each([
  "pipelines/.github/workflows/links.yml",
  "many-accounts/.github/workflows/links.yml",
  "../.github/workflows/test.yml",
])("GitHub: %s is valid, and so are its expressions", async (file) => {
  expect(await errorsIn(text(file))).toEqual([]);
});

async function errorsIn(content: string): Promise<readonly string[]> {
  const { NoOperationTraceWriter, parseWorkflow } = await import("@actions/workflow-parser");
  const { context } = parseWorkflow({ name: "links.yml", content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

// app/assets/javascripts/editor/schema/ci.json of GitLab (MIT), as gitlab-ci-local 4.61.1 (MIT) has published it.
test("GitLab: the file matches the schema of GitLab", () => {
  const schema = JSON.parse(readFileSync(join(__dirname, "schemas/gitlab-ci.json"), "utf8"));
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  validate(read("pipelines/.gitlab-ci.yml"));
  expect(validate.errors).toBeNull();
});
