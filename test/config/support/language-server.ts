// Runs the YAML language server of most editors as an editor does: as a process with the Language Server Protocol over
// stdio, on a folder with a config file that names its schema.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createMessageConnection, type MessageConnection } from "vscode-jsonrpc/node";

/** Line and column start at 0, as in the protocol. */
export interface Position {
  line: number;
  character: number;
}

export interface Problem {
  message: string;
  range: { start: Position; end: Position };
}

export interface Completion {
  label: string;
  documentation?: string | { value: string };
}

const SERVER = join(
  dirname(require.resolve("yaml-language-server/package.json")),
  "bin/yaml-language-server",
);
/** The schema in a config repository with the package installed. */
const SCHEMA = "node_modules/pulumi-link-management/link-management.schema.json";
const MODELINE = `# yaml-language-server: $schema=./${SCHEMA}\n`;

export class Editor {
  readonly #folder: string;
  readonly #connection: MessageConnection;
  readonly #exited: Promise<unknown>;
  #files = 0;

  private constructor(folder: string, connection: MessageConnection, exited: Promise<unknown>) {
    this.#folder = folder;
    this.#connection = connection;
    this.#exited = exited;
  }

  static async start(schema: object): Promise<Editor> {
    const folder = await mkdtemp(join(tmpdir(), "editor-"));
    await mkdir(dirname(join(folder, SCHEMA)), { recursive: true });
    await writeFile(join(folder, SCHEMA), JSON.stringify(schema));

    const child = spawn(process.execPath, [SERVER, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    const connection = createMessageConnection(child.stdout, child.stdin);
    // The catalog of public schemas would be fetched from the network.
    const settings = {
      yaml: { schemaStore: { enable: false }, hover: true, completion: true, validate: true },
    };
    connection.onRequest("workspace/configuration", ({ items }: { items: { section: string }[] }) =>
      items.map(({ section }) => (section === "yaml" ? settings.yaml : null)),
    );
    connection.onRequest("client/registerCapability", () => null);
    connection.listen();
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: { workspace: { configuration: true }, textDocument: { hover: {}, completion: {} } },
    });
    await connection.sendNotification("initialized", {});
    return new Editor(folder, connection, once(child, "exit"));
  }

  /** The problems of a file with this text. Line 0 names the schema, and the text follows. */
  async problems(text: string): Promise<Problem[]> {
    const uri = this.#newFile();
    const marked = new Promise<Problem[]>((resolve) => {
      const listening = this.#connection.onNotification(
        "textDocument/publishDiagnostics",
        (published: { uri: string; diagnostics: Problem[] }) => {
          if (published.uri !== uri) return;
          listening.dispose();
          resolve(published.diagnostics);
        },
      );
    });
    await this.#open(uri, text);
    return marked;
  }

  /** The completions at the `|` in the text. */
  async completions(text: string): Promise<Completion[]> {
    const { items } = await this.#ask<{ items: Completion[] }>("textDocument/completion", text);
    return items;
  }

  /** The hover text at the `|` in the text. */
  async hover(text: string): Promise<string> {
    const { contents } = await this.#ask<{ contents: { value: string } }>("textDocument/hover", text);
    return contents.value;
  }

  async close(): Promise<void> {
    await this.#connection.sendRequest("shutdown");
    await this.#connection.sendNotification("exit");
    await this.#exited;
    this.#connection.dispose();
    await rm(this.#folder, { recursive: true });
  }

  async #ask<Result>(method: string, text: string): Promise<Result> {
    const uri = this.#newFile();
    const before = text.slice(0, text.indexOf("|")).split("\n");
    await this.#open(uri, text.replace("|", ""));
    const position = { line: before.length, character: before.at(-1)!.length };
    return this.#connection.sendRequest(method, { textDocument: { uri }, position });
  }

  #newFile(): string {
    this.#files += 1;
    return pathToFileURL(join(this.#folder, `file-${this.#files}.yaml`)).href;
  }

  #open(uri: string, text: string): Promise<void> {
    const textDocument = { uri, languageId: "yaml", version: 1, text: MODELINE + text };
    return this.#connection.sendNotification("textDocument/didOpen", { textDocument });
  }
}
