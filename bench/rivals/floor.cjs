// The floor: the same kinds, properties and references as ours, behind the same constructor, with handlers that
// return at once. What this takes is taken by the engine and the SDK. Copied into a project.
const pulumi = require("@pulumi/pulumi");
const { outputs: namesOf } = require("./floor-provider");

const providerOf = (kind) =>
  `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./floor-provider.js").${kind}`;

for (const [kind, outputs] of Object.entries(namesOf)) {
  exports[kind] = class extends pulumi.CustomResource {
    constructor(name, args, opts) {
      const props = {};
      for (const output of outputs) props[output] = undefined;
      for (const [field, value] of Object.entries(args)) {
        props[field] = pulumi.CustomResource.isInstance(value) ? value.id : value;
      }
      props.__provider = providerOf(kind);
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
