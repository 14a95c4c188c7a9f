// Which properties the engine shows as changed: those that change in meaning, by `preview --json` and `preview --diff`.
import { expect, test } from "vitest";
import { NEW_PASSWORD, NEW_WIFI, PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { acme, ids, program, project, upOf } from "../lifecycle/support";
import type { Project } from "../support/project";

const BEFORE = {
  password: PASSWORD,
  ads: { type: "fbpixel", name: "Shop ads", tag: "1" },
  go: { domain: "https://go.example.com", redirectRoot: "https://example.com" },
  guests: { type: "wifi", data: wifiText(WIFI) },
  menu: {
    type: "link",
    data: "https://example.com",
    foreground: "rgb(16,42,67)",
    background: "rgb(255,255,255)",
  },
  spring: { name: "Spring", color: "#22AA66", description: "Old" },
  summer: { name: "Summer", color: "#22AA66" },
  autumn: { name: "Autumn", description: "Old" },
};

/** Every color and the domain have another spelling, and only that of `summer` changes. */
const AFTER: typeof BEFORE = {
  password: NEW_PASSWORD,
  ads: { type: "gapixel", name: "Shop ads", tag: "1" },
  go: { domain: "https://GO.example.com/", redirectRoot: "https://example.com/new" },
  guests: { type: "wifi", data: wifiText(NEW_WIFI) },
  menu: { ...BEFORE.menu, foreground: "rgb(16, 42, 67)", background: "rgb(250,250,250)" },
  spring: { name: "Spring", color: "#22aa66", description: "New" },
  summer: { name: "Summer", color: "#ff0000" },
  autumn: { name: "Autumn", description: "New" },
};

const files = (values: typeof BEFORE) =>
  program(`const c = ${JSON.stringify(values)};
new Account("account", { password: c.password });
new Pixel("ads", c.ads);
new Domain("go", c.go);
new QrCode("guests", c.guests);
new QrCode("menu", c.menu);
new Channel("spring", c.spring, { replaceOnChanges: ["color"] });
new Channel("summer", c.summer, { replaceOnChanges: ["color"] });
new Channel("autumn", c.autumn, { ignoreChanges: ["description"] });
const launch = new Campaign("launch", { name: "Launch", public: false });
new CampaignLink("link", { campaign: launch, link: 4711 });
`);

/** A constant, because a test takes the text after `password:` for a secret. */
const UPDATE = "update";

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly detailedDiff: Record<string, { readonly kind: string }> | null;
}

/** The changed properties of each changed resource, such as `{ "update ads": { name: "update" } }`. */
async function differences(of: Project, ...args: string[]): Promise<Record<string, Record<string, string>>> {
  const { code, stdout, output } = await of.try("preview", "--json", ...args);
  expect(code, output).toBe(0);
  const { steps } = JSON.parse(stdout) as { steps: Step[] };
  return Object.fromEntries(
    steps
      .filter(({ op }) => op === "update" || op === "replace")
      .map(({ op, urn, detailedDiff }) => [
        `${op} ${urn.split("::").at(-1)}`,
        Object.fromEntries(Object.entries(detailedDiff ?? {}).map(([name, { kind }]) => [name, kind])),
      ]),
  );
}

test("the engine shows the properties that change in meaning, and secrets without values", async () => {
  const app = await project(files(BEFORE));
  await upOf(app);
  const made = await ids(app);

  await app.write(files(AFTER));
  expect(await differences(app)).toEqual({
    "update account": { password: UPDATE },
    // The SDK passes no details, so only the operation says that this field replaces.
    "replace ads": { type: "update" },
    "update go": { redirectRoot: "update" },
    "update guests": { data: "update" },
    "update menu": { background: "update" },
    "update spring": { description: "update" },
    "replace summer": { color: "update-replace" },
  });
  const { stdout } = await app.try("preview", "--diff", "--show-replacement-steps", "--show-sames");
  expect(stdout).toMatch(/~ password\s*: \[secret\] => \[secret\]/);
  expect(stdout).toMatch(/~ data\s*: \[secret\] => \[secret\]/);
  expect(stdout).not.toMatch(/__(entry|metadata|provider)|createRequire/);
  expect(stdout).not.toMatch(/22aa66|GO\.example/);

  // The same for drift, in the other direction.
  await app.write(files(BEFORE));
  acme(app).pixels.update(Number(made["Pixel ads"]), { name: "By hand" });
  acme(app).channels.update(Number(made["Channel spring"]), { color: "#22aa66", description: "By hand" });
  acme(app).domains.update(Number(made["Domain go"]), { redirectroot: "https://EXAMPLE.com/" });
  expect(await differences(app, "--refresh")).toEqual({
    "update ads": { name: "update" },
    "update spring": { description: "update" },
  });
});
