// `review`: what an apply will do, from the events of a preview.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Folder } from "../config/support/folder";
import { startAccount } from "./support/account";
import { eventsOf, type Previewed, SECRET, type Stream, UNKNOWN } from "./support/events";
import { run } from "./support/run";

const PIXEL = { type: "fbpixel", name: "Ads", tag: "1" };
const CODE = { type: "link", data: "https://example.com", name: "Menu" };
const LINK = { link: "https://acme.example/qr/abc" };
const WARNING = (message: string) => ({ severity: "warning", message });

async function review(
  resources: readonly Previewed[],
  args: readonly string[] = [],
  stream?: Stream,
  env = {},
) {
  const folder = new Folder().write({ "preview.json": eventsOf(resources, stream) });
  return run(["review", "preview.json", ...args], folder.path, env);
}

async function json(resources: readonly Previewed[], stream?: Stream) {
  return JSON.parse((await review(resources, ["--format", "json"], stream)).stdout);
}

test("the headline counts operations, and has the estimate of the preview", async () => {
  const messages = [{ severity: "info", message: "apply: 29 requests, about 60 s" }];
  const resources = [
    { name: "Pixel new", next: PIXEL },
    { name: "Pixel old", recorded: PIXEL, next: { ...PIXEL, name: "Other" } },
    { name: "Pixel same", recorded: PIXEL, next: PIXEL },
    { name: "Pixel gone", recorded: PIXEL },
  ];
  const { stdout, code } = await review(resources, [], { messages });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^acme: 1 create, 1 update, 1 delete, about 29 requests, 60 s\n/);
  expect((await review([{ name: "Pixel same", recorded: PIXEL, next: PIXEL }])).stdout).toMatch(
    /^acme: no changes\n/,
  );
});

test("drift is apart from what the config changes, and a field that both changed is a conflict", async () => {
  const { stdout } = await review([
    { name: "Pixel config", recorded: PIXEL, next: { ...PIXEL, name: "New" } },
    { name: "Pixel drift", recorded: PIXEL, live: { ...PIXEL, name: "By hand" }, next: PIXEL },
    {
      name: "Pixel both",
      recorded: PIXEL,
      live: { ...PIXEL, name: "By hand" },
      next: { ...PIXEL, name: "New" },
    },
    {
      name: "Pixel equal",
      recorded: PIXEL,
      live: { ...PIXEL, name: "New" },
      next: { ...PIXEL, name: "New" },
    },
    { name: "Pixel recreated", recorded: PIXEL, live: null, next: PIXEL },
    { name: "Pixel gone", recorded: PIXEL, live: null },
  ]);
  const [, drift = "", changes = ""] =
    /Changed by hand[\s\S]*?\n([\s\S]*?)\n\nChanges\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  expect(drift).toMatch(/undo +pixels\.drift +name +Ads +By hand +Ads/);
  expect(drift).toMatch(/conflict.* +pixels\.both +name +Ads +By hand +New/);
  expect(drift).toMatch(/create again +pixels\.recreated/);
  expect(drift).toMatch(/gone +pixels\.gone/);
  expect(changes).toMatch(/update +pixels\.config +name +Ads +New/);
  expect(changes.split("\n")).toHaveLength(2);
  expect(stdout).not.toContain("pixels.equal");
});

test("an equal meaning is no change", async () => {
  const channel = (color: string) => ({ name: "Spring", color });
  const resources = [
    {
      name: "Channel a",
      recorded: channel("#22aa66"),
      live: channel("#FF0000"),
      next: channel("#22AA66"),
      changed: ["color"],
    },
  ];
  expect((await json(resources)).headline).toContain("1 changed by hand");
  expect((await review(resources)).stdout).toMatch(/undo +channels\.a/);
});

