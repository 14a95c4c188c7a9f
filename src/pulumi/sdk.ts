// The parts of the Pulumi SDK that a program needs, each from its own module. The SDK's root also loads the Automation
// API and the serializer of closures with their compilers, which takes longer than the rest of a program's start.
export { RunError } from "@pulumi/pulumi/errors";
export * as log from "@pulumi/pulumi/log";
export { type Input, isSecret, Output, output, secret } from "@pulumi/pulumi/output";
export {
  CustomResource,
  type CustomResourceOptions,
  Resource,
} from "@pulumi/pulumi/resource";
export * as config from "@pulumi/pulumi/runtime/config";
