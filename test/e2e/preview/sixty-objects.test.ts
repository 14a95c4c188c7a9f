// What a person reads about a stack of 60 objects: the first preview, and previews when nothing or little changes.
import { expect, test } from "vitest";
import { WIFI, wifiText } from "../../support/secrets";
import { changed, configured, upOf, yaml } from "../lifecycle/support";
import { hasTerminal, linesInTerminal } from "../support/terminal";

const many = (count: number, entry: (n: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, entry(n)]));

/** 60 objects of every kind: 47 entries, 8 items and 5 links. */
const SIXTY = {
  account: { email: "links@acme.example" },
  pixels: many(14, (n) => ({ type: "fbpixel", name: `Pixel ${n}`, tag: `${n}` })),
  domains: many(6, (n) => ({ domain: `https://d${n}.example.com` })),
  qrCodes: {
    ...many(7, (n) => ({ type: "link", data: `https://example.com/${n}`, foreground: "rgb(16,42,67)" })),
    text: { type: "text", data: "Hello" },
    vcard: { type: "vcard", content: { vcard: { name: "Ada Lovelace" } } },
    email: { type: "email", data: "links@example.com" },
    phone: { type: "phone", data: "+43123456" },
    sms: { type: "sms", data: "SMSTO:+43123456:Hello" },
    wifi: { type: "wifi", data: wifiText(WIFI) },
  },
  channels: many(5, (n) => ({
    name: `Channel ${n}`,
    color: "#22AA66",
    items: n === 0 ? [{ qr: "text" }, { link: 4711 }, { link: 4712 }, { bio: 12 }] : [{ link: 4711 }],
  })),
  campaigns: {
    ...many(5, (n) => ({ name: `Campaign ${n}`, slug: `c${n}`, public: true, links: [4711 + n] })),
    private: { name: "Private", slug: "private", public: false },
    unmanaged: { name: "Unmanaged" },
    another: { name: "Another" },
  },
};

const SCREEN = { columns: 100, rows: 30 };
const STACK_URN = "    [urn=urn:pulumi:test::test::pulumi:pulumi:Stack::test-test]";

test("previews of 60 objects show what changes, and nothing else", async () => {
  const project = await configured(SIXTY);

  if (hasTerminal) {
    const lines = await linesInTerminal(project, SCREEN, "pulumi preview");
    // One line for each section with addresses.
    expect(lines.filter((line) => line.includes("[unknown]"))).toHaveLength(2);
    // The end of the table of resources is on the same screen as the summary.
    const screen = lines.slice(-SCREEN.rows).join("\n");
    expect(screen).toMatch(/└─ pulumi-nodejs.* create .*\n[\s\S]*Resources:\n {4}\+ 61 to create$/);
  }

  await upOf(project);
  const refreshed = await project.try("preview", "--refresh", "--diff");
  const unchanged = refreshed.stdout.trimEnd().split("\n");
  expect(unchanged).toEqual([
    "Previewing update (test):",
    "~ pulumi:pulumi:Stack: (refresh)",
    STACK_URN,
    "  pulumi:pulumi:Stack: (same)",
    STACK_URN,
    "Resources:",
    "    61 unchanged",
  ]);

  await project.config(yaml(changed(SIXTY, { pixels: { n3: { name: "Renamed" } } })));
  const { stdout } = await project.try("preview", "--refresh", "--diff");
  const about = stdout
    .trimEnd()
    .split("\n")
    .filter((line) => !unchanged.includes(line));
  expect(about).toContain('      ~ name: "Pixel 3" => "Renamed"');
  expect(about.length).toBeLessThanOrEqual(12);
});
