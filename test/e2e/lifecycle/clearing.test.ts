// The rules of docs/clearing.md, for every optional field of every kind. Each field has its own entry in one stack.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isOptional } from "../../../src/config/schema/field-notes";
import { annotationsOf } from "../../../src/kind/annotations";
import type { Definition } from "../../../src/kind/definition";
import { registry } from "../../../src/resources/index";
import { Project } from "../support/project";
import { acme, type Config, configured, ids, plan, upOf, writes, yaml } from "./support";

/** One optional field: its value in the config, and its value after a change by hand. */
interface Row {
  value: unknown;
  byHand: unknown;
  /** Other fields without which the service does not return the field. */
  beside?: object;
}

/** Without the fields of the account, which have a test of their own. */
const ROWS: Record<string, Row> = {
  "Campaign.slug": { value: "launch", byHand: "by-hand", beside: { public: true } },
  "Campaign.public": { value: true, byHand: false },
  "Channel.description": { value: "In the shops", byHand: "By hand" },
  "Channel.color": { value: "#22AA66", byHand: "#000000" },
  "Channel.starred": { value: true, byHand: false },
  "Domain.redirectRoot": { value: "https://example.com/root", byHand: "https://example.com/by-hand" },
  "Domain.redirect404": { value: "https://example.com/lost", byHand: "https://example.com/by-hand" },
  "QrCode.background": { value: "rgb(255,255,255)", byHand: "rgb(250,250,250)" },
  "QrCode.foreground": { value: "rgb(16,42,67)", byHand: "rgb(0,0,0)" },
  "QrCode.logo": { value: "https://example.com/logo.png", byHand: "https://example.com/by-hand.png" },
};

/** The required fields of an entry. `key` makes its object unique. */
const REQUIRED: Record<string, (key: string) => object> = {
  Campaign: (name) => ({ name }),
  Channel: (name) => ({ name }),
  Domain: (key) => ({ domain: `https://${key}.example.com` }),
  QrCode: (key) => ({ type: "text", data: key }),
};

interface Case extends Row {
  definition: Definition;
  field: string;
  key: string;
  isClearable: boolean;
}

/** The part of the emulator's tables that a change by hand uses. */
interface Table {
  update(id: number, changes: object): unknown;
}

const isWriteOnly = (definition: Definition, field: string) => annotationsOf(definition).writeOnly.has(field);

const optional = registry.flatMap(({ definition }) =>
  Object.keys(definition.fields)
    .filter((field) => isOptional(definition, field))
    .map((field) => ({ definition, field, name: `${definition.type}.${field}` })),
);

const CASES: Case[] = optional
  .filter(({ name }) => name in ROWS)
  .map(({ definition, field, name }) => ({
    ...ROWS[name]!,
    definition,
    field,
    key: name.toLowerCase().replace(".", "-"),
    isClearable: definition.fields[field]!.clearable === true,
  }));

/** All cases in one config, each with the field from `fieldOf`, and per section an entry without any of them. */
function config(fieldOf: (one: Case) => object): Config {
  const sections: Config = {};
  for (const one of CASES) {
    const { type, yaml } = one.definition;
    const required = REQUIRED[type]!;
    sections[yaml.section] ??= { never: required("never") };
    sections[yaml.section]![one.key] = { ...required(one.key), ...one.beside, ...fieldOf(one) };
  }
  return sections;
}

const given = config(({ field, value }) => ({ [field]: value }));
const leftOut = config(() => ({}));
const empty = config(({ field, isClearable }) => (isClearable ? { [field]: "" } : {}));

test("every optional field has a row here", () => {
  const account = ["Account.email", "Account.password"];
  expect(optional.map(({ name }) => name).sort()).toEqual([...Object.keys(ROWS), ...account].sort());
});

test.each(CASES.filter(({ isClearable }) => !isClearable).map((one) => [one.key, one] as const))(
  '%s cannot be "", which the API rejects',
  (key, { definition, field, beside }) => {
    const args = { ...REQUIRED[definition.type]!(key), ...beside };
    expect(definition.args().safeParse(args).success).toBe(true);
    expect(definition.args().safeParse({ ...args, [field]: "" }).success).toBe(false);
  },
);

describe("fields that leave the config", () => {
  let project: Project;
  let idOf: (one: Case) => number;

  /** Sets the field by hand, in the entry that had it and in the one that never had it. */
  function changeByHand(which: readonly Case[]): void {
    const { domains, channels, campaigns, qrs } = acme(project);
    const tables = { domains, channels, campaigns, qrCodes: qrs } as unknown as Record<string, Table>;
    for (const one of which) {
      const { api } = one.definition.fields[one.field]!;
      tables[one.definition.yaml.section]!.update(idOf(one), { [api]: one.byHand });
      tables[one.definition.yaml.section]!.update(idOf({ ...one, key: "never" }), { [api]: one.byHand });
    }
  }

  const updates = (which: readonly Case[]) =>
    which.map(({ definition, key }) => `update ${definition.type} ${key}`).sort();

  beforeAll(async () => {
    project = await Project.create({ files: { "link-management.yaml": yaml(given) } });
    await upOf(project);
    const all = await ids(project);
    idOf = ({ definition, key }) => Number(all[`${definition.type} ${key}`]);
  });
  afterAll(() => project.remove());

  test("are cleared if the API accepts empty text, and otherwise keep their value with a warning", async () => {
    await project.config(yaml(leftOut));
    expect(await plan(project)).toEqual(updates(CASES));
    project.emulator.clearLog();
    const output = await project.pulumi("up", "--yes");

    const sent = Object.entries(writes(project));
    for (const one of CASES) {
      const path = new RegExp(`^PUT /api/\\w+/${idOf(one)}/update$`);
      const { api } = one.definition.fields[one.field]!;
      const bodies = sent.filter(
        ([request, body]) => path.test(request) && (body as object)[api as never] === "",
      );
      expect(bodies.length, one.key).toBe(one.isClearable ? 1 : 0);
      const left = `${one.definition.type} ${idOf(one)}: ${one.field} left the config. The API cannot clear it`;
      expect(output.includes(left), one.key).toBe(!one.isClearable);
    }
    expect(sent).toHaveLength(CASES.filter(({ isClearable }) => isClearable).length);
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
      updates(clearable.filter(({ definition, field }) => !isWriteOnly(definition, field))),
    );
  });
});

test("e-mail address and password of the account keep their values when they leave the config, with a warning", async () => {
  const project = await configured({ account: { email: "links@acme.example", password: "correct horse" } });
  await upOf(project);
  const left = "left the config. The API cannot clear it, so it keeps its value";

  await project.config(yaml({ account: { password: "correct horse" } }));
  project.emulator.clearLog();
  expect(await project.pulumi("up", "--yes")).toContain(`Account 1: email ${left}`);
  expect(writes(project)).toEqual({});
  expect(acme(project).profile.email).toBe("links@acme.example");
  acme(project).update({ email: "somebody@acme.example" });
  await project.pulumi("preview", "--refresh", "--expect-no-changes");

  await project.config(yaml({ account: { email: "somebody@acme.example" } }));
  expect(await project.pulumi("up", "--yes")).toContain(`Account 1: password ${left}`);
  expect(writes(project)).toEqual({ "PUT /api/account/update": { email: "somebody@acme.example" } });
});
