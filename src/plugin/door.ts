// What errors of the plugin tell the user to do.
import { resourceName } from "../kind/entry";
import type { About, Door } from "../provider/door";
import { TOKEN_PREFIX } from "./tokens";

const manage = ({ id = "4711", type = "", urn = "" }: About) =>
  type === ""
    ? `import it: pulumi import TYPE NAME ${id}`
    : `run \`pulumi import ${TOKEN_PREFIX}${type} ${resourceName(urn)} ${id}\` or set the option import`;

const DUPLICATE = "To create another one, set onExisting: duplicate";
const RENAMED = "If this resource was renamed, set the option aliases";

/** The engine does not say so, but a refresh before shows which object a resource has. */
const REPLACEMENT =
  "If it is the object of this resource, and the command replaces it (--replace, a taint), add --refresh";

export const PLUGIN_DOOR: Door = {
  manage,
  exists: (about) =>
    about.isReplacement
      ? DUPLICATE
      : `${RENAMED}. ${REPLACEMENT}. To manage an object that no stack manages, ${manage(about)}. ${DUPLICATE}`,
  managed: ({ isReplacement }) => (isReplacement ? DUPLICATE : `${RENAMED}. ${REPLACEMENT}. ${DUPLICATE}`),
  unidentified: (about) =>
    `If that object is the one of this resource, run \`pulumi state delete URN\`, and ${manage(about)}`,
  assigned: "If it is assigned already, `pulumi import` accepts that",
  accounts: "One provider manages one account: give the resources of the others a provider of their own",
  settings:
    "A refresh and a destroy have the settings of the last update: after a change, run the command with --run-program",
};
