// The floor: the same kinds, properties and references as ours, behind the same constructor, with handlers that
// return at once. What this takes is taken by the engine and the SDK. Copied into a project.
const pulumi = require("@pulumi/pulumi");

const PROVIDER = `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./floor-provider.js").handler`;

/** Kinds with the outputs that ours have beside their arguments. */
const OUTPUTS = {
  Pixel: ["date"],
  Domain: [],
  QrCode: ["link", "name", "scans", "date"],
  Channel: [],
  ChannelItem: ["title", "preview", "link", "date"],
  Campaign: ["rotator", "list"],
};

for (const [kind, outputs] of Object.entries(OUTPUTS)) {
  exports[kind] = class extends pulumi.CustomResource {
    constructor(name, args, opts) {
      const props = {};
      for (const output of outputs) props[output] = undefined;
      for (const [field, value] of Object.entries(args)) {
        props[field] = pulumi.CustomResource.isInstance(value) ? value.id : value;
      }
      props.__provider = PROVIDER;
      const limit = Error.stackTraceLimit;
      Error.stackTraceLimit = 0;
      try {
        super(`pulumi-nodejs:dynamic/floor:${kind}`, name, props, opts);
      } finally {
        Error.stackTraceLimit = limit;
      }
    }
  };
}
