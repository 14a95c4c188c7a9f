// The text under `__provider`, from which the engine's node process finds the handler of a resource.
//
// It is stored in every state, so it is a compatibility promise: it never changes, and a test pins it byte by
// byte. It resolves the installed package from the program's folder, so that an upgrade is no difference.

export function providerText(handler: string): string {
  return `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-link-management/provider").${handler}`;
}

/** How the type token of every kind begins; the kind's own type follows. */
export const TYPE_PREFIX = "pulumi-nodejs:dynamic/link-management:";
