// A project folder on the disk, for one test.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder";

export class Folder {
  readonly root = temporaryFolder();
  readonly path: string;

  /** @param name of the project folder */
  constructor(name = "project") {
    this.path = join(this.root, name);
    mkdirSync(this.path);
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
