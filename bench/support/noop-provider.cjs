// Handlers that return at once. They load no SDK, like ours. Copied into the measured project.

/** The outputs of each kind that are not arguments, as long as ours. */
exports.OUTPUTS = {
  Pixel: {},
  Domain: {},
  QrCode: { link: "https://link.example/qr/pxvx8ga" },
  Channel: {},
  ChannelItem: {},
  Campaign: { list: "https://link.example/u/acme/campaign-37-101" },
};

let last = 0;

exports.handlerOf = (kind) => ({
  check: async (_olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: String(++last), outs: { ...inputs, ...exports.OUTPUTS[kind] } }),
  read: async (id, props) => ({ id, props }),
});
