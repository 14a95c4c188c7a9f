// `review`: the command, and its text, Markdown and JSON. review-rows.test.ts has what it says about each object.
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { asMarkdown, asText } from "../../src/commands/review/render";
import { partsOf, type Review } from "../../src/commands/review/review";
import { Folder } from "../config/support/folder";
import { anyCharacter, caseCount } from "../support/case-count";
import { ALL_KINDS } from "../support/dialects";
import { item, startAccount } from "./support/account";
import { eventsOf, fakePreview, type Previewed, SECRET, type Stream } from "./support/events";
import * as support from "./support/review";
import { changed, decided, ERROR, PIXEL, review, WARNING } from "./support/review";
import { run } from "./support/run";

const { CODE, JSON_FILE, MARKDOWN, REPLACED, reviewed, rowsIn } = support;
const PROJECT = "name: links\nruntime: nodejs\n";

test("the preview gets its options, and others are wrong usage, also those that would review less", async () => {
  const { code, read } = await review([], ["--stack=acme/links/prod", "--config-file", "x", "--parallel=4"]);
  expect(code).toBe(0);
  expect(read("arguments.txt")).toBe(
    "preview --refresh --json --stack=acme/links/prod --non-interactive --config-file=x --parallel=4 ",
  );
  for (const wrong of ["--target=x", "--config=a=b", "preview.json", "--format=json", "--output=a.pdf"])
    expect((await review([], [wrong])).code).toBe(2);
});

