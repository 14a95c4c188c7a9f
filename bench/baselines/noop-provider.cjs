// Handlers that return at once. Their outputs are as large as ours. Copied into the measured project.
const OUTPUTS = {
  Pixel: {},
  Domain: {},
  QrCode: { link: "https://link.example/qr/pxvx8ga" },
  Channel: {},
  ChannelItem: {},
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
