// A project folder on the disk, for one test.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

export class Folder {
  /** It and the project in it are removed after the test. */
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "link-management-")));
  readonly path: string;

  /** @param name of the project folder */
  constructor(name = "project") {
    this.path = join(this.root, name);
    mkdirSync(this.path);
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  at(file: string): string {
    return join(this.path, file);
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): this {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(this.at(file)), { recursive: true });
      writeFileSync(this.at(file), content);
    }
    return this;
  }
}
