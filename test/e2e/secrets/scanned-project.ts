// A project with secrets, whose output and files are scanned for them.
import { expect, onTestFinished } from "vitest";
import { KEY, SECRETS } from "../../support/secrets";
import { SecretsScan } from "../../support/secrets-scan";
import { Project, type Run } from "../support/project";

export class ScannedProject {
  readonly scan = new SecretsScan(SECRETS);

  private constructor(readonly project: Project) {}

  /** @param keyIn where the API key is set */
  static async create(
    files: Record<string, string>,
    keyIn: "environment" | "config",
  ): Promise<ScannedProject> {
    const accounts = [{ username: "acme", keys: [KEY] }];
    const scanned = new ScannedProject(await Project.create({ files, emulator: { accounts } }));
    onTestFinished(() => scanned.project.remove());
    const { env } = scanned.project;
    if (keyIn === "environment") {
      env.LINK_MANAGEMENT_API_KEY = KEY;
    } else {
      delete env.LINK_MANAGEMENT_API_KEY;
      await scanned.pulumi("config", "set", "--secret", "link-management:apiKey", KEY);
    }
    return scanned;
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

  /** Expects that neither the output so far nor any file of the project contains a secret. */
  async expectNoLeaks(): Promise<void> {
    await this.scan.folder(this.project.folder, this.project.exceptions);
    this.scan.value("the emulator's log", this.project.emulator.log);
    expect(this.scan.leaks).toEqual([]);
    // The scan included the state.
    expect(this.scan.scanned).toContainEqual(expect.stringMatching(/\.pulumi\/(stacks|history)\//));
  }

  /** Expects that the state contains the field only as an encrypted secret. */
  async expectEncrypted(type: string, name: string, field: string): Promise<void> {
    const { inputs, outputs } = await this.project.resource(type, name);
    for (const properties of [inputs, outputs]) {
      expect(properties[field]).toEqual({
        "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
        ciphertext: expect.stringMatching(/^v1:/),
      });
    }
  }
}
