// The parts of the Pulumi SDK that a program of ours needs, each from its own module: the SDK's root also loads the
// automation API and the serializer of closures with their compilers, and takes longer than all the rest of a start.
export { RunError } from "@pulumi/pulumi/errors";
export * as log from "@pulumi/pulumi/log";
export { type Input, type Output, output, secret } from "@pulumi/pulumi/output";
export { CustomResource, type CustomResourceOptions, type Resource } from "@pulumi/pulumi/resource";
export * as config from "@pulumi/pulumi/runtime/config";
export { hasEngine } from "@pulumi/pulumi/runtime/settings";
