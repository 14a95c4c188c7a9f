// The deletion guard through the real CLI: nothing leaves the account by mistake.
import { expect, test } from "vitest";
import { configured, diagnostics, objectCounts, program, project, upOf, urnOf } from "./support";

const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
const pixels = (count: number) =>
  names(count)
    .map((name, index) => `  ${name}: { type: forum, name: ${name}, tag: "${index}" }\n`)
    .join("");
/** The line of a QR code, with its address. */
const PRINTED = /qrCodes\.menu \(id \d+, https?:\/\/\S+\): every printed copy stops working/;
const CODE = "{ type: link, data: https://example.com/menu }";

test("an include that is commented out stops the run, and one run can be allowed", async () => {
  const files = (include: string) => ({
    "link-management.yaml": `${include}\nqrCodes: { door: { type: text, data: door } }\n`,
    "brands/acme.yaml": `pixels:\n${pixels(11)}qrCodes: { menu: ${CODE} }\ndomains: { go: { domain: https://go.example.com } }\n`,
  });
  const stack = await project(files("include: brands/*.yaml"));
  await upOf(stack);
  const before = objectCounts(stack);
  stack.emulator.clearLog();

  await stack.write(files("# include: brands/*.yaml"));
  const { code, output: rejected } = await stack.try("up", "--yes", "--skip-preview");
  expect(code).not.toBe(0);
  expect(rejected).toContain(
    "13 of 14 objects would be deleted, because their entries left link-management.yaml",
  );
  expect(rejected).toContain("LINK_MANAGEMENT_MAX_DELETIONS=13 pulumi up");
  expect(rejected).toMatch(PRINTED);
  expect(stack.emulator.log).toEqual([]);
  expect(objectCounts(stack)).toEqual(before);

  Object.assign(stack.env, { LINK_MANAGEMENT_MAX_DELETIONS: "13" });
  const output = await stack.pulumi("up", "--yes");
  expect(diagnostics(output)).toContain(
    "2 entries left link-management.yaml, and what people use is deleted:",
  );
  expect(diagnostics(output)).toContain("https://go.example.com): its short links stop working");
  expect(diagnostics(output)).toMatch(PRINTED);
  expect(objectCounts(stack)).toEqual({ qrs: 1 });
});

test("a QR code with a new key is an error that names renamedFrom, and its item is named when it leaves", async () => {
  const stack = await configured({});
  const config = (key: string, options = "") =>
    `qrCodes: { ${key}: { type: link, data: https://example.com/menu${options} } }\nchannels: { spring: { name: Spring, items: [{ qr: ${key} }] } }\n`;
  await stack.config(config("menu"));
  await upOf(stack);
  stack.emulator.clearLog();

  await stack.config(config("lunch"));
  const rejected = await stack.try("up", "--yes");
  expect(rejected.code).not.toBe(0);
  expect(rejected.output).toMatch(
    /qrCodes\.lunch \(link-management\.yaml:1:12\) has the content of qrCodes\.menu \(id \d+, .*add renamedFrom: menu/,
  );
  expect(stack.emulator.log).toEqual([]);

  await stack.config(config("lunch", ", options: { onExisting: duplicate }"));
  const preview = await stack.pulumi("preview");
  expect(preview).toMatch(PRINTED);
  expect(preview).toContain("1 entry left link-management.yaml, and only the state loses it:");
  expect(preview).toContain("channels.spring.items qr/menu: the API cannot take an item out of a channel");
});

test("another file, classes and --target cause no alarm", async () => {
  const body = (more: string) => `
module.exports = async () => {
  const { loadStack } = require("pulumi-link-management");
  await loadStack({ file: "a.yaml" });
  ${more}
};`;
  const other = `await loadStack({ file: "b.yaml" }); new QrCode("own", { type: "text", data: "own" });`;
  const stack = await project({
    ...program(body(other)),
    "a.yaml": `pixels:\n${pixels(3)}maxDeletions: 0\n`,
    "b.yaml": `qrCodes: { menu: ${CODE} }\nmaxDeletions: 0\n`,
  });
  await upOf(stack);
  await stack.pulumi("up", "--yes", "--expect-no-changes");

  // What other parts of the program lose is not guarded, and not mentioned by the loader.
  await stack.write(program(body("")));
  expect(await stack.pulumi("preview")).not.toMatch(/printed copy|would be deleted/);
  await stack.write(program(body(other)));

  // The loader cannot see --target, and says how to continue.
  await stack.write({ "a.yaml": `pixels:\n${pixels(2)}maxDeletions: 0\n` });
  const target = ["up", "--yes", "--target", urnOf("Pixel", "p0")];
  const rejected = await stack.try(...target);
  expect(rejected.code).not.toBe(0);
  expect(rejected.output).toContain("1 of 3 objects would be deleted, because their entries left a.yaml");
  expect(rejected.output).toContain("--target");
  Object.assign(stack.env, { LINK_MANAGEMENT_MAX_DELETIONS: "1" });
  await stack.pulumi(...target);
  expect(objectCounts(stack)).toEqual({ pixels: 3, qrs: 2 });
});
