// The types of the package, as the compiler and the editor of a user see them.
// types.nightly.test.ts also checks the declarations of all dependencies.
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { argumentsSchema, type JsonSchema } from "../../../src/config/schema/json-schema";
import { definitions } from "../../../src/resources/definitions";
import { PIXEL_TYPES } from "../../../src/resources/pixel-types";
import {
  describeAll,
  type Editor,
  RESOLUTIONS,
  type Resolution,
  TYPED_PROGRAM,
  TypeScriptProject,
} from "../support/typescript";

let project: TypeScriptProject;
let editor: Editor;
beforeAll(async () => {
  project = await TypeScriptProject.create();
  editor = project.editor();
});
afterAll(() => project.remove());

const IMPORT = `import * as lib from "pulumi-link-management";
import * as emulator from "pulumi-link-management/emulator";
`;

/** Shows a program in the editor. `|` is the position, which is returned. */
function show(code: string): number {
  editor.write(IMPORT + code.replace("|", ""));
  return IMPORT.length + code.indexOf("|");
}

test.each(Object.keys(RESOLUTIONS) as Resolution[])(
  "compile with moduleResolution %s",
  async (resolution) => {
    const options = project.options(resolution, { skipLibCheck: false });
    const { path, program } = await project.program(TYPED_PROGRAM, options);
    const files = program.getSourceFiles();
    expect(files.filter(project.isOurs).length).toBeGreaterThan(20);
    expect(files.map(({ fileName }) => fileName).filter((name) => name.includes("/zod/"))).toEqual([]);
    const checked = files.filter((file) => file.fileName === path || project.isOurs(file));
    const found = checked.flatMap((file) => program.getSemanticDiagnostics(file));
    expect(describeAll([...program.getOptionsDiagnostics(), ...found])).toEqual([]);
  },
);

describe("an error", () => {
  const misspelled = (name: string, type: string) =>
    `Object literal may only specify known properties, and '${name}' does not exist in type 'Input<${type}>'.`;

  const errors: [string, string, string][] = [
    [
      "in an argument names it and the interface",
      `new lib.Pixel("ads", { type: "fbpixel", nname: "Ads", tag: "1" });`,
      "Object literal may only specify known properties, but 'nname' does not exist in type 'PixelArgs'. Did you mean to write 'name'?",
    ],
    [
      "in the content names the misspelled field",
      `new lib.QrCode("a", { type: "wifi", content: { wifi: { ssid: "a", pasword: "b" } } });`,
      misspelled("pasword", "QrCodeContentWifiArgs"),
    ],
    [
      "deep in the content names the misspelled field",
      `new lib.QrCode("a", { type: "vcard", content: { vcard: { name: "a", address: { citi: "b" } } } });`,
      misspelled("citi", "QrCodeContentVcardAddressArgs"),
    ],
    [
      "about a missing argument names it and the interface",
      `new lib.Channel("spring", {});`,
      "Argument of type '{}' is not assignable to parameter of type 'ChannelArgs'.\n  Property 'name' is missing in type '{}' but required in type 'ChannelArgs'.",
    ],
    [
      "about properties names the class and the interface",
      `declare const pixel: lib.Pixel;\nexport const state: lib.PixelState = pixel;`,
      "Type 'Pixel' is not assignable to type 'PixelState'.",
    ],
  ];

  test.each(errors)("%s", (_, code, message) => {
    show(code);
    expect(editor.errors()).toEqual([expect.stringContaining(message)]);
  });
});

const schemasOf = (properties: unknown) => Object.entries(properties as Record<string, JsonSchema>);

describe("completion", () => {
  const argsOf = (type: string) =>
    Object.fromEntries(
      schemasOf(argumentsSchema(definitions.find((one) => one.type === type)!).properties),
    ) as Record<string, JsonSchema>;
  const pixel = argsOf("Pixel");
  const content = argsOf("QrCode").content!.properties as Record<string, JsonSchema>;

  const completions: [string, string, readonly unknown[]][] = [
    ["arguments", `new lib.Pixel("ads", { | });`, Object.keys(pixel)],
    [
      "the values of a choice",
      `new lib.QrCode("a", { type: "|" });`,
      argsOf("QrCode").type!.enum as string[],
    ],
    ["the known values of a text", `new lib.Pixel("ads", { type: "|" });`, [...PIXEL_TYPES.keys()]],
    ["contents", `new lib.QrCode("a", { type: "wifi", content: { | } });`, Object.keys(content)],
    [
      "the fields of a content",
      `new lib.QrCode("a", { type: "wifi", content: { wifi: { | } } });`,
      Object.keys(content.wifi!.properties as object),
    ],
    ["outputs", "declare const code: lib.QrCode;\ncode.|", ["link", "data", "id", "urn"]],
  ];

  test.each(completions)("offers %s", (_, code, expected) => {
    expect(editor.completions(show(code))).toEqual(expect.arrayContaining([...expected]));
  });

  test("does not offer internals", () => {
    expect(editor.completions(show("lib.QrCode.|"))).not.toContain("definition");
  });
});

