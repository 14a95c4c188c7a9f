import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfigFile } from "../../src/config/source/config-file";
import { ConfigFileError } from "../../src/config/source/source-file";

let root: string;
let project: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "config-file-")));
  project = join(root, "project");
  write("Pulumi.yaml", "name: test");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, content: string | Uint8Array): void {
  const path = join(project, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function problem(file?: string, folder = project): string {
  try {
    readConfigFile(folder, file);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigFileError);
    return (error as Error).message;
  }
  throw new Error("it was read");
}

describe("the file is found", () => {
  test("under its usual name", () => {
    write("link-management.yaml", "{}");
    expect(readConfigFile(project)).toMatchObject({ file: "link-management.yaml", text: "{}" });
  });

  test("upwards from the folder of the program, up to the one of Pulumi.yaml", () => {
    write("link-management.yaml", "{}");
    mkdirSync(join(project, "src/deep"), { recursive: true });
    expect(readConfigFile(join(project, "src/deep")).file).toBe("link-management.yaml");
  });

  test("the nearest first", () => {
    write("link-management.yaml", "far");
    write("src/link-management.yaml", "near");
    expect(readConfigFile(join(project, "src"))).toMatchObject({
      file: "src/link-management.yaml",
      text: "near",
    });
  });

  test("under a path of one's own, also an absolute one or one through a link inside of the project", () => {
    write("accounts/acme.yaml", "acme");
    symlinkSync("acme.yaml", join(project, "accounts/link.yaml"));
    for (const file of [
      "accounts/acme.yaml",
      "./accounts/../accounts/acme.yaml",
      join(project, "accounts/acme.yaml"),
    ]) {
      expect(readConfigFile(project, file)).toMatchObject({ file: "accounts/acme.yaml", text: "acme" });
    }
    expect(readConfigFile(project, "accounts/link.yaml").text).toBe("acme");
    expect(readConfigFile(join(project, "accounts"), "../accounts/acme.yaml").text).toBe("acme");
  });

  test("without a Pulumi.yaml only in the folder itself", () => {
    rmSync(join(project, "Pulumi.yaml"));
    write("link-management.yaml", "{}");
    expect(readConfigFile(project).text).toBe("{}");
    mkdirSync(join(project, "src"));
    expect(problem(undefined, join(project, "src"))).toContain("there is no config file");
  });

  test("in a project behind a link", () => {
    write("link-management.yaml", "{}");
    symlinkSync(project, join(root, "link"));
    expect(readConfigFile(join(root, "link")).text).toBe("{}");
  });
});

describe("an error says why not", () => {
  test("nothing is there", () => {
    expect(problem()).toBe(
      `there is no config file "link-management.yaml" in ${project}; create it, or name another with \`pulumi config set link-management:file PATH\``,
    );
    mkdirSync(join(project, "src"));
    expect(problem("a.yaml", join(project, "src"))).toContain(
      `"a.yaml" in ${join(project, "src")} and the folders above it up to ${project}`,
    );
  });

  test("it has the other ending", () => {
    write("link-management.yml", "{}");
    expect(problem()).toContain("(there is a link-management.yml)");
  });

  test("never above the project", () => {
    writeFileSync(join(root, "link-management.yaml"), "{}");
    expect(problem()).toContain("there is no config file");
    expect(problem("../link-management.yaml")).toContain("lies outside of the project's folder");
    expect(problem(join(root, "link-management.yaml"))).toContain("lies outside of the project's folder");
  });

  test("a link leaves the project", () => {
    writeFileSync(join(root, "secret.yaml"), "s3cret");
    symlinkSync(join(root, "secret.yaml"), join(project, "link-management.yaml"));
    expect(problem()).toContain("is a link to a file outside of the project's folder");
    mkdirSync(join(root, "outside"));
    writeFileSync(join(root, "outside/a.yaml"), "s3cret");
    symlinkSync(join(root, "outside"), join(project, "inside"));
    expect(problem("inside/a.yaml")).toContain("outside of the project's folder");
  });

  test("a link leads nowhere", () => {
    symlinkSync("nowhere", join(project, "link-management.yaml"));
    expect(problem()).toContain("there is no config file");
  });

  test.each([".", "folder"])("%s is a folder", (file) => {
    mkdirSync(join(project, "folder"));
    expect(problem(file)).toContain("is no file");
  });

  test("it is too large", () => {
    write("link-management.yaml", Buffer.alloc(5 * 1024 * 1024 + 1, "#"));
    expect(problem()).toBe("link-management.yaml is larger than 5 MiB, which no config file should be");
  });

  test("it is no UTF-8", () => {
    write("link-management.yaml", Buffer.from("pixels: {}\n# caf\xe9\n", "latin1"));
    expect(problem()).toContain("link-management.yaml:2:6 error this is not UTF-8 text");
    write("link-management.yaml", Buffer.from("\ufeffpixels: {}", "utf16le"));
    expect(problem()).toBe("link-management.yaml is written in UTF-16; save it as UTF-8");
  });
});

test("a byte order mark at the start is no part of the text", () => {
  write("link-management.yaml", "\ufeffpixels: {}");
  expect(readConfigFile(project).text).toBe("pixels: {}");
});
