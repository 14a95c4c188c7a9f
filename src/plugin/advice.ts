// What errors of the plugin tell the user to do.
import type { Advice } from "../api/advice";
import { type Collision, shownObject } from "../kind/collision";
import type { Definition } from "../kind/definition";
import { resourceName } from "../kind/entry";
import { TOKEN_PREFIX } from "./target";

export const PLUGIN_ADVICE: Advice = {
  manage: (id = "4711") => `import it: pulumi import TYPE NAME ${id}`,
  assigned: "`pulumi import` accepts that",
  accounts: "One provider manages one account: give the resources of the others a provider of their own",
  settings:
    "This command begins with the settings of the last update. If you have changed them since, run " +
    "`pulumi refresh --run-program` once",
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
  const { objects } = collision;
  const command = `pulumi import ${TOKEN_PREFIX}${type} ${resourceName(urn)} ${objects[0]!.id}`;
  return [
    `already exists (${objects.map(shownObject).join("; ")})`,
    ...(isReplacement
      ? []
      : [
          "If this resource was renamed, set the option aliases",
          `To manage an object that no stack manages, run \`${command}\` or set the option import`,
        ]),
    duplicate,
  ].join(". ");
}
