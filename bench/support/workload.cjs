// Creates the measured resources with the given classes. Copied into the measured projects.

/** Resources of each kind per hundred. */
const PER_HUNDRED = { Pixel: 30, Domain: 20, QrCode: 20, Channel: 10, ChannelItem: 10, Campaign: 10 };

/** Every kind; each channel has one QR code as an item. @param count a multiple of 100 */
module.exports = (kinds, count) => {
  const sizeOf = (kind) => (PER_HUNDRED[kind] * count) / 100;
  repeat(
    sizeOf("Pixel"),
    (i) => new kinds.Pixel(`pixel-${i}`, { type: "fbpixel", name: `Pixel ${i}`, tag: `${1_000_000 + i}` }),
  );
  repeat(sizeOf("Domain"), (i) => new kinds.Domain(`domain-${i}`, { domain: `https://go-${i}.example.com` }));
  const codes = repeat(
    sizeOf("QrCode"),
    (i) => new kinds.QrCode(`code-${i}`, { type: "link", data: `https://example.com/${i}` }),
  );
  const channels = repeat(
    sizeOf("Channel"),
    (i) => new kinds.Channel(`channel-${i}`, { name: `Channel ${i}`, color: "#22AA66" }),
  );
  repeat(
    sizeOf("ChannelItem"),
    (i) => new kinds.ChannelItem(`item-${i}`, { channel: channels[i], itemType: "qr", item: codes[i] }),
  );
  repeat(
    sizeOf("Campaign"),
    (i) => new kinds.Campaign(`campaign-${i}`, { name: `Campaign ${i}`, slug: `campaign-${i}` }),
  );
};

const repeat = (count, create) => Array.from({ length: count }, (_, i) => create(i));