test("dangers: codes with address and scans, domains, adoptions, other warnings", async () => {
  const { account, env } = await startAccount();
  const { link } = account.qrs.create({ type: "link", data: "x", name: "Menu" });
  const code = { recorded: CODE, outputs: { link } };
  const resources = [
    {
      name: "QrCode menu",
      ...code,
      next: { ...CODE, type: "text" },
      operation: "replace",
      changed: ["type"],
    },
    { name: "QrCode old", recorded: CODE, outputs: LINK },
    { name: "Domain go", recorded: { domain: "https://go.example.com" } },
    { name: "Pixel ads", next: { ...PIXEL, __entry: '{"adopt":"107","update":true}' } },
    { name: "Pixel equal", next: { ...PIXEL, __entry: '{"adopt":"108"}' } },
    { name: "ChannelItem spring/links/7", next: { item: 7, __entry: '{"adopt":"101/links/7"}' } },
  ];
  const messages = [
    WARNING(`2 public objects will be deleted: ${link}`),
    WARNING("4 of 20 objects will be deleted or replaced"),
    WARNING(`qrCodes.menu: a change of type replaces ${link}`),
    WARNING("qrCodes.wifi: the service may reset foreground"),
  ];
  const { stdout } = await review(resources, [], { messages }, env);
  const [, dangers = ""] = /Dangers\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  expect(dangers.split("\n")).toEqual([
    expect.stringContaining("domains.go will be deleted (https://go.example.com):"),
    expect.stringMatching(/pixels\.ads.*107.*adopted and updated/),
    expect.stringContaining(`qrCodes.menu will be replaced (${link}, 0 scans): every printed copy`),
    expect.stringContaining(`qrCodes.old will be deleted (${LINK.link}, 0 scans):`),
    "  1 existing object will be adopted. Destroying the stack deletes it",
    expect.stringContaining("4 of 20 objects"),
    expect.stringContaining("may reset foreground"),
  ]);
});

test("an object that a replacement adopts is a danger, too", async () => {
  const replaced = { name: "Pixel ads", recorded: PIXEL, operation: "replace", changed: ["type"] };
  const next = (entry: string) => [{ ...replaced, next: { ...PIXEL, type: "bing", __entry: entry } }];
  expect((await json(next('{"adopt":"107"}'))).dangers).toEqual([
    expect.stringContaining("1 existing object"),
  ]);
  const { dangers } = await json(next('{"adopt":"107","update":true}'));
  expect(dangers).toEqual([expect.stringMatching(/pixels\.ads.*107.*adopted and updated/)]);
});

test("a lost object without an address hides no other warning", async () => {
  const resources = [{ name: "QrCode old", recorded: CODE, outputs: { link: "" } }];
  const messages = [WARNING("qrCodes.wifi: the service may reset foreground")];
  const { stdout } = await review(resources, [], { messages });
  expect(stdout).toContain("qrCodes.old will be deleted (id 101)");
  expect(stdout).toContain("may reset foreground");
});

test("what the API cannot delete is forgotten, and only the state loses it", async () => {
  const item = (channel: string) => ({ channel, itemType: "links", item: 7 });
  const { stdout } = await review([
    { name: "Channel old", recorded: { name: "Old" } },
    { name: "ChannelItem old/links/7", recorded: item("101") },
    { name: "ChannelItem spring/links/7", recorded: item("102") },
  ]);
  expect(stdout).toMatch(/^acme: 1 delete, 2 forget\n/);
  expect(stdout).toMatch(/ {2}channels\.spring.*only the state loses it/);
  expect(stdout).not.toMatch(/ {2}channels\.old.*only the state/);
});

test("renames and guarding options are changes of the state, also next to an update", async () => {
  const { stdout } = await review([
    { name: "Pixel a2", renamedFrom: "a", recorded: PIXEL, next: PIXEL },
    { name: "Pixel b2", renamedFrom: "b", recorded: PIXEL, next: { ...PIXEL, name: "New" } },
    { name: "Pixel c", recorded: PIXEL, next: PIXEL, options: { protect: true } },
  ]);
  expect(stdout).toMatch(/^acme: 1 update, 2 record\n/);
  expect(stdout).toMatch(/record +pixels\.a2 +key +a +a2/);
  expect(stdout).toMatch(/update +pixels\.b2 +key +b +b2/);
  expect(stdout).toMatch(/record +pixels\.c +protect +false +true/);
});

test("an object that was deleted by hand is lost and drift, whatever takes its place", async () => {
  const resources = (entry: string) => [
    { name: "QrCode menu", recorded: CODE, outputs: LINK, live: null, next: { ...CODE, __entry: entry } },
  ];
  for (const entry of ["{}", '{"adopt":"107"}']) {
    const { code, stdout } = await review(resources(entry), ["--fail-on", "drift"]);
    expect(code).toBe(7);
    expect(stdout).toContain(`qrCodes.menu was deleted by hand (${LINK.link}): every printed copy`);
  }
});

test("the object of a failed delete is apart from the one that replaced it", async () => {
  const { stdout } = await review([
    { name: "QrCode menu", recorded: CODE, outputs: LINK, next: CODE, pending: { ...CODE, name: "Old" } },
  ]);
  expect(stdout).toMatch(/^acme: 1 delete\n/);
  expect(stdout).toMatch(/delete +qrCodes\.menu +id 100/);
  expect(stdout).not.toContain("101");
});

