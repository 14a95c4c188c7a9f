// docs/recipes.md: every block, in the order of the page, with the real CLI against the emulator. A YAML block is what the
// user writes into the file that its first line names, and a CSV block is a spreadsheet.
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { type Block, blocksByHeading, run } from "../e2e/support/package";
import { Repository } from "../e2e/support/pipeline";
import { packageRoot } from "../e2e/support/project";

/** Those that did not run yet, by heading. */
const blocks = blocksByHeading("docs/recipes.md");

test("the recipes do what they say, and no code gets another id", async () => {
  const { repository, recipe } = await startProject();
  const { source: folder, env, service } = repository;
  const { qrs, pixels } = service.account("acme");
  const codes = () => Object.fromEntries(qrs.list().map(({ id, name }) => [name, id]));

  const first = recipe("Your first change");
  await first.write();
  await first.run();
  const pushed = await run(["git", "show", "origin/shop-ads:link-management.yaml"], folder, env);
  expect(pushed).toContain("Ads of the shop");
  await first.run();

  const wifi = recipe("Add a wifi code");
  await wifi.run("guests-only-7");
  await wifi.write();
  await wifi.run();
  expect(qrs.list().map(({ data }) => data)).toContainEqual(expect.stringContaining("guests-only-7"));
  // Also in the folders of Pulumi, beside the project. `grep` ends with 1 if it finds nothing.
  await run(["bash", "-c", "! grep -rl guests-only-7 .."], folder, env);

  const spreadsheet = recipe("Twenty codes from a spreadsheet");
  const tables = await spreadsheet.save("tables.csv");
  await spreadsheet.write();
  expect(await spreadsheet.run()).toMatch(/"terrace-1":\{"link":"https?:/);
  expect(tables.length).toBeGreaterThan(2);
  expect(qrs.list()).toEqual(expect.arrayContaining(tables.map((table) => expect.objectContaining(table))));

  const { Menu, Poster, Flyer } = codes();
  const retire = recipe("Retire a printed code");
  qrs.update(Flyer!, { scans: 1204 });
  expect(await retire.run()).toContain('"scans": 1204');
  await retire.write();
  await retire.run();
  await change(join(folder, "link-management.yaml"), ({ qrCodes }) => delete qrCodes!.flyer);
  expect(await retire.run()).toMatch(/Dangers\n.*qrCodes\.flyer.*https:.*\b1204\b/);
  expect(codes()).not.toHaveProperty("Flyer");

  const rename = recipe("Rename");
  await rename.write();
  expect(await rename.run()).toContain("no changes");
  expect(codes()).toMatchObject({ Menu });

  const move = recipe("Move an object to another stack");
  await move.write();
  expect(await move.run()).toContain(`"id": "${Poster}"`);
  await change(join(folder, "events.yaml"), ({ qrCodes }) => delete qrCodes!.poster);
  await move.write();
  service.clearLog();
  expect(await move.run()).toMatch(/forget qrCodes\.poster(.|\n)*adopted 1 existing object/);
  expect(service.log.filter(({ changes }) => changes)).toEqual([]);
  expect(codes()).toMatchObject({ Poster });

  const backend = recipe("Change the backend");
  await mkdir(join(folder, "shared"));
  await backend.write((text) => text.replace("s3://acme-pulumi-state", `file://${folder}/shared`));
  expect(await backend.run("yes", "acme")).toContain("unchanged");
  const list = ["npx", "pulumi", "stack", "ls", "--json"];
  const shared = { ...env, PULUMI_BACKEND_URL: `file://${folder}/shared` };
  expect(JSON.parse(await run(list, folder, shared))).toMatchObject([{ name: "acme" }]);

  const second = recipe("A second account");
  await second.write();
  await second.run("key-of-acme", "key-of-globex");
  expect(service.account("globex").pixels.list()).toMatchObject([{ name: "Globex ads" }]);
  expect(pixels.list()).toMatchObject([{ name: "Ads of the shop" }]);
  expect([...blocks.values()].flat()).toEqual([]);
});

/** With two stacks of one account: `events` has a code, too. */
async function startProject() {
  const accounts = ["acme", "globex"].map((username) => ({ username, keys: [`key-of-${username}`] }));
  const repository = await Repository.empty({ accounts, dialect: "observed" });
  const { source, service, settings, env } = repository;
  Object.assign(env, settings.secrets, {
    LINK_MANAGEMENT_BASE_URL: service.url,
    LINK_MANAGEMENT_API_KEY: "key-of-acme",
  });
  // The previews of `up` and `refresh` take as long as the rest.
  const skip =
    'case "$1 $2" in "pulumi up" | "pulumi refresh") export PULUMI_OPTION_SKIP_PREVIEW=true ;; esac';
  await repository.addCommand("npx", `${skip}\nPATH="$PWD/node_modules/.bin:$PATH" exec "$@"`);
  await repository.addCommand("gh", "true");
  const template = await readFile(join(packageRoot, "templates/project/Pulumi.yaml"), "utf8");
  const files = {
    "Pulumi.yaml": template,
    ".gitignore": "node_modules\n",
    "package.json": '{ "main": "node_modules/pulumi-link-management/dist/program.js" }\n',
    "link-management.yaml": stringify({
      account: { expect: { username: "acme" } },
      defaults: { qrCodes: { protect: true } },
      qrCodes: {
        menu: { type: "link", data: "https://example.com/menu", name: "Menu" },
        flyer: { type: "link", data: "https://example.com/flyer", name: "Flyer" },
      },
      channels: { spring: { name: "Spring", items: [{ qr: "menu" }] } },
    }),
    "events.yaml": stringify({
      qrCodes: { poster: { type: "link", data: "https://example.com/summer", name: "Poster" } },
    }),
  };
  await repository.commitConfig(files);
  await symlink(join(dirname(source), "modules"), join(source, "node_modules"));
  const start = `
    git init --quiet --bare ../origin.git
    git remote add origin ../origin.git
    npx pulumi stack init events
    npx pulumi config set link-management:file events.yaml
    npx pulumi up
    npx pulumi stack init acme`;
  await run(["bash", "-e", "-c", start], source, env);
  // With two stacks, a command needs a name.
  env.PULUMI_STACK = "acme";
  return { repository, recipe: (title: string) => new Recipe(blocks.get(title)!, source, env) };
}

/** Commands that ask, in the order of their answers. */
const ASKS = /config set --secret|stack migrate|stack rm/;

class Recipe {
  constructor(
    readonly blocks: Block[],
    readonly folder: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Writes the next block. Its entries replace those with the same key, or with the one in `renamedFrom`. */
  async write(edit = (text: string) => text): Promise<void> {
    const text = this.#next("yaml");
    const [, name = ""] = /^# (\S+)/.exec(text) ?? [];
    await change(join(this.folder, name), (file) => {
      const { include, ...sections } = parse(edit(text));
      if (include) file.include = include;
      for (const [section, entries] of Object.entries(sections as File)) {
        const all = { ...file[section], ...entries };
        for (const { renamedFrom } of Object.values(entries)) delete all[renamedFrom!];
        file[section] = all;
      }
    });
  }

  /** Saves the next block as a spreadsheet does. @returns name and content of its codes */
  async save(name: string): Promise<{ name: string; data: string }[]> {
    const text = this.#next("csv");
    await writeFile(join(this.folder, name), `\ufeff${text.replaceAll("\n", "\r\n")}\r\n`);
    const rows = text.split("\n").slice(1);
    return rows.map((row) => {
      const [, , data = "", name = ""] = row.split(",");
      return { name, data };
    });
  }

  /** Runs the next block, which must succeed. */
  run(...answers: string[]): Promise<string> {
    const lines = this.#next("sh").split("\n");
    const script = lines.flatMap((line) =>
      ASKS.test(line) ? [`exec <<< '${answers.shift()}'`, line] : [line],
    );
    return run(["bash", "-e", "-c", script.join("\n")], this.folder, this.env);
  }

  #next(language: string): string {
    const [block] = this.blocks.splice(0, 1);
    if (block?.language !== language) throw new Error(`the next block is ${block?.text}, not ${language}`);
    return block.text;
  }
}

type File = Record<string, Record<string, { renamedFrom?: string }>>;

/** Changes a file, or writes a new one. */
async function change(path: string, edit: (file: File) => void): Promise<void> {
  const file: File = parse(await readFile(path, "utf8").catch(() => "{}"));
  edit(file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, stringify(file));
}
