// A dynamic provider that does nothing, as Pulumi serializes it: the least that a provider process can be. Copied
// into a project.
const pulumi = require("@pulumi/pulumi");

const emptyProvider = {
  async check(_olds, news) {
    return { inputs: news };
  },
  async diff() {
    return { changes: false };
  },
  async create(inputs) {
    return { id: "1", outs: inputs };
  },
};

exports.Pixel = class Pixel extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(emptyProvider, name, args, opts);
  }
};