test("a change has the line of its entry, in Markdown as a link", async () => {
  const folder = new Folder().write({
    "preview.json": eventsOf([{ name: "Pixel ads", recorded: PIXEL, next: { ...PIXEL, name: "New" } }], {
      stack: "prod",
    }),
    "Pulumi.yaml": "name: links\nruntime: nodejs\n",
    "Pulumi.prod.yaml": "config: { link-management:file: accounts/prod.yaml }\n",
    "accounts/prod.yaml": 'pixels:\n  ads: { type: fbpixel, name: New, tag: "1" }\n',
  });
  expect((await run(["review", "preview.json"], folder.path)).stdout).toMatch(
    /pixels\.ads .*accounts\/prod\.yaml:2\n/,
  );
  const url = "https://github.com/acme/links/blob/abc";
  const { stdout } = await run(
    ["review", "preview.json", "--format=markdown", `--source-url=${url}`],
    folder.path,
  );
  expect(stdout).toContain(`(<${url}/accounts/prod.yaml#L2>)`);
});

test("a secret is [secret], and counts as changed", async () => {
  const wifi = { type: "wifi", data: SECRET };
  const resources = [
    { name: "QrCode a", recorded: wifi, next: wifi, operation: "update", changed: ["data"] },
  ];
  expect((await review(resources)).stdout).toMatch(/data +\[secret\] +\[secret\]/);
  const { fingerprint } = await json(resources);
  expect(fingerprint).not.toBe((await json([{ name: "QrCode a", recorded: wifi, next: wifi }])).fingerprint);
});

test("a value that is known after the apply is [unknown]", async () => {
  const item = (id: unknown) => ({ channel: "1", itemType: "qr", item: id });
  const resources = [
    {
      name: "ChannelItem a/qr/b",
      recorded: item("7"),
      next: item(UNKNOWN),
      operation: "replace",
      changed: ["item"],
    },
  ];
  expect((await review(resources)).stdout).toContain("[unknown]");
});

test("the fingerprint covers operations, keys, fields, old and new values, and the stack, but not the order", async () => {
  const a = { name: "Pixel a", recorded: PIXEL, next: { ...PIXEL, name: "New" } };
  const b = { name: "Pixel b", next: PIXEL };
  const plans: [Previewed[], Stream?][] = [
    [[a, b]],
    [[a]],
    [[a, { ...b, name: "Pixel c" }]],
    [[a, { ...b, next: { ...PIXEL, tag: "2" } }]],
    [[{ ...a, recorded: { ...PIXEL, name: "Old" } }, b]],
    [[{ ...a, live: { ...PIXEL, name: "By hand" } }, b]],
    [[a, b], { stack: "other" }],
    [[{ ...a, operation: "replace" }, b]],
    [[{ ...a, operation: "replace", next: { ...a.next, __entry: '{"adopt":"107"}' } }, b]],
    [[{ ...a, operation: "replace", next: { ...a.next, __entry: '{"adopt":"107","update":true}' } }, b]],
    [[{ ...a, next: { ...PIXEL, name: { text: "New" } } }, b]],
    [[{ ...a, next: { ...PIXEL, name: '{"text":"New"}' } }, b]],
    [[{ ...a, next: { ...PIXEL, name: "" } }, b]],
    [[{ ...a, next: { type: PIXEL.type, tag: PIXEL.tag } }, b]],
  ];
  const prints: string[] = [];
  for (const [resources, stream] of plans) prints.push((await json(resources, stream)).fingerprint);
  expect(new Set(prints).size).toBe(prints.length);
  expect((await json([b, a])).fingerprint).toBe(prints[0]);
});

test("--expect refuses another plan with exit code 3, in counts", async () => {
  const a = { name: "Pixel a", recorded: PIXEL, next: { ...PIXEL, name: "New" } };
  const b = { name: "Pixel b", next: PIXEL };
  const { fingerprint } = await json([a]);
  expect((await review([a], ["--expect", fingerprint])).code).toBe(0);
  const { code, stderr } = await review([a, b], ["--expect", fingerprint]);
  expect(code).toBe(3);
  expect(stderr).toMatch(/Reviewed: 1 update\. Now: 1 create, 1 update/);
  for (const wrong of ["other", ""]) expect((await review([a], ["--expect", wrong])).code).toBe(2);
});

