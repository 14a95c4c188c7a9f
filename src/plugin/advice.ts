// What errors of the plugin tell the user to do.
import type { Advice } from "../api/advice";
import { type Collision, shownObject } from "../kind/collision";
import type { Definition } from "../kind/definition";
import { resourceName } from "../kind/entry";
import { formatList } from "../kind/schema";
import { TOKEN_PREFIX } from "./target";

export const PLUGIN_ADVICE: Advice = {
  manage: (id = "4711") => `import it: pulumi import TYPE NAME ${id}`,
  assigned: "`pulumi import` accepts that",
  accounts: "One provider manages one account: give the resources of the others a provider of their own",
  settings:
    "A refresh and a destroy have the settings of the last update. After a change, run the command with --run-program, or " +
    "set the environment variable",
};

/** @param isReplacement the resource has an object of its own, so it cannot import another one */
export function describeCollision(
  collision: Collision,
  { type }: Definition,
  urn: string,
  isReplacement: boolean,
): string {
  const duplicate =
    "To create another one, also for --replace, --target-replace and `pulumi state taint`, set onExisting: duplicate";
  if (collision.kind === "invalid") return collision.reason;
  if (collision.kind === "managed")
    return `another resource of this stack manages this object (id ${collision.ids.join(", ")}). ${duplicate}`;
  const { objects, missing = [], spelling = [] } = collision;
  const shown = objects.map((object) => {
    const { differences } = object;
    return shownObject(object) + (differences.length > 0 ? `, differs in ${formatList(differences)}` : "");
  });
  const command = `pulumi import ${TOKEN_PREFIX}${type} ${resourceName(urn)} ${objects[0]!.id}`;
  return [
    `already exists (${shown.join("; ")})`,
    ...(missing.length > 0 ? [`If you mean another object, set ${formatList(missing)}`] : []),
    ...(spelling.length > 0 ? [`Write ${formatList(spelling)} as the account has it, or differently`] : []),
    ...(isReplacement
      ? []
      : [
          "If this resource was renamed, set the option aliases",
          `To manage an object that no stack manages, run \`${command}\` or set the option import`,
        ]),
    duplicate,
  ].join(". ");
}
