// How the objects of a kind live on the service, by what the kind says.
import { type Definition, isAssigned } from "../definition";
import { accountObject } from "./account";
import { assignment } from "./assignment";
import { listedObject } from "./listed-object";
import type { Lifecycle } from "./remote-object";

export function lifecycleOf(kind: Definition): Lifecycle {
  const { at } = kind;
  if (at === "account") return accountObject(kind);
  return isAssigned(at) ? assignment(kind, at) : listedObject(kind, at);
}
