// What an editor shows about the package in a program: every class, argument, property and function has an explanation,
// in words that fit a program.
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import * as library from "../../src/index";
import type { Definition } from "../../src/kind/definition";
import { definitions } from "../../src/resources/definitions";

/** Beside this file, so that its import is found. */
const FILE = join(__dirname, "program.ts");
/** Before each name that the test hovers over. */
const HERE = "/**/";

/** Uses everything that a class has. */
function uses({ type, fields, outputs }: Definition): string[] {
  const it = type.toLowerCase();
  const args = Object.keys(fields).map((name) => `${HERE}${name}: value, // an argument of ${type}`);
  const properties = Object.keys({ ...fields, ...outputs }).map((name) => `${it}.${HERE}${name};`);
  return [
    `const ${it}: ${type} = new ${HERE}${type}("it", {`,
    ...args,
    "}, {",
    `${HERE}onExisting: "fail",`,
    `${HERE}import: "7",`,
    "});",
    ...properties,
    `${HERE}${type}.name;`,
    `${type}.${HERE}get("it", 7);`,
    `${type}.${HERE}isInstance(value);`,
  ];
}

const functions = Object.keys(library).filter((name) => /^[a-z]/.test(name));
const program = [
  `import { ${Object.keys(library)} } from "../../src/index";`,
  "declare const value: any;",
  ...definitions.flatMap(uses),
  ...functions.map((name) => `${HERE}${name};`),
].join("\n");

test("an editor explains every class, argument, property and function, without advice for the config file", {
  timeout: 120_000,
}, () => {
  const read = (file: string) => (file === FILE ? program : ts.sys.readFile(file));
  const service = ts.createLanguageService({
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(read(file) ?? ""),
    getCurrentDirectory: () => __dirname,
    getCompilationSettings: () => ({ strict: true, module: ts.ModuleKind.Node20, types: ["node"] }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => read(file) !== undefined,
    readFile: read,
  });
  const places = [...program.matchAll(/\/\*\*\/(.*)/g)];
  const hovers = places.map(({ index, 1: code }) => {
    const info = service.getQuickInfoAtPosition(FILE, index + HERE.length);
    return `${code}: ${ts.displayPartsToString(info?.documentation)}`;
  });
  expect(hovers.filter((hover) => hover.endsWith(": "))).toEqual([]);
  const ofClasses = hovers.slice(0, -functions.length);
  expect(ofClasses.filter((hover) => /in quotes|config file|\bentry\b|\bunder\b/i.test(hover))).toEqual([]);
  expect(service.getSemanticDiagnostics(FILE).map(({ messageText }) => messageText)).toEqual([]);
});
