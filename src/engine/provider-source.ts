// The text of `__provider`, from which the engine's Node process loads the handler of a resource.
//
// Every state contains it, so it is a compatibility promise: it never changes, and a test pins it. It resolves the
// installed package from the program's folder, so that a package upgrade is no diff.

export function providerSource(handler: string): string {
  return `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("${PROVIDER_MODULE}").${handler}`;
}

/** What the text loads. */
const PROVIDER_MODULE = "pulumi-link-management/provider";

/** Every type token begins with this prefix, followed by the type of the kind. */
export const TYPE_PREFIX = "pulumi-nodejs:dynamic/link-management:";
