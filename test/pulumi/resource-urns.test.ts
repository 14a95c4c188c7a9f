import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { TYPE_PREFIX } from "../../src/kind/provider-source";
import { urnsOf } from "../../src/pulumi/resource-urns";
import { inProgramRun, urnOf } from "./support/program-run";

const TYPE = `${TYPE_PREFIX}Pixel`;
const parent = { __pulumiType: "shop:index:Team" } as unknown as pulumi.Resource;
const stack = { __pulumiType: "pulumi:pulumi:Stack" } as unknown as pulumi.Resource;

const urns = (options: pulumi.CustomResourceOptions) =>
  inProgramRun(async () => urnsOf(TYPE, "ads", options));

test("contains stack, project, type and name", async () => {
  expect(await urns({})).toEqual(["urn:pulumi:test::shop::pulumi-nodejs:dynamic/link-management:Pixel::ads"]);
});

test("contains the types of the parents, but not of the stack", async () => {
  const inner = { __pulumiType: "shop:index:Part", __parentResource: parent } as unknown as pulumi.Resource;
  expect(await urns({ parent: stack })).toEqual([urnOf("Pixel", "ads")]);
  expect(await urns({ parent })).toEqual([`urn:pulumi:test::shop::shop:index:Team$${TYPE}::ads`]);
  expect(await urns({ parent: inner })).toEqual([
    `urn:pulumi:test::shop::shop:index:Team$shop:index:Part$${TYPE}::ads`,
  ]);
});

test("is followed by the URNs of the aliases", async () => {
  const aliases = [
    urnOf("Pixel", "by-urn"),
    { name: "by-name" },
    { type: "old:index:Pixel" },
    { parent },
    { name: "by-parent-urn", parent: "urn:pulumi:test::shop::shop:index:Team::team" },
  ];
  const [, ...earlier] = await urns({ aliases });
  expect(earlier).toEqual([
    urnOf("Pixel", "by-urn"),
    urnOf("Pixel", "by-name"),
    "urn:pulumi:test::shop::old:index:Pixel::ads",
    `urn:pulumi:test::shop::shop:index:Team$${TYPE}::ads`,
    `urn:pulumi:test::shop::shop:index:Team$${TYPE}::by-parent-urn`,
  ]);
});

test("gives an alias the parent of the resource, unless the alias has its own", async () => {
  const [, kept, removed] = await urns({
    parent,
    aliases: [{ name: "old" }, { name: "old", parent: undefined }] as pulumi.Alias[],
  });
  expect(kept).toBe(`urn:pulumi:test::shop::shop:index:Team$${TYPE}::old`);
  expect(removed).toBe(urnOf("Pixel", "old"));
});

test("ignores aliases that are known only later", async () => {
  const aliases = [pulumi.output("urn"), Promise.resolve("urn"), { name: pulumi.output("old") }];
  expect(await urns({ aliases: aliases as pulumi.Alias[] })).toEqual([urnOf("Pixel", "ads")]);
});
