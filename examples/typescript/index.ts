// A program instead of a config file: loops, references and a secret.
import * as pulumi from "@pulumi/pulumi";
import {
  Campaign,
  CampaignLink,
  Channel,
  ChannelItem,
  getOverlays,
  Pixel,
  QrCode,
  wifiText,
} from "pulumi-link-management";

const config = new pulumi.Config();

const markets = [
  { code: "at", name: "Austria", color: "#ED2939", links: [4711] },
  { code: "fr", name: "France", color: "#0055A4", links: [4712, 4713] },
];

new Pixel("ads", { type: "fbpixel", name: "Shop ads", tag: "1234567890" });

// The content of a wifi code is a secret: it is encrypted in the state and never printed.
const wifi = new QrCode("guest-wifi", {
  type: "wifi",
  data: pulumi
    .output({ ssid: "Acme guests", password: config.requireSecret("wifiPassword") })
    .apply(wifiText),
});

const rotators: Record<string, Campaign["rotator"]> = {};
for (const { code, name, color, links } of markets) {
  const channel = new Channel(code, { name, color });
  new ChannelItem(`${code}/wifi`, { channel, itemType: "qr", item: wifi });

  const campaign = new Campaign(code, { name: `${name} launch`, slug: `launch-${code}`, public: true });
  for (const link of links) new CampaignLink(`${code}/${link}`, { campaign, link });
  rotators[code] = campaign.rotator;
}

export { rotators };
export const wifiCode = wifi.link;
export const overlays = getOverlays().then((all) => all.map(({ name }) => name));
