// What errors of the plugin tell the user to do.
import { resourceName } from "../kind/entry";
import type { About, Door } from "../provider/door";

/** Every type token begins with it, such as `link-management:index:Pixel`. */
export const TOKEN_PREFIX = "link-management:index:";

const manage = ({ id = "ID", type = "TYPE", urn = "NAME" }: About) =>
  `run \`pulumi import ${TOKEN_PREFIX}${type} ${resourceName(urn)} ${id}\` or set the option import`;

const DUPLICATE = "To create another one, set onExisting: duplicate";
const RENAMED = "If this resource was renamed, set the option aliases";

/** The engine does not say so, but a refresh before shows which object a resource has. */
const replacement = ({ rejectsEqual }: About) =>
  "If it is the object of this resource, and the command replaces it (--replace, a taint), add --refresh" +
  (rejectsEqual ? " and set the option deleteBeforeReplace" : "");

export const PLUGIN_DOOR: Door = {
  manage,
  exists: (about) =>
    about.isReplacement
      ? DUPLICATE
      : `${RENAMED}. ${replacement(about)}. To manage an object that no stack manages, ${manage(about)}. ${DUPLICATE}`,
  managed: (about) => (about.isReplacement ? DUPLICATE : `${RENAMED}. ${replacement(about)}. ${DUPLICATE}`),
  unidentified: (about) =>
    `If that object is the one of this resource, run \`pulumi state delete URN\`, and ${manage(about)}`,
  assigned: "If it is assigned already, `pulumi import` accepts that",
  settings:
    "A refresh and a destroy have the settings of the last update: after a change, run the command with --run-program",
};