test.each([
  [["--max-changes", "1"], 0],
  [["--max-changes", "0"], 4],
  [["--max-changes", "50%"], 0],
  [["--max-changes", "49%"], 4],
  [["--max-changes", "many"], 2],
  [["--max-changes", ""], 2],
  [["--fail-on", "drift"], 7],
  [[], 0],
])("exit code with %j: %i", async (args, code) => {
  const resources = [
    { name: "Pixel drift", recorded: PIXEL, live: { ...PIXEL, name: "By hand" }, next: PIXEL },
    { name: "Pixel same", recorded: PIXEL, next: PIXEL },
  ];
  expect((await review(resources, args)).code).toBe(code);
});

test("a failed or incomplete preview has no review", async () => {
  const failed = { result: "failed", messages: [{ severity: "error", message: "wrong account" }] };
  const { code, stdout, stderr } = await review([{ name: "Pixel a", next: PIXEL }], [], failed);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("wrong account");
  const folder = new Folder();
  const [first] = eventsOf([{ name: "Pixel a", next: PIXEL }]).split("\n");
  folder.write({ "cut.json": `${first}\n`, "digest.json": '{\n  "steps": []\n}\n' });
  expect((await run(["review", "cut.json"], folder.path)).code).toBe(1);
  const digest = await run(["review", "digest.json"], folder.path);
  expect(digest.code).toBe(2);
  expect(digest.stderr).toContain("PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1");
});

test("a preview without --refresh is an error", async () => {
  const resources = [{ name: "Pixel a", recorded: PIXEL, next: { ...PIXEL, name: "New" } }];
  const { code, stderr } = await review(resources, [], { isRefreshed: false });
  expect(code).toBe(2);
  expect(stderr).toContain("--refresh");
});

test("a large plan fits into a comment, and every danger is in it", async () => {
  const codes = Array.from({ length: 300 }, (_, i) => ({
    name: `QrCode c${i}`,
    recorded: CODE,
    outputs: LINK,
  }));
  const pixels = Array.from({ length: 3000 }, (_, i) => ({
    name: `Pixel p${i}`,
    next: { ...PIXEL, name: "x".repeat(300) },
  }));
  const { stdout } = await review([...codes, ...pixels], ["--format", "markdown"]);
  expect(stdout.length).toBeLessThan(60_000);
  expect(stdout.match(/every printed copy/g)).toHaveLength(300);
  expect(stdout).toMatch(/and \d+ more rows[\s\S]*Fingerprint: `\d/);
});

/** What a cell of a table may have: letters, digits, a few marks, and character references. */
const SAFE = "(?:[\\p{L}\\p{N}\\p{M} ,;=%…]|&#\\d+;)*";
const LINES = new RegExp(
  `^(?:### ${SAFE}|- ${SAFE}|\\*\\*[\\w ,]+\\*\\*|\\|(?: (?:<code>${SAFE}</code>|[a-z]+|---)? \\|)+|Fingerprint: \`[\\w-]+\`|</?details>.*|)$`,
  "u",
);

test("hostile names change no format", async () => {
  const pieces = fc.constantFrom(
    ..."<script>~</code>~<!--~-->~|~`~```~*~_~[x](http://y)~![x](y)~#~@acme~#12~\\~\n~\r~\u2028~\u202e~\u001b[31m~\u001b]8;;x\u0007~::error ::~##[error]~%0A~&#60;~&lt;~</details>~~~---~\n\n- ~http://x.y~www.x.y~$x$~:smile:~a@b.c".split(
      "~",
    ),
  );
  const name = fc.oneof(
    fc.array(pieces, { maxLength: 5 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 20, maxLength: 20 }), async (names) => {
      const resources = names.map((text, i) => ({
        name: `QrCode c${i}`,
        recorded: { ...CODE, name: text },
        outputs: { link: text },
        ...(i % 2 === 0 && { next: { ...CODE, name: `${text}!` } }),
      }));
      const stream = { messages: names.map((text) => WARNING(`qrCodes.x: ${text}`)) };
      const markdown = await review(resources, ["--format", "markdown"], stream);
      for (const line of markdown.stdout.split("\n")) expect(line).toMatch(LINES);
      const text = (await review(resources, [], stream)).stdout;
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]|^\s*::|##\[/m);
      expect((await json(resources, stream)).dangers.length).toBeGreaterThan(0);
    }),
    { numRuns: 50 },
  );
});
