// The JSON Schema of the config file says what the loader says.
import Ajv from "ajv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { render } from "../../src/config/report/render";
import { configSchema, type JsonSchema } from "../../src/config/schema/json-schema";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { registry } from "../../src/resources";
import { documents } from "./support/documents";

const schema = configSchema(registry);
const accepts = new Ajv({ strict: false, allErrors: true }).compile(schema);

/** What is beyond a schema. */
const BEYOND =
  / has no entry |is the same object as|this is assigned twice|^include: (?!\[)|: renamedFrom names /;

function refusals(document: unknown): string[] {
  const { diagnostics } = readConfig(new Source("file.yaml", stringify(document)), registry);
  const errors = diagnostics.filter(({ severity, message }) => severity === "error" && !BEYOND.test(message));
  return errors.length === 0 ? [] : [render(errors)];
}

/** @throws AssertionError with the document and what both have against it */
function expectAgreement(document: unknown, isRight: boolean): void {
  const told = refusals(document);
  if ((told.length === 0) === isRight) return;
  expect.fail([stringify(document), ...told, `the schema: ${JSON.stringify(accepts.errors)}`].join("\n"));
}

test("of shape, enums and patterns the schema says what the loader says", () => {
  const seen = { right: 0, wrong: 0 };
  fc.assert(
    fc.property(documents(schema), (document) => {
      const isRight = accepts(document);
      seen[isRight ? "right" : "wrong"] += 1;
      expectAgreement(document, isRight);
    }),
    { numRuns: 400 },
  );
  expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(40);
});

test("where the schema takes ${…}, the loader does", () => {
  let filledIn = 0;
  fc.assert(
    fc.property(documents(schema, ["${env:NAME}"]), (document) => {
      fc.pre(accepts(document));
      if (JSON.stringify(document).includes("${env:")) filledIn += 1;
      expectAgreement(document, true);
    }),
    { numRuns: 150 },
  );
  expect(filledIn).toBeGreaterThan(20);
});

test("every field is explained", () => {
  const silent: string[] = [];
  const look = ({ properties = {}, additionalProperties, items }: JsonSchema, path: string) => {
    for (const [name, field] of Object.entries(properties as Record<string, JsonSchema>)) {
      if (typeof field.description !== "string") silent.push(`${path}.${name}`);
      look(field, `${path}.${name}`);
    }
    for (const inner of [additionalProperties, items]) {
      if (typeof inner === "object") look(inner as JsonSchema, `${path}[]`);
    }
  };
  look(schema, "");
  expect(silent).toEqual([]);
});
