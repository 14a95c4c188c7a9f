import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigFileError } from "../../src/config/source/config-file-error";
import { readConfigFile } from "../../src/config/source/source-file";

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
  throw new Error("no error");
}

test("messages are one line, whatever the name of a file", () => {
  const name = "x\n::error ::y\u001b[31m.yaml";
  mkdirSync(join(project, name), { recursive: true });
  expect(problem(name)).toBe(
    "x\\u{a}::error ::y\\u{1b}[31m.yaml is a folder; name a file, such as link-management.yaml",
  );
});

describe("finds the file", () => {
  test("under its default name", () => {
    write("link-management.yaml", "{}");
    expect(readConfigFile(project)).toMatchObject({ file: "link-management.yaml", text: "{}" });
  });

  test("in a parent folder, up to the folder of Pulumi.yaml", () => {
    write("link-management.yaml", "{}");
    mkdirSync(join(project, "src/deep"), { recursive: true });
    expect(readConfigFile(join(project, "src/deep")).file).toBe("link-management.yaml");
  });

  test("in the nearest folder first", () => {
    write("link-management.yaml", "far");
    write("src/link-management.yaml", "near");
    expect(readConfigFile(join(project, "src"))).toMatchObject({
      file: "src/link-management.yaml",
      text: "near",
    });
  });

  test("under a given path: relative, absolute, or a link inside the project", () => {
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

  test("only in the folder itself without a Pulumi.yaml", () => {
    rmSync(join(project, "Pulumi.yaml"));
    write("link-management.yaml", "{}");
    expect(readConfigFile(project).text).toBe("{}");
    mkdirSync(join(project, "src"));
    expect(problem(undefined, join(project, "src"))).toContain("there is no config file");
  });

  test("in a project folder that is a link", () => {
    write("link-management.yaml", "{}");
    symlinkSync(project, join(root, "link"));
    expect(readConfigFile(join(root, "link")).text).toBe("{}");
  });
});

describe("reports", () => {
  test("a missing file", () => {
    expect(problem()).toBe(
      `there is no config file "link-management.yaml" in ${project}; create it, or set another path with \`pulumi config set link-management:file PATH\``,
    );
    mkdirSync(join(project, "src"));
    expect(problem("a.yaml", join(project, "src"))).toContain(
      `"a.yaml" in ${join(project, "src")} and its parent folders up to ${project}`,
    );
  });

  test("a file with the other extension", () => {
    write("link-management.yml", "{}");
    expect(problem()).toContain('; did you mean "link-management.yml"?');
  });

  test("a file above the project", () => {
    writeFileSync(join(root, "link-management.yaml"), "{}");
    expect(problem()).toContain("there is no config file");
    expect(problem("../link-management.yaml")).toContain("is outside the project folder");
    expect(problem(join(root, "link-management.yaml"))).toContain("is outside the project folder");
  });

  test("a link that leaves the project", () => {
    writeFileSync(join(root, "secret.yaml"), "s3cret");
    symlinkSync(join(root, "secret.yaml"), join(project, "link-management.yaml"));
    expect(problem()).toContain("is a symbolic link to a file outside the project folder");
    mkdirSync(join(root, "outside"));
    writeFileSync(join(root, "outside/a.yaml"), "s3cret");
    symlinkSync(join(root, "outside"), join(project, "inside"));
    expect(problem("inside/a.yaml")).toContain("outside the project folder");
  });

  test("a broken link", () => {
    symlinkSync("nowhere", join(project, "link-management.yaml"));
    expect(problem()).toContain("there is no config file");
  });

  test.each([".", "folder"])("a folder (%s)", (file) => {
    mkdirSync(join(project, "folder"));
    expect(problem(file)).toContain("is a folder; name a file");
  });

  test("a file that is too large", () => {
    write("link-management.yaml", Buffer.alloc(5 * 1024 * 1024 + 1, "#"));
    expect(problem()).toBe("link-management.yaml is larger than 5 MiB, the limit for a config file");
  });

  test("a file that is not UTF-8", () => {
    write("link-management.yaml", Buffer.from("pixels: {}\n# caf\xe9\n", "latin1"));
    expect(problem()).toContain("link-management.yaml:2:6 error invalid UTF-8");
    write("link-management.yaml", Buffer.from("\ufeffpixels: {}", "utf16le"));
    expect(problem()).toBe("link-management.yaml is encoded as UTF-16; save it as UTF-8");
  });
});

test("drops a byte order mark at the start", () => {
  write("link-management.yaml", "\ufeffpixels: {}");
  expect(readConfigFile(project).text).toBe("pixels: {}");
});