describe("hover text", () => {
  /** Statements for every public name: its properties, its statics and its constructor, as far as this package declares them. */
  function statements(): string[] {
    show("");
    const program = editor.service.getProgram()!;
    const checker = program.getTypeChecker();
    const imports = program.getSourceFile(editor.path)!.statements as unknown as ts.ImportDeclaration[];
    const isOurs = ({ declarations = [] }: ts.Symbol) =>
      declarations.some((one) => project.isOurs(one.getSourceFile()));
    const propertiesOf = (type: ts.Type) =>
      checker.getPropertiesOfType(type).filter((one) => isOurs(one) && /^\w+$/.test(one.name));
    const exportsOf = (index: number) =>
      checker.getExportsOfModule(checker.getSymbolAtLocation(imports[index]!.moduleSpecifier)!);
    const modules = { lib: exportsOf(0), emulator: exportsOf(1) };
    return Object.entries(modules).flatMap(([module, exported]) =>
      exported.flatMap((symbol) => {
        const { name } = symbol;
        const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        const isType = target.flags & ts.SymbolFlags.Type;
        const isValue =
          target.flags & ts.SymbolFlags.Value &&
          !symbol.declarations?.some(ts.isTypeOnlyImportOrExportDeclaration);
        const value = isValue ? checker.getTypeOfSymbol(target) : undefined;
        const isClass = value && value.getConstructSignatures().length > 0;
        const prefix = module === "lib" ? "" : `${module}_`;
        const declared = checker.getDeclaredTypeOfSymbol(target);
        const parameters = (declared as ts.InterfaceType).typeParameters?.map(() => "any") ?? [];
        const typeArguments = parameters.length === 0 ? "" : `<${parameters.join()}>`;
        return [
          ...(value ? [`${module}.${name}`] : []),
          ...(isClass ? [`new ${module}.${name}`] : []),
          ...(isClass ? propertiesOf(value).map((one) => `${module}.${name}.${one.name}`) : []),
          ...(isType ? [`declare const ${prefix}${name}: ${module}.${name}${typeArguments}`] : []),
          ...(isType ? propertiesOf(declared).map((one) => `${prefix}${name}.${one.name}`) : []),
        ];
      }),
    );
  }

  /** By statement. */
  const texts = new Map<string, string>();
  beforeAll(() => {
    const all = statements();
    show(all.join("\n"));
    let position = IMPORT.length;
    for (const statement of all) {
      texts.set(statement, editor.hover(position + statement.replace(/<.*/, "").length - 1));
      position += statement.length + 1;
    }
  });

  test("explains every class, function, argument and output", () => {
    expect(texts.size).toBeGreaterThan(500);
    expect([...texts].filter(([, text]) => text === "").map(([statement]) => statement)).toEqual([]);
  });

  test.each([
    ["onExist|ing: 'adopt'", "- `adopt` manages the object if every readable field is equal."],
    ["onExisting: { i|d: 4711 }", "Id of the object on the service."],
    // Pulumi's own text would be wrong.
    ["imp|ort: '4711'", "means `onExisting: { id }`"],
  ])("explains the option %s", (option, text) => {
    expect(editor.hover(show(`new lib.Channel("a", { name: "b" }, { ${option} });`))).toContain(text);
  });

  const words = (text: unknown) => String(text).split(/\s+/).join(" ");

  test.each(definitions.map((definition) => [definition.type, definition] as const))(
    "of %s is that of its definition",
    (type, definition) => {
      const { summary, limitations, outputs, fields } = definition;
      for (const text of [summary, ...limitations]) {
        expect(words(editor.hover(show(`new lib.${type}|`) - 1))).toContain(text);
        expect(words(texts.get(`lib.${type}`))).toContain(text);
      }
      const args = schemasOf(argumentsSchema(definition).properties);
      for (const [name, { description }] of args) {
        expect(words(texts.get(`${type}Args.${name}`))).toContain(description);
        if (name in fields) expect(words(texts.get(`${type}.${name}`))).toContain(description);
      }
      for (const [name, { description }] of Object.entries(outputs))
        expect(words(texts.get(`${type}.${name}`))).toContain(description);
    },
  );
});
