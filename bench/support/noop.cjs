// The same kinds, properties, outputs, references and constructor as ours, with handlers that return at once. Shows what
// the engine and the SDK cost. Copied into the measured project.
const pulumi = require("@pulumi/pulumi");
const { OUTPUTS } = require("./noop-provider");

const providerSource = (kind) =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./noop-provider.js").handlerOf("${kind}")`;

for (const [kind, outputs] of Object.entries(OUTPUTS)) {
  exports[kind] = class extends pulumi.CustomResource {
    constructor(name, args, opts) {
      const props = {};
      for (const output of Object.keys(outputs)) props[output] = undefined;
      for (const [field, value] of Object.entries(args)) {
        props[field] = pulumi.CustomResource.isInstance(value) ? value.id : value;
      }
      props.__provider = providerSource(kind);
      const limit = Error.stackTraceLimit;
      Error.stackTraceLimit = 0;
      try {
        super(`pulumi-nodejs:dynamic/noop:${kind}`, name, props, opts);
      } finally {
        Error.stackTraceLimit = limit;
      }
    }
  };
}
