// What each command sends through the real engine, request by request, by the service's log.
import { expect, test } from "vitest";
import type { Project } from "../support/project";
import { changed, configured, ids, yaml } from "./support";

const config = {
  pixels: {
    ads: { type: "fbpixel", name: "Shop ads", tag: "123" },
    forum: { type: "forum", name: "Forum", tag: "456" },
  },
  channels: { spring: { name: "Spring", items: [{ link: 4711 }, { bio: 12 }] } },
  campaigns: { launch: { name: "Launch", public: true, links: [4711] } },
  qrCodes: { menu: { type: "link", data: "https://example.com/menu" } },
};

const ACCOUNT = "GET /api/account";
/** Of a QR code nothing can be compared, so only its create needs the list: of what was there before it. */
const LISTS_OF_NEW = ["GET /api/pixels", "GET /api/channels", "GET /api/campaigns"];

/** What a command sends, sorted: what runs side by side has no order. */
async function sentBy(app: Project, ...args: string[]): Promise<string[]> {
  app.emulator.clearLog();
  await app.pulumi(...args);
  return app.emulator.log.map(({ method, path }) => `${method} ${path}`).sort();
}

test("preview, up, refresh and destroy send what they must and nothing else", async () => {
  const app = await configured(config);
  const planned = [ACCOUNT, ...LISTS_OF_NEW];
  expect(await sentBy(app, "preview")).toEqual([...planned].sort());

  const made = await sentBy(app, "up", "--yes");
  const id = await ids(app);
  const channel = `/api/channel/${id["Channel spring"]}`;
  const campaign = `/api/campaign/${id["Campaign launch"]}`;
  expect(made).toEqual(
    [
      ...planned,
      ...planned,
      "GET /api/qr",
      "POST /api/pixel/add",
      "POST /api/pixel/add",
      "POST /api/channel/add",
      "POST /api/campaign/add",
      "POST /api/qr/add",
      `POST ${channel}/assign/links/4711`,
      `POST ${channel}/assign/bio/12`,
      `POST ${campaign}/assign/4711`,
    ].sort(),
  );

  expect(await sentBy(app, "preview", "--expect-no-changes")).toEqual([ACCOUNT]);
  expect(await sentBy(app, "refresh", "--yes", "--skip-preview", "--expect-no-changes")).toEqual(
    [ACCOUNT, ...LISTS_OF_NEW, "GET /api/qr", `GET ${channel}`].sort(),
  );

  await app.config(yaml(changed(config, { pixels: { ads: { name: "Ads" } } })));
  expect(await sentBy(app, "up", "--yes")).toEqual([
    ACCOUNT,
    ACCOUNT,
    `PUT /api/pixel/${id["Pixel ads"]}/update`,
  ]);

  await app.config(
    yaml({
      account: { expect: { username: "acme" } },
      ...changed(config, { pixels: { ads: { name: "Ads" } } }),
    }),
  );
  // The program asks for itself whether it is the expected account.
  expect(await sentBy(app, "preview", "--expect-no-changes")).toEqual([ACCOUNT, ACCOUNT]);

  expect(await sentBy(app, "destroy", "--yes")).toEqual(
    [
      ACCOUNT,
      `DELETE /api/pixel/${id["Pixel ads"]}/delete`,
      `DELETE /api/pixel/${id["Pixel forum"]}/delete`,
      `DELETE ${channel}/delete`,
      `DELETE ${campaign}/delete`,
      `DELETE /api/qr/${id["QrCode menu"]}/delete`,
    ].sort(),
  );
});
