// Many accounts: one project, one stack per account, and the state in PostgreSQL, so that many runners work side by side.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { escaped } from "../../src/commands/review/render";
import type { ServiceRequest } from "../support/emulator";
import { GitHub } from "./support/github-actions";
import { fileOf, keyOf, manyAccounts, newKeyOf } from "./support/many-accounts";
import { run } from "./support/package";
import { postgresFolder } from "./support/postgres";

const postgres = postgresFolder();
if (!postgres) console.warn("Skipped: PostgreSQL is not installed (on Debian: apt-get install postgresql).");

const COUNT = Number(process.env.MANY_ACCOUNTS ?? 300);

test.skipIf(!postgres)(
  `the workflow reviews and applies ${COUNT} accounts, each with its own limit, whatever happens to one of them`,
  { timeout: 3 * 3_600_000 },
  async () => {
    const names = ["acme", ...Array.from({ length: COUNT - 1 }, (_, n) => `brand-${n + 1}`)];
    // The last third differs. Ten of those lose a code, and somebody changes another one.
    const equal = names.slice(0, (COUNT * 2) / 3);
    const others = names.slice(equal.length);
    const [drifted = "", ...rest] = others;
    const lossy = rest.slice(0, 10);
    const failing = equal.at(-1)!;
    const configOf = (name: string, sections: object = {}) =>
      stringify({ account: { expect: { username: name } }, include: "../../shared/*.yaml", ...sections });
    const channels = { main: { name: "Main", color: "#22AA66" } };
    const configs = Object.fromEntries(names.map((name) => [name, configOf(name)]));
    const repository = await manyAccounts(postgres!, { "shared/labels.yaml": "pixels: {}\n" }, configs);
    const { service, faults } = repository;
    const github = await GitHub.create(repository);

    // A direct push: a person approves it by its hash.
    const menu = (name: string) => ({ type: "link", data: `https://example.com/${name}` });
    const before = [drifted, ...lossy].map((name) => [
      fileOf(name),
      configOf(name, { channels, qrCodes: { menu: menu(name) } }),
    ]);
    const pushed = await github.push(await repository.commitConfig(Object.fromEntries(before)));
    expect(pushed).toMatchObject({ code: 123, summary: expect.stringContaining("not the merge of a pull") });
    const [, hash = ""] = /the hash `(\w+)`/.exec(pushed.summary) ?? [];
    const accounts = [drifted, ...lossy].join(" ");
    expect(await github.dispatch({ accounts, hash: "0" })).toMatchObject({ code: 3 });
    expect(service.account(drifted).channels.list()).toEqual([]);
    expect(await github.dispatch({ accounts, hash })).toMatchObject({ code: 0 });

    const pixels = { ads: { type: "fbpixel", name: "Shop ads", tag: "1234567890" } };
    const after = others.map((name) => [fileOf(name), configOf(name, { channels })]);
    const pull = await github.open({
      "shared/pixels.yaml": stringify({ pixels }),
      ...Object.fromEntries(after),
    });
    const review = await github.review(pull);
    expect(review).toMatchObject({ code: 0 });
    const comment = github.comment(pull)!;
    expect(comment.length).toBeLessThan(60_000);
    for (const name of [drifted, ...lossy])
      expect(comment).toContain(`- ${escaped(`${name}: qrCodes.menu`)}`);
    expect(comment).toContain(`**${escaped(equal.toSorted().join(" "))}**`);

    const [channel] = service.account(drifted).channels.list();
    service.account(drifted).channels.update(channel!.id, { color: "#AA0000" });
    const isFailing = ({ account, method }: ServiceRequest) =>
      account?.user.username === failing && method === "POST";
    faults.rule({ on: isFailing, reject: true });
    const applied = await github.mergeAndPush(pull);
    expect(applied).toMatchObject({ code: 123 });
    expect(applied.summary).toContain(`**Failed** (see the log): ${failing}\n`);
    expect(applied.summary).toContain(`**Not applied**: ${drifted}\n`);
    for (const name of names) {
      const isDone = name !== failing && name !== drifted;
      expect(service.account(name).pixels.list()).toHaveLength(isDone ? 1 : 0);
      if (lossy.includes(name)) expect(service.account(name).qrs.list()).toEqual([]);
    }
    expect(service.log.filter(({ status }) => status === 429)).toEqual([]);
    for (const { log } of [review, applied]) expect(log).not.toContain("rate limit");
  },
);

test.skipIf(!postgres)(
  "a new key in the stack config counts in its own pull request and its own apply",
  async () => {
    const account = stringify({ account: { expect: { username: "acme" } }, include: "../../shared/*.yaml" });
    const shared = { "shared/none.yaml": "pixels: {}\n" };
    const repository = await manyAccounts(postgres!, shared, { acme: account });
    const { service, faults, source, env, settings } = repository;
    const github = await GitHub.create(repository);
    const withPixel = (name: string) =>
      `${account}pixels: { ads: { type: fbpixel, name: ${name}, tag: "1" } }\n`;
    const { pixels } = service.account();
    const names = () => pixels.list().map(({ name }) => name);
    const first = await github.reviewed({ [fileOf("acme")]: withPixel("First") });
    expect(await github.mergeAndPush(first)).toMatchObject({ code: 0 });
    expect(names()).toEqual(["First"]);

    const stackFile = "Pulumi.acme.yaml";
    const all = { ...env, ...settings.secrets };
    const set = `config set --stack acme --secret link-management:apiKey ${newKeyOf("acme")}`;
    await run([join(process.env.PULUMI_TEST_BIN!, "pulumi"), ...set.split(" ")], source, all);
    const rotated = await readFile(join(source, stackFile), "utf8");
    await repository.git("checkout", "--quiet", stackFile);
    const isOld = ({ headers }: ServiceRequest) => headers.authorization === `Bearer ${keyOf("acme")}`;
    faults.rule({ on: isOld, reject: true });
    const next = await github.reviewed({ [stackFile]: rotated, [fileOf("acme")]: withPixel("Second") });
    expect(next.review, next.review.log).toMatchObject({ code: 0 });
    expect(await github.mergeAndPush(next)).toMatchObject({ code: 0 });
    expect(names()).toEqual(["Second"]);
  },
);
