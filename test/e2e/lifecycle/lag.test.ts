// Lists that lag: what an `up` has just made is gone for nobody.
import { expect, test } from "vitest";
import { configured, upOf } from "./support";

const LAG_MS = 10_000;
/** Stands still, so that the lag is there however long the commands take. */
const CLOCK = { now: () => Date.UTC(2024, 0, 1) };
const LISTS = ["pixels", "domains", "qr", "channels", "campaigns", "channel/101"].map(
  (list) => `/api/${list}`,
);

test("a refresh right after an up under lag shows nothing gone", async () => {
  const config = {
    pixels: { ads: { type: "fbpixel", name: "Shop ads", tag: "1" } },
    domains: { go: { domain: "https://go.example.com" } },
    qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
    channels: { spring: { name: "Spring", items: [{ qr: "menu" }, { link: 4711 }] } },
    campaigns: { launch: { name: "Launch", links: [4711] } },
  };
  const project = await configured(config, { clock: CLOCK });
  const { faults } = project.emulator;
  project.env.LINK_MANAGEMENT_SETTLE_TIME = "2";
  faults.rule({ on: "GET *", fault: "staleList", ms: LAG_MS });
  await upOf(project);

  faults.clear();
  for (const list of LISTS) faults.rule({ on: `GET ${list}`, fault: "staleList", ms: LAG_MS, times: 1 });
  project.emulator.clearLog();
  await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
  // The first reading lacked everything, the second one had it.
  const read = project.emulator.log.map(({ path }) => path).filter((path) => path !== "/api/account");
  expect(read.sort()).toEqual([...LISTS, ...LISTS].sort());
});
