// Makes the recordings: the config or program, the state of the stack, and the data of the accounts. `npx biome check
// --write test/recorded` formats them.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AccountSeed, DEMO_KEY, type Emulator } from "../../src/emulator/index";
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
const PROGRAM = `const links = require("pulumi-link-management");

module.exports = async () => {
  const { addresses } = await links.loadStack();
  const shared = links.Channel.get("shared", "101");
  new links.ChannelItem("shared/4712", { channel: shared, itemType: "links", item: 4712 });
  return { ...addresses, color: shared.color };
};
`;

test("every kind, what was adopted, what is only read, and a pending create", () =>
  record("every-kind", {
    dialect: { linkEndpoints: "present", qrNames: "accepted" },
    files: { "index.js": PROGRAM },
    config: {
      account: {
        expect: { username: "acme" },
        email: "links@example.com",
        password: "${config:password}",
      },
      pixels: {
        ads: { type: "fbpixel", name: "Shop ads", tag: "1234567890" },
        equal: { type: "tiktok", name: "Equal", tag: "1", options: { onExisting: "adopt" } },
        changed: { type: "bing", name: "Changed", tag: "2", options: { onExisting: "overwrite" } },
      },
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
        named: { type: "link", data: "https://example.com", name: "Named", options: { onExisting: "adopt" } },
        kept: { name: "Kept", options: { onExisting: { id: 103 }, retainOnDelete: true } },
        pending: { type: "text", data: "pending" },
      },
      links: { sale: { url: "https://example.com/sale", alias: "sale" } },
      channels: {
        spring: {
          name: "Spring",
          description: "${config:brief}",
          color: "#22AA66",
          starred: true,
          items: [{ qr: "menu" }, { link: 4711 }, { bio: 12 }],
        },
        autumn: { name: "Autumn", options: { onExisting: { id: 102 } }, items: [{ link: 4711 }] },
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
      const { pixels, qrs, channels } = project.service.account();
      pixels.create({ type: "tiktok", name: "Equal", tag: "1" });
      pixels.create({ type: "bing", name: "Before", tag: "2" });
      pixels.create({ type: "bing", name: "Not ours", tag: "3" });
      for (const name of ["Named", "Not ours", "Kept"])
        qrs.create({ type: "link", data: "https://example.com", name });
      channels.create({ name: "Shared", color: "#22AA66" });
      channels.create({ name: "Autumn", items: [{ type: "links", id: 4711 }] });
      // The create takes effect without a response, and somebody else creates a code at the same time.
      project.faults.rule({
        on: ({ path, body }) => path === "/api/qr/add" && (body as Config).data === "pending",
        fault: "reset",
        when: "after",
        edit: ({ qrs }) => void qrs.create({ data: "other" }),
        times: 1,
      });
    },
    expectedCode: 1,
  }));

/** In place of the host of the service. */
const HOST = "service.example";
/** Fields of resources that no command needs. */
const NOISE = ["created", "modified", "sourcePosition", "stackTrace", "propertyDependencies"];
/** The emulator has values of its own for these, and for empty texts. */
const NOT_SEEDED = ["scans", "clicks", "uniqueclicks", "location", "device", "date"];

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
  const { code, output } = await project.pulumi("up", "--yes", "--skip-preview", "--continue-on-error");
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
  for (const file of ["Pulumi.test.yaml", "link-management.yaml", ...Object.keys(files)])
    await copyFile(join(project.folder, file), join(folder, file));
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
