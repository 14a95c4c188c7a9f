// Fills in `${env:NAME}` and `${config:KEY}`. No message shows a value that comes from outside the file.
import { controlCharacterIn } from "../source/printable";

/** A value of the stack config. */
export interface ConfigValue {
  readonly value: string;
  readonly isSecret: boolean;
}

/** Where the values come from. */
export interface Outside {
  environment(name: string): string | undefined;
  /**
   * A value of the stack config. A key without a namespace belongs to the project. Left out if the stack config is
   * not known: its values stay unresolved.
   */
  config?(key: string): ConfigValue | undefined;
}

/** Starts an expression; `$${` is the text itself. */
export const EXPRESSION_START = "${";
const ESCAPED = "$${";
/** The braces in a default come in pairs. The last form is not closed. */
const EXPRESSION = /\$\$\{|\$\{((?:[^{}]|\{[^{}]*\})*)\}|\$\{[^{}]*/g;

/** A config file is often written by others than those who run it. It must not send or show their credentials. */
const CREDENTIALS = /^(LINK_MANAGEMENT|PULUMI)_/i;
const API_KEY = "link-management:apiKey";

const FORMS_HELP =
  "allowed: ${env:NAME}, ${config:KEY}, and ${env:NAME:-…} with a default; write $${ for the text ${";
const FORM =
  /^(?:env:(?<variable>[A-Za-z_]\w*)|config:(?<key>[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?))(?::-(?<fallback>.*))?$/s;

/** What a `${…}` yields: a text, a problem, or neither if its value is not known here. */
interface Resolution {
  readonly text?: string;
  readonly isSecret?: boolean;
  readonly plainKey?: string;
  readonly problem?: string;
  readonly help?: string;
  /** Without its default. Unset if its syntax is wrong. */
  readonly name?: string;
}

export interface ExpressionProblem {
  /** The expression. */
  readonly written: string;
  readonly message: string;
  readonly help: string | undefined;
}

export interface ExpressionResult {
  /** Unset if a value is not known. */
  readonly text?: string;
  /** Empty if there are only escaped ones. */
  readonly expressions: readonly string[];
  readonly isWhole: boolean;
  /** Whether a value comes from secret config. */
  readonly isSecret: boolean;
  /** Keys of plain config. */
  readonly plainKeys: readonly string[];
  readonly problems: readonly ExpressionProblem[];
}

export class Expressions {
  /** The keys of all `${config:KEY}`, as written. */
  readonly configKeys = new Set<string>();
  readonly #outside: Outside | undefined;

  /** @param outside if unset, only the syntax of the expressions is checked */
  constructor(outside: Outside | undefined) {
    this.#outside = outside;
  }

  /** `undefined` for a text without expressions. */
  fill(written: string): ExpressionResult | undefined {
    if (!written.includes(EXPRESSION_START)) return undefined;
    const found: (Resolution & { written: string })[] = [];
    const text = written.replace(EXPRESSION, (one: string, inside: string | undefined) => {
      if (one === ESCAPED) return EXPRESSION_START;
      const resolution = this.#resolve(inside);
      found.push({ ...resolution, written: one });
      return resolution.text ?? "";
    });
    return {
      ...(found.every((one) => one.text !== undefined) && { text }),
      expressions: [...new Set(found.flatMap(({ name }) => name ?? []))],
      isWhole: found.length === 1 && found[0]!.written === written,
      isSecret: found.some(({ isSecret }) => isSecret),
      plainKeys: found.flatMap(({ plainKey }) => plainKey ?? []),
      problems: found.flatMap(({ problem, help, written }) =>
        problem === undefined ? [] : [{ written, message: problem, help }],
      ),
    };
  }

  /** @param inside the braces. Unset if they are not closed */
  #resolve(inside: string | undefined): Resolution {
    if (inside === undefined) return { problem: "this ${ is not closed", help: FORMS_HELP };
    const match = FORM.exec(inside);
    if (!match) return { problem: "invalid ${…} expression", help: FORMS_HELP };
    const { variable, key, fallback } = match.groups as Record<string, string | undefined>;
    if (fallback?.includes(EXPRESSION_START))
      return { problem: "a default cannot contain another ${…}", help: FORMS_HELP };
    return variable === undefined
      ? this.#fromConfig(key!, fallback)
      : this.#fromEnvironment(variable, fallback);
  }

  #fromEnvironment(variable: string, fallback: string | undefined): Resolution {
    const name = `\${env:${variable}}`;
    if (CREDENTIALS.test(variable)) {
      const problem = `the variable ${variable} is for the run itself: it or a similar one contains a credential`;
      return { name, problem, help: "use a variable with another name" };
    }
    if (!this.#outside) return { name };
    const text = this.#outside.environment(variable) || fallback;
    const help = `set it, or add a default: \${env:${variable}:-…}`;
    return { name, ...checked(text, `the environment variable ${variable}`, help) };
  }

  #fromConfig(key: string, fallback: string | undefined): Resolution {
    const name = `\${config:${key}}`;
    this.configKeys.add(key);
    if (key === API_KEY) {
      const problem = `the stack config value ${key} is the credential of the run`;
      return { name, problem, help: "use another key" };
    }
    if (!this.#outside?.config) return { name };
    const found = this.#outside.config(key);
    const text = found?.value || fallback;
    const help = `set it with \`pulumi config set ${key} …\`, and --secret for a password`;
    return {
      name,
      ...(found?.value && { isSecret: found.isSecret, ...(!found.isSecret && { plainKey: key }) }),
      ...checked(text, `the stack config value ${key}`, help),
    };
  }
}

/** An empty value counts as not set: pipelines turn a missing secret into an empty variable. */
function checked(text: string | undefined, name: string, help: string): Resolution {
  if (text === undefined) return { problem: `${name} is missing or empty`, help };
  const code = controlCharacterIn(text);
  if (code === undefined) return { text };
  return { problem: `${name} contains the control character ${code}`, help: "remove it" };
}
