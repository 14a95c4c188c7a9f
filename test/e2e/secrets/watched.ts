// A project with secrets in it, in which everything that is said and written is looked through.
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { KEY, SECRETS } from "../../support/secrets";
import { SecretsScan } from "../../support/secrets-scan";
import { Project, type Run } from "../support/project";

export class Watched {
  readonly scan = new SecretsScan(SECRETS);

  private constructor(readonly project: Project) {}

  /** @param keyIn where the API key is given */
  static async create(files: Record<string, string>, keyIn: "environment" | "config"): Promise<Watched> {
    const accounts = [{ username: "acme", keys: [KEY] }];
    const watched = new Watched(await Project.create({ files, emulator: { accounts } }));
    onTestFinished(() => watched.project.remove());
    const { env } = watched.project;
    if (keyIn === "environment") {
      env.LINK_MANAGEMENT_API_KEY = KEY;
    } else {
      delete env.LINK_MANAGEMENT_API_KEY;
      await watched.pulumi("config", "set", "--secret", "link-management:apiKey", KEY);
    }
    return watched;
  }

  /** Runs a command that must succeed. */
  async pulumi(...args: string[]): Promise<string> {
    const { code, output } = await this.try(...args);
    expect(code, output).toBe(0);
    return output;
  }

  /** Runs a command that must fail. */
  async fails(...args: string[]): Promise<string> {
    const { code, output } = await this.try(...args);
    expect(code, output).not.toBe(0);
    return output;
  }

  async try(...args: string[]): Promise<Run> {
    const run = await this.project.try(...args);
    this.scan.text(`output of pulumi ${args.join(" ")}`, run.output);
    return run;
  }

  /** Nothing that was said so far, and nothing that lies in the project's folders, holds a secret. */
  async expectNoLeaks(): Promise<void> {
    await this.scan.folder(this.project.folder, this.project.exceptions);
    this.scan.value("the emulator's log", this.project.emulator.log);
    expect(this.scan.leaks).toEqual([]);
    // A scan that looks at nothing finds nothing.
    expect(this.scan.places).toContainEqual(expect.stringMatching(/\.pulumi\/(stacks|history)\//));
  }

  /** How the state has an input: "secret" when it is encrypted. */
  async expectEncrypted(type: string, name: string, field: string): Promise<void> {
    const { inputs, outputs } = await this.project.resource(type, name);
    for (const properties of [inputs, outputs]) {
      expect(properties[field]).toEqual({
        "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
        ciphertext: expect.stringMatching(/^v1:/),
      });
    }
  }

  file(name: string): string {
    return join(this.project.folder, name);
  }
}
