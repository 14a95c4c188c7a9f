// Creates the measured resources with the given classes. Copied into the measured projects.

/** Resources of each kind per hundred. */
const PER_HUNDRED = { Pixel: 30, Domain: 20, QrCode: 20, Channel: 10, ChannelItem: 10, Campaign: 10 };

/** Every kind; each channel has one QR code as an item. @param count a multiple of 100 */
module.exports = (kinds, count) => {
  const create = (kind, argsOf) =>
    Array.from({ length: (PER_HUNDRED[kind] * count) / 100 }, (_, i) => {
      const key = `${kind.toLowerCase()}-${i}`;
      return new kinds[kind](key, argsOf(i, key));
    });
  create("Pixel", (i, name) => ({ type: "fbpixel", name, tag: `${1_000_000 + i}` }));
  create("Domain", (i) => ({ domain: `https://go-${i}.example.com` }));
  const codes = create("QrCode", (i) => ({ type: "link", data: `https://example.com/${i}` }));
  const channels = create("Channel", (_, name) => ({ name, color: "#22AA66" }));
  create("ChannelItem", (i) => ({ channel: channels[i], itemType: "qr", item: codes[i] }));
  create("Campaign", (_, name) => ({ name, slug: name }));
};
