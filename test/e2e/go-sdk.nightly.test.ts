// A Go program manages every kind, with the SDK of the plugin's schema. Nothing here needs a language plugin for Go.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { TOKEN_PREFIX } from "../../src/plugin/door";
import { kinds, listedKinds } from "../support/kinds";
import { GO_ENV, generateSdk, hasGo, PLUGINS, schema } from "./support/generated-sdk";
import { run } from "./support/package";
import { Project } from "./support/project";

/** The module of the generated packages. */
const SDK = dirname(schema.language.go.importBasePath);

test.skipIf(!hasGo)(
  "a Go program with the generated SDK takes over a stack of the config file, and applies all kinds",
  async () => {
    const project = await Project.create({
      dialect: "observed",
      config: {
        pixels: { it: { type: "fbpixel", name: "it", tag: "1234567890" } },
        domains: { it: { domain: "https://it.example.com" } },
      },
      env: { ...GO_ENV, WIFI: "pass-of-wifi" },
    });
    await project.ok("up", "--yes", "--skip-preview");
    expect(project.writes()).toHaveLength(2);
    await project.write({ "Pulumi.yaml": JSON.stringify({ name: "test", runtime: "go", plugins: PLUGINS }) });
    await generateSdk("go", project.folder, project.env);
    const program = join(project.folder, "program.go");
    const text = await readFile(program, "utf8");
    await writeFile(program, text.replace("example.com/pulumi-link-management/sdk/go", SDK));
    const go = (...args: string[]) => run(["go", ...args], project.folder, project.env);
    await go("mod", "edit", `-require=${SDK}@v0.0.0`, `-replace=${SDK}=./sdk`);
    await go("build", `${SDK}/...`);
    expect(await go("run", "program.go")).toMatch(/username *: "acme"/);

    expect(project.writes().filter((one) => /pixel|domain/.test(one))).toEqual([]);
    const state = await project.ok("stack", "export");
    expect(state).not.toContain("pass-of-wifi");
    const tokens = state.match(/(?<="type": ")link-management:index:\w+/g);
    expect(tokens?.sort()).toEqual(kinds.map(({ definition }) => `${TOKEN_PREFIX}${definition.type}`).sort());
    const account = project.service.account();
    const [code] = account.qrs.list();
    const link = account.links.list().find(({ custom }) => custom === "spring");
    expect(listedKinds.map((kind) => kind.ids(account).length)).toEqual(listedKinds.map(() => 1));
    expect(account.user.email).toBe("it@example.com");
    expect(account.channels.list()).toMatchObject([{ items: [{ type: "qr", id: code!.id }] }]);
    expect(account.campaigns.list()).toMatchObject([{ links: [link!.id] }]);

    await project.ok("destroy", "--yes", "--skip-preview");
    expect(listedKinds.flatMap((kind) => kind.ids(account))).toEqual([]);
  },
);
