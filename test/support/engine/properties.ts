// Properties between the SDK, the engine and a provider. The engine keeps plain values and the names of the secret ones;
// a dynamic provider gets no mark of a secret.
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Props } from "../../../src/kind/definition";

/** The SDK's key of a special value, and the value that means a secret. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

export function received(struct: Struct | undefined): { props: Props; secrets: readonly string[] } {
  const secrets = new Set<string>();
  const marked = (struct?.toJavaScript() ?? {}) as Props;
  const props = Object.entries(marked).map(([name, value]) => [
    name,
    withoutMarks(value, () => void secrets.add(name)),
  ]);
  return { props: Object.fromEntries(props), secrets: [...secrets] };
}

export function toStruct(props: Props, secrets: readonly string[] = []): Struct {
  const marked = Object.entries(props).map(([name, value]) => [
    name,
    secrets.includes(name) && value !== undefined ? { [SIGNATURE]: SECRET, value } : value,
  ]);
  return Struct.fromJavaScript(Object.fromEntries(marked));
}

/** As the SDK's provider process passes them: `undefined` in a result throws, as there. */
export function throughProtobuf(props: Props): Props {
  return Struct.fromJavaScript(props as Record<string, string>).toJavaScript() as Props;
}

function withoutMarks(value: unknown, note: () => void): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutMarks(one, note));
  if (typeof value !== "object" || value === null) return value;
  const props = value as Props;
  if (props[SIGNATURE] === SECRET) {
    note();
    return withoutMarks(props.value, note);
  }
  return Object.fromEntries(Object.entries(props).map(([name, one]) => [name, withoutMarks(one, note)]));
}
