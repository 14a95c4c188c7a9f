// Keeps secrets out of a program's debug log (`--debug`, `-v 3`). The SDK writes the engine's response to every
// registration as text, with every property in plain text.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import { TYPE_PREFIX } from "../../kind/provider-source";

interface Response {
  getUrn(): string;
  toString(): string;
}

const PATCHED = Symbol("shortened by pulumi-link-management");

/** Resources of this package appear with their URN only. */
export function shortenDebugLog(): void {
  const { RegisterResourceResponse, ReadResourceResponse } =
    require("@pulumi/pulumi/proto/resource_pb") as typeof import("@pulumi/pulumi/proto/resource_pb");
  for (const { prototype } of [RegisterResourceResponse, ReadResourceResponse] as { prototype: Response }[]) {
    if (PATCHED in prototype.toString) continue;
    const whole = prototype.toString;
    const short = function (this: Response) {
      const urn = this.getUrn();
      return urn.includes(TYPE_PREFIX) ? urn : whole.call(this);
    };
    prototype.toString = Object.assign(short, { [PATCHED]: true });
  }
}
