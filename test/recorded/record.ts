// Makes the recordings: the config or program, the state of the stack, and the data of the accounts. `npx biome check
// --write test/recorded` formats them.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Account, type AccountSeed, DEMO_KEY, type Emulator } from "../../src/emulator/index";
import { type Config, Project, type ProjectOptions } from "../e2e/support/project";

const LINKS = [4711, 4712].map((id) => ({ id, title: `Link ${id}`, link: `https://link.example/${id}` }));
const BIOS = [{ id: 12, title: "Acme", link: "https://link.example/bio/acme" }];
const ACME = {
  username: "acme",
  keys: [DEMO_KEY],
  id: 7,
  registered: "2023-05-04 03:02:01",
  links: LINKS,
  bios: BIOS,
};
const program = (body: string) => ({
  "index.js": `const links = require("pulumi-link-management");

${body}`,
});

test("every kind", () =>
  record("every-kind", {
    files: { "Pulumi.yaml": PROJECT },
    config: {
      account: {
        expect: { username: "acme" },
        email: "links@example.com",
        password: "${config:password}",
      },
      pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1234567890" } },
      domains: {
        go: { domain: "https://go.example.com", redirectRoot: "https://example.com", redirect404: "" },
      },
      qrCodes: {
        menu: {
          type: "link",
          data: "https://example.com/menu",
          foreground: "rgb(16,42,67)",
          background: "rgb(255, 255, 255)",
          logo: "https://example.com/logo.png",
        },
        guests: { type: "wifi", content: { wifi: { ssid: "Guests", password: "${config:wifi}" } } },
        team: {
          type: "vcard",
          content: { vcard: { name: "Ada Lovelace", email: "ada@example.com" } },
          options: { protect: false },
        },
        poster: { type: "text", data: "Poster", options: { retainOnDelete: true } },
      },
      channels: {
        spring: {
          name: "Spring",
          description: "${config:brief}",
          color: "#22AA66",
          starred: true,
          items: [{ qr: "menu" }, { link: 4711 }, { bio: 12 }],
        },
      },
      campaigns: {
        launch: { name: "Launch", slug: "launch", public: true, links: [4711, 4712] },
        quiet: { name: "Quiet" },
      },
    },
    async before(project) {
      await project.ok("config", "set", "--secret", "password", "correct horse battery staple");
      await project.ok("config", "set", "--secret", "wifi", "guests-only-7");
      await project.ok("config", "set", "--secret", "brief", "For the secret campaign");
      project.service.account().pixels.create({ type: "forum", name: "By hand", tag: "1" });
    },
  }));

test("adopted objects", () =>
  record("adopted", {
    dialect: "observed",
    config: {
      pixels: {
        equal: { type: "tiktok", name: "Equal", tag: "1", options: { onExisting: "adopt" } },
        changed: { type: "bing", name: "Changed", tag: "2", options: { onExisting: "overwrite" } },
      },
      qrCodes: {
        named: { type: "link", data: "https://example.com", name: "Named", options: { onExisting: "adopt" } },
        kept: { name: "Kept", options: { onExisting: { id: 104 }, retainOnDelete: true } },
      },
      links: { sale: { url: "https://example.com/sale", alias: "sale" } },
      channels: {
        spring: { name: "Spring", options: { onExisting: { id: 101 } }, items: [{ link: 4711 }] },
      },
    },
    async before({ service }) {
      const { pixels, qrs, channels } = service.account();
      pixels.create({ type: "tiktok", name: "Equal", tag: "1" });
      pixels.create({ type: "bing", name: "Before", tag: "2" });
      pixels.create({ type: "bing", name: "Not ours", tag: "3" });
      for (const name of ["Named", "Not ours", "Also not", "Kept"])
        qrs.create({ type: "link", data: "https://example.com", name });
      channels.create({ name: "Spring", items: [{ type: "links", id: 4711 }] });
    },
  }));

test("a pending QR code", () =>
  record("pending", {
    config: {
      pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
      qrCodes: { menu: { type: "text", data: "menu" } },
    },
    // The create takes effect without a response, and somebody else creates a code at the same time.
    async before({ faults }) {
      const edit = ({ qrs }: Account) => void qrs.create({ data: "other" });
      faults.rule({ on: "POST /api/qr/add", fault: "reset", when: "after", edit, times: 1 });
    },
    expectedCode: 1,
  }));

test("an object that is only read", () =>
  record("read-only", {
    files: program(`const shared = links.Channel.get("shared", "101");
new links.ChannelItem("shared/4711", { channel: shared, itemType: "links", item: 4711 });
new links.Pixel("ads", { type: "fbpixel", name: "Shop ads", tag: "1234567890" });
exports.color = shared.color;
`),
    async before({ service }) {
      service.account().channels.create({ name: "Shared", color: "#22AA66" });
    },
  }));

/** In place of the host of the service. */
const HOST = "service.example";
/** Fields of resources that no command needs. */
const NOISE = ["created", "modified", "sourcePosition", "stackTrace", "propertyDependencies"];
/** The emulator has values of its own for these, and for empty texts. */
const NOT_SEEDED = ["scans", "clicks", "uniqueclicks", "location", "device", "date"];
const PROJECT = "name: test\nruntime: { name: nodejs, options: { typescript: false } }\n";

interface Recording extends ProjectOptions {
  config?: Config;
  /** What precedes the run. */
  before?(project: Project): Promise<void>;
  /** @default 0 */
  expectedCode?: number;
}

async function record(name: string, { before, expectedCode = 0, ...options }: Recording): Promise<void> {
  const { accounts = [ACME], files = {} } = options;
  const project = await Project.create({ ...options, accounts });
  await before?.(project);
  const { code, output } = await project.pulumi("up", "--yes", "--skip-preview");
  expect(code, output).toBe(expectedCode);
  const state = JSON.parse(await project.ok("stack", "export"));
  for (const resource of state.deployment.resources) for (const field of NOISE) delete resource[field];
  const data = accounts.map((seed) => accountData(project.service, seed));
  const folder = join(__dirname, name);
  await mkdir(folder, { recursive: true });
  for (const [file, value] of Object.entries({ "state.json": state, "account.json": data })) {
    const text = JSON.stringify(value).replaceAll(new URL(project.service.url).host, HOST);
    await writeFile(join(folder, file), text);
  }
  for (const file of ["Pulumi.test.yaml", "index.js" in files ? "index.js" : "link-management.yaml"]) {
    await copyFile(join(project.folder, file), join(folder, file));
  }
}

const SECTIONS = ["links", "bios", "pixels", "domains", "qrs", "channels", "campaigns"] as const;

/** The account as a seed of the emulator. */
function accountData(service: Emulator, { username, keys }: AccountSeed) {
  const account = service.account(username);
  const { id, registered, email } = account;
  const objects = SECTIONS.map((section) => [section, account[section].list()]);
  const seed = { username, keys, id, registered, email, ...Object.fromEntries(objects) };
  return JSON.parse(
    JSON.stringify(seed, (key, value) => (value === "" || NOT_SEEDED.includes(key) ? undefined : value)),
  );
}
