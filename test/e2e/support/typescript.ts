// A TypeScript project of a user, with the package from its tarball, for the compiler and the language service.
import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { pack, temporaryFolder } from "./package";
import { packageRoot } from "./package-root";

const { ModuleKind, ModuleResolutionKind } = ts;

export const RESOLUTIONS = {
  node10: { module: ModuleKind.CommonJS, moduleResolution: ModuleResolutionKind.Node10 },
  node16: { module: ModuleKind.Node16, moduleResolution: ModuleResolutionKind.Node16 },
  nodenext: { module: ModuleKind.NodeNext, moduleResolution: ModuleResolutionKind.NodeNext },
  bundler: { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler },
};
export type Resolution = keyof typeof RESOLUTIONS;

export class TypeScriptProject {
  readonly folder: string;
  readonly remove: () => Promise<void>;

  private constructor(folder: string, remove: () => Promise<void>) {
    this.folder = folder;
    this.remove = remove;
  }

  static async create(): Promise<TypeScriptProject> {
    const { path, remove } = await temporaryFolder();
    const sdk = "node_modules/@pulumi/pulumi";
    const installed = join(path, "node_modules/pulumi-link-management");
    await mkdir(join(path, "node_modules/@pulumi"), { recursive: true });
    await mkdir(installed);
    const { tarball } = await pack(path);
    execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
    await symlink(join(packageRoot, sdk), join(path, sdk));
    return new TypeScriptProject(path, remove);
  }

  /** Whether a file is of this package. */
  readonly isOurs = ({ fileName }: ts.SourceFile): boolean =>
    fileName.startsWith(join(this.folder, "node_modules/pulumi-link-management/"));

  options(resolution: Resolution, more: ts.CompilerOptions = {}): ts.CompilerOptions {
    return {
      ...RESOLUTIONS[resolution],
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts"],
      strict: true,
      noEmit: true,
      types: ["node"],
      typeRoots: [join(packageRoot, "node_modules/@types")],
      // TypeScript 6 warns about node10.
      ignoreDeprecations: "6.0",
      ...more,
    };
  }

  async program(text: string, options: ts.CompilerOptions): Promise<{ path: string; program: ts.Program }> {
    const path = join(this.folder, "program.ts");
    await writeFile(path, text);
    return { path, program: ts.createProgram([path], options) };
  }

  editor(): Editor {
    return new Editor(join(this.folder, "edited.ts"), this.options("node16", { skipLibCheck: true }));
  }
}

/** An editor with one file, as the language service of TypeScript supports it. */
export class Editor {
  readonly path: string;
  readonly service: ts.LanguageService;
  #text = "";
  #version = 0;

  constructor(path: string, options: ts.CompilerOptions) {
    this.path = path;
    this.service = ts.createLanguageService({
      getScriptFileNames: () => [path],
      getScriptVersion: (name) => (name === path ? String(this.#version) : "1"),
      getScriptSnapshot: (name) => {
        const text = name === path ? this.#text : ts.sys.readFile(name);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => packageRoot,
      getCompilationSettings: () => options,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (name) => name === path || ts.sys.fileExists(name),
      readFile: ts.sys.readFile,
      directoryExists: ts.sys.directoryExists,
      realpath: ts.sys.realpath,
    });
  }

  /** Replaces the text. */
  write(text: string): void {
    this.#text = text;
    this.#version++;
  }

  errors(): string[] {
    const found = this.service.getSemanticDiagnostics(this.path);
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  }

  /** The description on hover. */
  hover(position: number): string {
    return ts.displayPartsToString(this.service.getQuickInfoAtPosition(this.path, position)?.documentation);
  }

  completions(position: number): string[] {
    const found = this.service.getCompletionsAtPosition(this.path, position, undefined);
    return (found?.entries ?? []).map(({ name }) => name);
  }
}

/** Each with its file. */
export function describeAll(diagnostics: readonly ts.Diagnostic[]): string[] {
  return diagnostics.map(({ file, messageText }) =>
    [file?.fileName, ts.flattenDiagnosticMessageText(messageText, "\n")].filter(Boolean).join(": "),
  );
}

/** Compiles under every way to resolve modules. */
export const TYPED_PROGRAM = `import type { Output } from "@pulumi/pulumi";
import { Account, Campaign, Channel, ChannelItem, loadStack, Pixel, QrCode, type QrCodeArgs } from "pulumi-link-management";
import { startEmulator } from "pulumi-link-management/emulator";

const args: QrCodeArgs = { type: "wifi", content: { wifi: { ssid: "Guests", encryption: "nopass" } } };
const menu = new QrCode("menu", args);
const spring = new Channel("spring", { name: "Spring", description: menu.link });
new ChannelItem("spring/menu", { channel: spring, itemType: "qr", item: menu }, { protect: true });
export const address: Output<string> = menu.link;
export const data: Output<string | unknown[] | Record<string, unknown> | undefined> = menu.data;
new QrCode("existing", { name: "Menu" }, { onExisting: { id: 102 } });
export const list: Output<string> = new Campaign("launch", { name: "Launch" }).list;
export const username: Output<string> = new Account("account", { email: "links@example.com" }).username;
export const stack = loadStack({ file: "links.yaml" });
export const url: Promise<string> = startEmulator().then((emulator) => emulator.url);

// @ts-expect-error A private campaign has no rotator.
export const rotator: Output<string> = new Campaign("private", { name: "Private" }).rotator;
// @ts-expect-error It is null.
export const optional: Output<string | undefined> = new Campaign("hidden", { name: "Hidden" }).rotator;
// @ts-expect-error An argument that is omitted has no value.
export const description: Output<string> = spring.description;
// @ts-expect-error No type.
new QrCode("typeless", { data: "a" });
// @ts-expect-error Two contents.
new QrCode("two", { type: "text", data: "a", content: { text: "a" } });
// @ts-expect-error Not a type of codes.
new QrCode("code", { type: "picture", data: "a" });
new Pixel("ads", { type: "a type of its own", name: "Ads", tag: "1" });
`;
