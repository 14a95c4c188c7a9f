// What the SDK writes to a program's debug log (`--debug`, or `-v 3`) of a registered resource: the answer of the engine
// as text, which has every property in the clear, secrets too.
import { TYPE_PREFIX } from "../kind/provider-source";

interface Answer {
  getUrn(): string;
  toString(): string;
}

let isShort = false;

/** Of resources of this package the debug log has the URN alone. */
export function shortenDebugLog(): void {
  if (isShort) return;
  isShort = true;
  const { RegisterResourceResponse, ReadResourceResponse } =
    require("@pulumi/pulumi/proto/resource_pb") as typeof import("@pulumi/pulumi/proto/resource_pb");
  for (const { prototype } of [RegisterResourceResponse, ReadResourceResponse] as { prototype: Answer }[]) {
    const whole = prototype.toString;
    prototype.toString = function (this: Answer) {
      const urn = this.getUrn();
      return urn.includes(TYPE_PREFIX) ? urn : whole.call(this);
    };
  }
}
