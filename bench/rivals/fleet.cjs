// The resources that are measured, made with whichever classes are given. Copied into a project.

/** Resources of each kind among a hundred. */
const MIX = { Pixel: 30, Domain: 20, QrCode: 20, Channel: 10, ChannelItem: 10, Campaign: 10 };

/** Of `count` resources, a multiple of 100, those of each kind. */
exports.sizes = (count) =>
  Object.fromEntries(Object.entries(MIX).map(([kind, share]) => [kind, (share * count) / 100]));

/** A bit of every kind; each channel holds one QR code. */
exports.mixed = (kinds, count) => {
  const of = exports.sizes(count);
  exports.pixels(kinds, of.Pixel);
  each(of.Domain, (i) => new kinds.Domain(`domain-${i}`, { domain: `https://go-${i}.example.com` }));
  const codes = each(
    of.QrCode,
    (i) => new kinds.QrCode(`code-${i}`, { type: "link", data: `https://example.com/${i}` }),
  );
  const channels = each(
    of.Channel,
    (i) => new kinds.Channel(`channel-${i}`, { name: `Channel ${i}`, color: "#22AA66" }),
  );
  each(
    of.ChannelItem,
    (i) => new kinds.ChannelItem(`item-${i}`, { channel: channels[i], itemType: "qr", item: codes[i] }),
  );
  each(
    of.Campaign,
    (i) => new kinds.Campaign(`campaign-${i}`, { name: `Campaign ${i}`, slug: `campaign-${i}` }),
  );
};

/** Pixels alone, for a rival that knows nothing else. */
exports.pixels = (kinds, count) => {
  each(
    count,
    (i) => new kinds.Pixel(`pixel-${i}`, { type: "fbpixel", name: `Pixel ${i}`, tag: `${1_000_000 + i}` }),
  );
};

const each = (count, make) => Array.from({ length: count }, (_, i) => make(i));
