// The JSON Schema of the config file agrees with the loader.
import Ajv from "ajv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { configSchema, type JsonSchema } from "../../src/config/schema/json-schema";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { registry } from "../../src/resources";
import { caseCount } from "../support/case-count";
import { documents } from "./support/documents";

const schema = configSchema(registry);
const accepts = new Ajv({ strict: false, allErrors: true }).compile(schema);

/** Errors that a schema cannot express. */
const LOADER_ONLY =
  / has no entry |is the same object as|duplicate assignment|^include: (?!\[)|: renamedFrom "|\. The others need /;

function loaderErrors(document: unknown): string[] {
  const { diagnostics } = readConfig(new Source("file.yaml", stringify(document)), registry);
  const errors = diagnostics.filter(
    ({ severity, message }) => severity === "error" && !LOADER_ONLY.test(message),
  );
  return errors.length === 0 ? [] : errors.map(({ message }) => message);
}

/** @throws AssertionError with the document and the errors of both */
function expectAgreement(document: unknown, isValid: boolean): void {
  const found = loaderErrors(document);
  if ((found.length === 0) === isValid) return;
  expect.fail([stringify(document), ...found, `the schema: ${JSON.stringify(accepts.errors)}`].join("\n"));
}

test("agrees with the loader about types, enums and patterns", () => {
  const seen = { valid: 0, invalid: 0 };
  fc.assert(
    fc.property(documents(schema), (document) => {
      const isValid = accepts(document);
      seen[isValid ? "valid" : "invalid"] += 1;
      expectAgreement(document, isValid);
    }),
    { numRuns: caseCount(400) },
  );
  expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(caseCount(30));
});

test("accepts ${…} only where the loader does", () => {
  let interpolated = 0;
  fc.assert(
    fc.property(documents(schema, ["${env:NAME}"]), (document) => {
      fc.pre(accepts(document));
      if (JSON.stringify(document).includes("${env:")) interpolated += 1;
      expectAgreement(document, true);
    }),
    { numRuns: caseCount(150) },
  );
  expect(interpolated).toBeGreaterThan(caseCount(15));
});

test("describes every field", () => {
  const undescribed: string[] = [];
  const look = ({ properties = {}, additionalProperties, items }: JsonSchema, path: string) => {
    for (const [name, field] of Object.entries(properties as Record<string, JsonSchema>)) {
      if (typeof field.description !== "string") undescribed.push(`${path}.${name}`);
      look(field, `${path}.${name}`);
    }
    for (const inner of [additionalProperties, items]) {
      if (typeof inner === "object") look(inner as JsonSchema, `${path}[]`);
    }
  };
  look(schema, "");
  expect(undescribed).toEqual([]);
});
