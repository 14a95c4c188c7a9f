// Values in the engine's protocol: structures, in which a secret is an object of its own.
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Props } from "../kind/definition";

/** The key of a special object. Its value says which one. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Properties in plain text, and the names of those that are or contain a secret. */
export interface Values {
  readonly props: Props;
  readonly secret: readonly string[];
  /** The engine has passed nothing, which is not the same as no properties. */
  readonly isMissing: boolean;
}

export function fromStruct(struct: Struct | undefined): Values {
  const given: Props = struct?.toJavaScript() ?? {};
  return {
    props: plain(given) as Props,
    secret: Object.keys(given).filter((name) => hasSecret(given[name])),
    isMissing: struct === undefined,
  };
}

/** @param secret names of the properties that become secrets. @default none */
export function toStruct(props: Props, secret: Iterable<string> = []): Struct {
  const secrets = new Set(secret);
  // The protocol has no `undefined`.
  const marked = Object.entries(props)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [
      name,
      secrets.has(name) && value !== null ? { [SIGNATURE]: SECRET, value } : value,
    ]);
  return Struct.fromJavaScript(Object.fromEntries(marked));
}

function isSecret(value: object): value is { value: unknown } {
  return (value as Props)[SIGNATURE] === SECRET;
}

function hasSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isSecret(value) || Object.values(value).some(hasSecret);
}

function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isSecret(value)) return plain(value.value);
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
