// The floor's handlers, which return at once. Copied into a project.
let last = 0;

exports.handler = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: String(++last), outs: inputs }),
  read: async (id, props) => ({ id, props }),
  update: async (_id, _olds, news) => ({ outs: news }),
  delete: async () => {},
};
