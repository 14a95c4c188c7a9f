// Handlers that return at once. Their outputs are as large as ours. Copied into the measured project.
const OUTPUTS = {
  Pixel: { date: "2026-01-31 09:30:00" },
  Domain: {},
  QrCode: { link: "https://link.example/qr/pxvx8ga", name: "QR 101", scans: 0, date: "2026-01-31 09:30:00" },
  Channel: {},
  ChannelItem: {
    title: "QR 101",
    preview: "https://link.example/qr/pxvx8ga/preview",
    link: "https://link.example/qr/pxvx8ga",
    date: "2026-01-31",
  },
  Campaign: { list: "https://link.example/u/acme/campaign-37-101" },
};

let last = 0;

const handlerOf = (outputs) => ({
  check: async (_olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: String(++last), outs: { ...inputs, ...outputs } }),
  read: async (id, props) => ({ id, props }),
  update: async (_id, olds, news) => ({ outs: { ...olds, ...news } }),
  delete: async () => {},
});

/** The names of the outputs that are not arguments, by kind. */
exports.outputNames = Object.fromEntries(
  Object.entries(OUTPUTS).map(([kind, outputs]) => [kind, Object.keys(outputs)]),
);

for (const [kind, outputs] of Object.entries(OUTPUTS)) exports[kind] = handlerOf(outputs);
