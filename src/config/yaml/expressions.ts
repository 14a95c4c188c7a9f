// Fills in `${env:NAME}` and `${config:KEY}`. No message shows a value that comes from outside the file.
import type { SchemaPointer } from "../schema/pointer";
import { controlCharacterIn } from "./text";

/** A value of the stack config. */
export interface ConfigValue {
  readonly value: string;
  readonly isSecret: boolean;
}

/** Where the values come from. */
export interface ExternalValues {
  readonly environment: NodeJS.ProcessEnv;
  /**
   * A value of the stack config. A key without a namespace belongs to the project. Left out if the stack config is
   * not known: its values stay unresolved.
   */
  config?(key: string): ConfigValue | undefined;
}

/** A value that is not known here: a `${…}` without a value. A function, because no schema accepts one. */
export const UNRESOLVED: unknown = () => {};

/** Whether a part of a value is not known here. */
export function hasUnresolved(value: unknown): boolean {
  if (value === UNRESOLVED) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnresolved);
}

/** Starts an expression; `$${` is the text itself. */
export const EXPRESSION_START = "${";
const ESCAPED = "$${";
/** The braces in a default come in pairs. The last form is not closed. */
const EXPRESSION = /\$\$\{|\$\{((?:[^{}]|\{[^{}]*\})*)\}|\$\{[^{}]*/g;
const FORM =
  /^(?:env:(?<variable>[A-Za-z_]\w*)|config:(?<key>[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?))(?::-(?<fallback>.*))?$/s;
const ALLOWED =
  "allowed: ${env:NAME}, ${config:KEY}, and ${env:NAME:-…} with a default; write $${ for the text ${";

/** Pulumi gives a structured value to a program as JSON. */
const STRUCTURED = /^(?:\{".*\}|\[["{[\d].*\])$/s;

/** What one `${…}` yields: a text, a problem, or neither if its value is not known here. */
interface Resolution {
  readonly written: string;
  /** The expression without its default. Unset if its syntax is wrong. */
  readonly name?: string;
  readonly text?: string;
  readonly problem?: string;
  readonly help?: string;
  /** The key of the stack config that it comes from. */
  readonly key?: string;
  readonly isSecret?: boolean;
}

/** Where a value with `${…}` comes from. */
export interface Origin {
  /** The expressions without their defaults, such as `${env:A} and ${config:b}`. */
  readonly from: string;
  /** Whether a value comes from secret config. */
  readonly isSecret: boolean;
  /** A key of plain config that a value comes from. */
  readonly plainKey: string | undefined;
  readonly problems: readonly Resolution[];
}

export class Expressions {
  /** The keys of all `${config:KEY}`, as written. */
  readonly configKeys = new Set<string>();

  /** @param outside if unset, only the syntax of the expressions is checked */
  constructor(readonly outside: ExternalValues | undefined) {}

  /** @param written a text with `${` @param place what the schema says about it */
  fill(written: string, { place }: { readonly place: SchemaPointer }) {
    const found: Resolution[] = [];
    const text = written.replace(EXPRESSION, (one: string, inside: string | undefined) => {
      if (one === ESCAPED) return EXPRESSION_START;
      const resolution = this.#resolve(one, inside);
      found.push(resolution);
      return resolution.text ?? "";
    });
    if (found.length === 0) return { value: text };
    const origin: Origin = {
      from: [...new Set(found.flatMap(({ name }) => name ?? []))].join(" and "),
      isSecret: found.some(({ isSecret }) => isSecret),
      plainKey: found.find(({ isSecret }) => isSecret === false)?.key,
      problems: found.filter(({ problem }) => problem !== undefined),
    };
    if (found.some((one) => one.text === undefined)) return { value: UNRESOLVED, origin };
    const isWhole = found[0]!.written === written;
    return { value: isWhole ? place.valueOfText(text) : text, origin };
  }

  /** @param inside the braces. Unset if they are not closed */
  #resolve(written: string, inside = ""): Resolution {
    const { variable, key = variable, fallback } = FORM.exec(inside)?.groups ?? {};
    if (key === undefined || fallback?.includes(EXPRESSION_START))
      return { written, problem: "invalid ${…} expression", help: ALLOWED };
    const isConfig = variable === undefined;
    const found = { written, name: `\${${isConfig ? "config" : "env"}:${key}}` };
    if (isConfig) this.configKeys.add(key);
    const { environment = {}, config } = this.outside ?? {};
    if (!this.outside || (isConfig && !config)) return found;
    // Without what every object inherits, such as "constructor".
    const ofVariable = Object.hasOwn(environment, key) ? environment[key] : undefined;
    const { value, isSecret = false } = (isConfig ? config?.(key) : { value: ofVariable }) ?? {};
    const what = `the ${isConfig ? "stack config value" : "environment variable"} ${key}`;
    // An empty value counts as not set: pipelines turn a missing secret into an empty variable.
    const text = value || fallback;
    if (text === undefined) {
      const help = isConfig
        ? `set it with \`pulumi config set ${key} …\`, and --secret for a password`
        : `set it, or add a default: \${env:${key}:-…}`;
      return { ...found, problem: `${what} is missing or empty`, help };
    }
    if (isConfig && STRUCTURED.test(text)) {
      const help = "store the one that is meant under a key of its own: `pulumi config set KEY …`";
      return { ...found, problem: `${what} is not one value`, help };
    }
    const code = controlCharacterIn(text);
    if (code !== undefined)
      return { ...found, problem: `${what} contains the control character ${code}`, help: "remove it" };
    return { ...found, text, ...(isConfig && value && { key, isSecret }) };
  }
}