test("a variable that changes the plan is wrong usage, and none reaches the CLI", async () => {
  for (const name of ["PULUMI_OPTION_TARGET", "PULUMI_OPTION_OF_TOMORROW"]) {
    const { code, stderr, folder } = await review([], [], { env: { [name]: "x" } });
    expect(code).toBe(2);
    expect(stderr).toContain(name);
    expect(existsSync(folder.at("arguments.txt"))).toBe(false);
  }
  const env = { PULUMI_OPTION_COLOR: "always", PULUMI_OPTION_STACK: "prod" };
  const { read } = await review([], [], { env });
  expect(read("arguments.txt")).toContain(" --stack=prod ");
  expect(read("variables.txt")).not.toContain("PULUMI_OPTION");
  expect(read("variables.txt")).toMatch(/LINK_MANAGEMENT_IN_REVIEW=['"]?1/);
});

test("from a subfolder, relative paths mean what they mean for pulumi", async () => {
  const folder = new Folder().write({
    "Pulumi.yaml": PROJECT,
    "a/stack.yaml": "config: { link-management:file: prod.yaml }\n",
    "prod.yaml": 'pixels: { ads: { type: fbpixel, name: New, tag: "1" } }\n',
  });
  const fake = fakePreview(folder, eventsOf([changed("ads")]));
  const { stdout, code } = await run(["review", "--config-file=stack.yaml"], folder.at("a"), fake);
  expect(code).toBe(0);
  expect(readFileSync(folder.at("folder.txt"), "utf8").trim()).toMatch(/\/a$/);
  expect(stdout).toContain("(prod.yaml:1)");
});

test("text, Markdown and JSON of one run, with the line of each entry", async () => {
  const url = "https://github.com/acme/links/blob/abc";
  const files = {
    "Pulumi.yaml": PROJECT,
    "Pulumi.prod.yaml": "config: { link-management:file: accounts/prod.yaml }\n",
    "accounts/prod.yaml": 'pixels:\n  ads: { type: fbpixel, name: New, tag: "1" }\n',
  };
  const args = [JSON_FILE, "--output=a/review.md", "--output=review.txt", `--source-url=${url}`];
  const { stdout, read } = await review([changed("ads")], args, { stack: "prod", files });
  expect(read("review.txt")).toBe(stdout);
  expect(stdout).toContain("update pixels.ads name: Ads -> New (accounts/prod.yaml:2)\n");
  expect(read("a/review.md")).toMatch(/^### prod/);
  expect(read("a/review.md")).toContain(`(<${url}/accounts/prod.yaml#L2>)`);
  const { stack, account, rows, fingerprint } = JSON.parse(read("review.json"));
  expect([stack, account]).toEqual(["prod", "7 at links.example"]);
  const fields = [{ field: "name", old: "Ads", new: "New" }];
  expect(rows).toMatchObject([{ operation: "update", key: "pixels.ads", id: "101", fields }]);
  expect(stdout.endsWith(`${fingerprint}\n`)).toBe(true);
  // A stack with settings from the environment has no file.
  expect((await review([changed("ads")], [], { stack: "other", files })).code).toBe(0);
});

test("dangers have the uses so far, from the lists", async () => {
  const { account, env, requests } = await startAccount({ dialect: ALL_KINDS });
  const { link } = account.qrs.create({ type: "link", data: "x", name: "Menu" });
  const { id } = account.links.create({ custom: "lost", clicks: 7 });
  const lost = { name: "Link lost", id: String(id), recorded: { alias: "lost" } };
  const { stdout } = await review([{ ...REPLACED, outputs: { link } }, lost], [], { env });
  expect(stdout).toMatch(/qrCodes\.menu will be replaced .* Scans so far: 0\n/);
  expect(stdout).toMatch(/links\.lost will be deleted .* Clicks so far: 7\n/);
  expect(requests().filter((one) => one.includes("/api/url"))).toEqual([
    expect.stringContaining("/api/urls"),
  ]);
});

test("--unmanaged lists what nobody manages, also in managed channels and campaigns", async () => {
  const { account, env } = await startAccount({ dialect: ALL_KINDS });
  const [first, second] = account.links.list().map(({ id }) => id);
  const items = [item("links", first!), item("links", second!)];
  const channel = account.channels.create({ name: "Spring", items });
  const campaign = account.campaigns.create({ name: "Launch", slug: "launch", links: [second!] });
  const [ours, adopted, other] = ["1", "2", "3"].map((tag) => account.pixels.create({ ...PIXEL, tag }).id);
  const entry = (name: string, id: unknown, fields: object): Previewed =>
    ({ name, id: String(id), recorded: fields, next: fields }) as Previewed;
  const resources: Previewed[] = [
    entry("Pixel ours", ours, PIXEL),
    { name: "Pixel adopted", next: decided(PIXEL, { do: "adopt", id: String(adopted) }) },
    entry("Channel spring", channel.id, { name: "Spring" }),
    entry("Campaign launch", campaign.id, { name: "Launch" }),
  ];
  const link = entry("Link first", first, { alias: "a", url: "https://example.com" });
  const member = entry("ChannelItem spring/links/first", `${channel.id}/links/${first}`, { channel: "1" });
  const unmanaged = async (...more: Previewed[]) => {
    const { read } = await review([...resources, ...more], [JSON_FILE, "--unmanaged"], { env });
    return (JSON.parse(read("review.json")) as Review).unmanaged!.toSorted();
  };
  const others = [
    expect.stringMatching(`^campaigns.launch.links ${second}: .* on the website`),
    expect.stringMatching(`^channels.spring.items links/${second}: .* on the website`),
    ...account.links
      .list()
      .slice(1)
      .map(({ id }) => expect.stringMatching(`^links ${id} `)),
    `pixels ${other} Ads`,
  ];
  expect(await unmanaged(link, member)).toEqual(others);
  // Links only of a stack with links. The entry of an item leaves: the API cannot take it out.
  const { next: _, ...left } = member;
  const leaving = (await unmanaged(left)).join("\n");
  expect(leaving).not.toMatch(/^links /m);
  expect(leaving).toContain(`channels.spring.items links/${first}`);
});

test("a secret is [secret], and counts as changed", async () => {
  const tag = { ...PIXEL, tag: SECRET };
  const drift = { operation: "update", changed: ["tag"], drifted: ["tag"] };
  const { stdout } = await review([{ name: "Pixel a", recorded: tag, next: tag, ...drift }]);
  expect(stdout).toMatch(/undone by the apply\n.* tag: \[secret\] -> \[secret\]/);
});

test("credentials, and anything of a debug message, are in no output", async () => {
  const env = { LINK_MANAGEMENT_API_KEY: "key-1", PULUMI_CONFIG_PASSPHRASE: "phrase-2" };
  const text = "got key-1 phrase-2 of postgres://me:pass-4@db/x\n";
  const debug = { severity: "debug", message: "registering with hunter2" };
  const messages = [ERROR(text), WARNING(text), debug];
  for (const stream of [
    { messages, result: "failed" },
    { messages: [WARNING(text), debug] },
    { result: "failed", code: 1, stderr: text },
  ]) {
    const { stdout, stderr, read } = await review([changed("a")], [JSON_FILE, MARKDOWN], { ...stream, env });
    for (const output of [stdout, stderr, read("review.json"), read("review.md")])
      expect(output).not.toMatch(/key-1|phrase-2|pass-4|hunter2/);
  }
});

test.each<[string, string, Stream, string]>([
  ["no event", "", { code: 6, stderr: "error: no stack named 'x' found\n" }, "no stack named"],
  ["not one word", "", { code: 255 }, "exit code 255"],
  ["an incomplete preview", eventsOf([changed("a")]).split("\n")[0]!, {}, "not complete"],
  ["a CLI that does not stream", '{\n  "steps": []\n}\n', {}, "does not stream"],
])("fails with its cause, and leaves no earlier review: %s", async (_, events, stream, expected) => {
  const folder = new Folder().write({ "r.md": "earlier" });
  const args = ["review", "--stack=x", "--output=r.md"];
  const { code, stdout } = await run(args, folder.path, fakePreview(folder, events, stream));
  expect(code).toBe(1);
  expect(stdout).toMatch(/^\w+.*: the preview failed\n/);
  expect(stdout).toContain(expected);
  expect(readFileSync(folder.at("r.md"), "utf8")).toContain("failed");
});

test("what the CLI prints beside a complete preview is no error, and what it waits for is shown", async () => {
  const messages = [{ severity: "info", message: "wait 42 s: rate limit, 26 queued" }];
  const { code, stdout, stderr } = await review([changed("a")], [], { messages, stderr: "warning: old\n" });
  expect(code).toBe(0);
  expect(stderr).toContain("wait 42 s: rate limit, 26 queued");
  expect(stdout).not.toContain("wait 42");
});

test("Ctrl-C: one signal to every process of the preview, and the command waits for them", async () => {
  const folder = new Folder();
  // As the npm package `pulumi`: the first process starts the CLI, and ends with the signal.
  const cli = `
    const { appendFileSync } = require("node:fs");
    process.on("SIGINT", () => setTimeout(() => { appendFileSync("signals.txt", "SIGINT "); process.exit(1); }, 200));
    appendFileSync("started.txt", "");
    setTimeout(() => {}, 20_000);`;
  const env = fakePreview(folder, "");
  folder.write({ "cli.js": cli, "bin/pulumi": `#!/bin/sh\n"${process.execPath}" cli.js\n` });
  const running = run(["review", "--output=r.md"], folder.path, env);
  await vi.waitFor(() => readFileSync(folder.at("started.txt")), 10_000);
  process.emit("SIGINT", "SIGINT");
  expect((await running).code).toBe(130);
  expect(readFileSync(folder.at("signals.txt"), "utf8")).toBe("SIGINT ");
  expect(existsSync(folder.at("r.md"))).toBe(false);
});

test("800 creates and 60 updates: the comment has every deletion, and the text all", async () => {
  const many = (length: number, make: (i: number) => Previewed) => Array.from({ length }, (_, i) => make(i));
  const resources = [
    ...many(800, (i) => ({ name: `Pixel c${i}`, next: { ...PIXEL, name: "x".repeat(300), tag: `${i}` } })),
    ...many(60, (i) => ({ ...changed(`u${i}`), id: `${1000 + i}` })),
    ...many(12, (i) => ({ name: `Pixel d${i}`, id: `${2000 + i}`, recorded: PIXEL })),
  ];
  const messages = Array.from({ length: 48 }, (_, i) => WARNING(`pixels.c${i} (a.yaml:${i}:1): has a comma`));
  const { stdout, read } = await review(resources, [MARKDOWN], { messages });
  const markdown = read("review.md");
  expect(markdown.length).toBeLessThan(60_000);
  expect(markdown.match(/^- delete /gm)).toHaveLength(12);
  expect(markdown.match(/^- update /gm)).toHaveLength(60);
  expect(markdown).toMatch(/\d+ of 873 lines are only in the artifact[\s\S]*Fingerprint: `/);
  expect(stdout.match(/^ +create pixels\./gm)).toHaveLength(800);
  expect(stdout).toContain("48 times");
});

test("--merge: failures and dangers in full, and accounts with equal plans as one section", async () => {
  const lost = { name: "Domain go", recorded: { domain: "https://go.example.com" } };
  const plans: Record<string, [Previewed[], Stream?]> = {
    acme: [[changed("a")]],
    globex: [[changed("a")]],
    umbrella: [[lost]],
    wayne: [[], { result: "failed", messages: [ERROR("wrong account")] }],
  };
  const folder = new Folder();
  for (const [stack, [resources, stream]] of Object.entries(plans))
    folder.write({ [`${stack}.json`]: JSON.stringify(await reviewed(resources, { ...stream, stack })) });
  const files = Object.keys(plans).map((stack) => `${stack}.json`);
  const { code, stdout } = await run(["review", "--merge", ...files, "--output=all.md"], folder.path);
  expect(code).toBe(0);
  expect(stdout.split("\n")[0]).toBe("4 accounts: 1 dangers, 1 failed");
  expect(stdout).toMatch(/Failed\n +wayne: wrong account/);
  expect(stdout).toMatch(/Dangers\n +umbrella: domains\.go will be deleted/);
  expect(stdout).toMatch(/\nacme globex\n/);
  expect(stdout.match(/pixels\.a /g)).toHaveLength(1);
  expect(readFileSync(folder.at("all.md"), "utf8")).toMatch(/^### 4 accounts/);
  expect((await run(["review", "--merge", "missing.json"], folder.path)).code).toBe(2);
});

/** What a line may have: letters, digits, a few marks, and character references. */
const SAFE = "(?:[\\p{L}\\p{N}\\p{M} ,;=%…]|&#\\d+;)*";
const LINES = new RegExp(`^(?:### ${SAFE}|- ${SAFE}|\\*\\*${SAFE}\\*\\*|Fingerprint: \`[\\w-]+\`|)$`, "u");

const HOSTILE =
  "<script>~</code>~<!--~-->~|~`~```~*~_~[x](http://y)~![x](y)~#~@acme~#12~\\~\n~\r~\u2028~\u202e~\u001b[31m~\u001b]8;;x\u0007~::error ::~##[error]~%0A~&#60;~&lt;~</details>~~~---~\n\n- ~http://x.y~www.x.y~$x$~:smile:~a@b.c";

test("hostile names change no format", () => {
  const pieces = fc.constantFrom(...HOSTILE.split("~"));
  const name = fc.oneof(
    fc.array(pieces, { maxLength: 5 }).map((parts) => parts.join("")),
    fc.string({ unit: anyCharacter, maxLength: 20 }),
  );
  const property = fc.property(fc.array(name, { minLength: 20, maxLength: 20 }), (names) => {
    const resources = names.map((text, i) => ({
      ...{ name: `QrCode c${i}`, id: `${i}`, recorded: { ...CODE, name: text }, outputs: { link: text } },
      ...(i % 2 === 0 && { next: { ...CODE, name: `${text}!` } }),
    }));
    const rows = rowsIn(resources);
    // Those of a failed preview begin with anything.
    const texts = names;
    const base = { format: 1, stack: "acme", account: undefined, errors: texts, notes: texts, rows };
    const report = { headline: names[0]!, parts: partsOf({ ...base, headline: "" }) };
    const [text, markdown] = [asText(report), asMarkdown(report)];
    for (const line of markdown.split("\n")) expect(line).toMatch(LINES);
    // Nobody is mentioned.
    expect(markdown).not.toMatch(/&#(35|64);(?!&#8203;)/);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]|^\s*::|##\[/m);
    expect(markdown).toContain("**Dangers**");
  });
  fc.assert(property, { numRuns: caseCount(50, 4) });
});
