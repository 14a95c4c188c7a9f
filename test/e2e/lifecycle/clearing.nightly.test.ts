// The rules of docs/clearing.md, for every optional field of every kind. Each field has its own entry in one stack.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOptional } from "../../../src/config/schema/field-notes";
import { type Kind, kinds, singleKinds } from "../../handlers/support/kinds";
import { Records } from "../../handlers/support/records";
import { Project } from "../support/project";
import { acme, type Config, configured, ids, plan, upOf, writes, yaml } from "./support";

/** One optional field, in an entry of its own. */
interface Case {
  readonly kind: Kind;
  readonly field: string;
  readonly key: string;
  /** The entry without the field. Without its flags, the service does not return some fields. */
  readonly others: Record<string, unknown>;
  readonly value: unknown;
  /** Another value. */
  readonly byHand: unknown;
  readonly isClearable: boolean;
}

const optionalFields = (kind: Kind) =>
  Object.keys(kind.definition.fields).filter((field) => isOptional(kind.definition, field));

const CASES = kinds
  .filter(({ definition }) => definition.yaml.shape === "mapping")
  .flatMap((kind) => optionalFields(kind).map((field, index) => caseOf(kind, field, index + 1)));

/** @param n number of the example, which makes the object unique */
function caseOf(kind: Kind, field: string, n: number): Case {
  const args = kind.args(n);
  const flags = Object.entries(args).filter(([name, value]) => value === true && name !== field);
  return {
    kind,
    field,
    key: `${kind.definition.type}-${field}`.toLowerCase(),
    others: { ...kind.minimal(n), ...Object.fromEntries(flags) },
    value: args[field] ?? kind.value(field, n),
    byHand: kind.edited(args, field)[field],
    isClearable: kind.definition.fields[field]!.clearable === true,
  };
}

/** All cases in one config, each with the field from `fieldOf`, and per section an entry without any of them. */
function config(fieldOf: (one: Case) => object): Config {
  const sections: Config = {};
  for (const one of CASES) {
    const { section } = one.kind.definition.yaml;
    sections[section] ??= { never: one.kind.minimal() };
    sections[section]![one.key] = { ...one.others, ...fieldOf(one) };
  }
  return sections;
}

const given = config(({ field, value }) => ({ [field]: value }));
const leftOut = config(() => ({}));
const empty = config(({ field, isClearable }) => (isClearable ? { [field]: "" } : {}));

test("the account has a test of its own, and no other kind has optional fields", () => {
  const tested = new Set([...CASES.map(({ kind }) => kind), ...singleKinds]);
  expect(kinds.filter((kind) => optionalFields(kind).length > 0 && !tested.has(kind))).toEqual([]);
  expect(CASES.length).toBeGreaterThan(0);
  expect(singleKinds.map((kind) => [kind.handler, ...optionalFields(kind)])).toEqual([
    ["account", "email", "password"],
  ]);
});

test.each(CASES.filter(({ isClearable }) => !isClearable).map((one) => [one.key, one] as const))(
  '%s cannot be "", which the API rejects',
  (_, { kind, field, others }) => {
    const args = kind.definition.args();
    expect(args.safeParse(others).success).toBe(true);
    expect(args.safeParse({ ...others, [field]: "" }).success).toBe(false);
  },
);

describe("fields that leave the config", () => {
  let project: Project;
  let idOf: (kind: Kind, key: string) => string;

  /** Sets the field by hand, in the entry that had it and in the one that never had it. */
  function changeByHand(which: readonly Case[]): void {
    for (const { kind, key, field, byHand } of which) {
      const records = new Records(acme(project), kind);
      for (const each of [key, "never"]) records.change(idOf(kind, each), { [field]: byHand });
    }
  }

  const updates = (which: readonly Case[]) =>
    which.map(({ kind, key }) => `update ${kind.definition.type} ${key}`).sort();

  beforeAll(async () => {
    project = await Project.create({ files: { "link-management.yaml": yaml(given) } });
    await upOf(project);
    const all = await ids(project);
    idOf = ({ definition }, key) => all[`${definition.type} ${key}`]!;
  });
  afterAll(() => project.remove());

  test("are cleared if the API accepts empty text, and otherwise keep their value with a warning", async () => {
    await project.config(yaml(leftOut));
    expect(await plan(project)).toEqual(updates(CASES));
    project.emulator.clearLog();
    const output = await project.pulumi("up", "--yes");

    const sent = writes(project);
    for (const { kind, field, key, isClearable } of CASES) {
      const { yaml, fields } = kind.definition;
      const id = idOf(kind, key);
      const body = sent[`PUT ${kind.list.writePath}${id}/update`];
      if (isClearable) expect(body, key).toHaveProperty(fields[field]!.api, "");
      else expect(body, key).toBeUndefined();
      const left = new RegExp(
        `${yaml.section}\\.${key} \\(.*\\): ${field} left the config. The API cannot clear it`,
      );
      expect(left.test(output), key).toBe(!isClearable);
    }
    expect(Object.keys(sent)).toHaveLength(CASES.filter(({ isClearable }) => isClearable).length);
  });

  test("are not compared any more, and neither are fields that were never in it", async () => {
    changeByHand(CASES);
    await project.pulumi("preview", "--refresh", "--expect-no-changes");
    await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
  });

  test('are cleared and compared if they are ""', async () => {
    const clearable = CASES.filter(({ isClearable }) => isClearable);
    await project.config(yaml(empty));
    expect(await plan(project, "--refresh")).toEqual(updates(clearable));
    await upOf(project);
    await project.pulumi("preview", "--refresh", "--expect-no-changes");

    changeByHand(clearable);
    // The service never returns the others.
    expect(await plan(project, "--refresh")).toEqual(
      updates(clearable.filter(({ kind, field }) => kind.readable.includes(field))),
    );
  });
});

test("e-mail address and password of the account keep their values when they leave the config, with a warning", async () => {
  const project = await configured({ account: { email: "links@acme.example", password: "correct horse" } });
  await upOf(project);
  const left = "left the config. The API cannot clear it, so it keeps its value";

  await project.config(yaml({ account: { password: "correct horse" } }));
  project.emulator.clearLog();
  expect(await project.pulumi("up", "--yes")).toContain(`: email ${left}`);
  expect(writes(project)).toEqual({});
  expect(acme(project).profile.email).toBe("links@acme.example");
  acme(project).update({ email: "somebody@acme.example" });
  await project.pulumi("preview", "--refresh", "--expect-no-changes");

  await project.config(yaml({ account: { email: "somebody@acme.example" } }));
  expect(await project.pulumi("up", "--yes")).toContain(`: password ${left}`);
  expect(writes(project)).toEqual({ "PUT /api/account/update": { email: "somebody@acme.example" } });
});
