// A config file as one tree: for each value what zod gets, where it is, what it comes from, and whether it may be shown.
import type { Problem, Severity } from "../report/report";
import type { FileSchema } from "../schema/file-schema";
import type { SchemaPointer } from "../schema/pointer";
import type { Range, Source } from "../source/source";
import type { Expressions, Origin } from "./expressions";

export type Step = string | number;

/** What all nodes of a file share. */
export interface TreeFile {
  readonly source: Source;
  readonly schema: FileSchema;
  readonly expressions: Expressions;
  report(problem: Problem): void;
}

/** A file as far as it could be read. */
export interface ReadFile {
  readonly root: ConfigNode;
  /** Whether the tree has everything. Else it lacks the entries with a syntax error. */
  readonly isComplete: boolean;
}

/** The first character of a file. */
export const START: Range = { start: 0, end: 1 };
const NO_CHILDREN: ReadonlyMap<Step, ConfigNode> = new Map();
/** Keys that people write. Anything else in the place of a key may be a value, and so a secret. */
const SHOWN_KEY = /^[A-Za-z0-9][\w.-]{0,99}$/;
/** How a message starts that continues the name of its field. Any other is a sentence of its own. */
const CONTINUES =
  /^(must|is|has|cannot|needs|may|matches|contains|starts|ends|leads|looks|makes|was|with|manages)\b|^"/;

export class ConfigNode {
  /** What zod gets. */
  value: unknown = null;
  children = NO_CHILDREN;
  /** The `${…}` that the value comes from. */
  origin: Origin | undefined = undefined;
  #scalar: Range | undefined;

  /**
   * @param keyRange that of the key. In a list, the first character of the element
   * @param parent unset for the whole file
   * @param step key or index in the parent
   */
  constructor(
    readonly file: TreeFile,
    readonly keyRange: Range,
    readonly parent?: ConfigNode,
    readonly step: Step = "",
  ) {}

  /** Makes it a mapping or a list, without children yet. */
  open(value: object): void {
    this.value = value;
    this.children = new Map();
  }

  add(step: Step, keyRange: Range): ConfigNode {
    const child = new ConfigNode(this.file, keyRange, this, step);
    (this.children as Map<Step, ConfigNode>).set(step, child);
    return child;
  }

  /** Takes the value of a child, which is complete. */
  take({ step, value }: ConfigNode): void {
    (this.value as Record<Step, unknown>)[step] = value;
  }

  remove({ step }: ConfigNode): void {
    (this.children as Map<Step, ConfigNode>).delete(step);
    delete (this.value as Record<Step, unknown>)[step];
  }

  /** @param value a text or another scalar @param origin of a text with `${…}` */
  set(value: unknown, range: Range, origin?: Origin): void {
    this.value = value;
    this.origin = origin;
    if (value !== null) this.#scalar = range;
  }

  get(step: Step): ConfigNode | undefined {
    return this.children.get(step);
  }

  at(path: readonly PropertyKey[]): ConfigNode | undefined {
    return path.reduce<ConfigNode | undefined>((node, step) => node?.get(step as Step), this);
  }

  /** What the schema says about it. */
  get place(): SchemaPointer {
    return this.parent ? this.parent.place.below(this.step) : this.file.schema.pointer;
  }

  /** The range of the value. That of the key for a mapping, a list and a missing value. */
  get range(): Range {
    return this.#scalar ?? this.keyRange;
  }

  /** As it is written. */
  get text(): string {
    return this.file.source.text.slice(this.range.start, this.range.end);
  }

  /** `link-management.yaml:3:3`, of the key. */
  get keyPosition(): string {
    return this.file.source.location(this.keyRange.start);
  }

  /** The key as a message shows it. `undefined` for what no person writes as a key: it may be a misplaced secret. */
  get shownKey(): string | undefined {
    if (typeof this.step !== "string" || !SHOWN_KEY.test(this.step)) return undefined;
    if (this.file.source.isSpreadsheet) return this.step;
    const isEmpty = this.value === null && !this.parent?.place.types.has("record");
    const { end } = this.keyRange;
    const hasColon = /^\s*:/.test(this.file.source.text.slice(end, end + 100));
    return hasColon && !isEmpty ? this.step : undefined;
  }

  /** From the whole file to this node, without the former. */
  get path(): readonly ConfigNode[] {
    return this.parent ? [...this.parent.path, this] : [];
  }

  /** Whether it is an entry of a section, or a section without keys, which is itself an entry. */
  get isEntry(): boolean {
    const [section, ...below] = this.path;
    return section !== undefined && below.length === (section.place.types.has("record") ? 1 : 0);
  }

  /** How messages name the value: its entry and the path in it, such as `pixels.ads: content.wifi`. */
  get label(): string {
    const { parent, step } = this;
    if (!parent) return "";
    const shown = parent.place.fields.includes(String(step)) ? step : (this.shownKey ?? "…");
    if (!parent.parent) return String(shown);
    if (typeof step === "number") return `${parent.label}[${step}]`;
    return `${parent.label}${parent.isEntry ? ": " : "."}${shown}`;
  }

  /** Whether a message may show the value: not a secret, nothing from outside the file, nothing unknown. */
  get mayShow(): boolean {
    if (this.origin || !this.place.isKnown) return false;
    return this.path.every(({ place }) => place.meta("secret").length === 0);
  }

  /** Whether a part of the value comes from secret config. */
  get hasSecret(): boolean {
    if (this.origin?.isSecret) return true;
    if (!this.file.source.hasExpressions) return false;
    for (const child of this.children.values()) if (child.hasSecret) return true;
    return false;
  }

  /** @param message continues the name of the node, or is a sentence of its own. @param range @default that of the node */
  error(message: string, help?: string, range: Range = this.range, severity: Severity = "error"): void {
    const { label } = this;
    const separator = CONTINUES.test(message) ? " " : ": ";
    this.file.report({
      severity,
      range,
      message: label === "" ? message : label + separator + message,
      help,
    });
  }

  /** As `error`. */
  warning(message: string, help?: string): void {
    this.error(message, help, this.range, "warning");
  }
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is wrong with a key that no object can have. `undefined`: nothing. */
export function forbiddenKey(key: string, range: Range): Problem | undefined {
  return key === "__proto__" ? { range, message: "this key is not allowed" } : undefined;
}

/** What is wrong with a key that is there twice. */
export function duplicateKey(first: ConfigNode, range: Range): Problem {
  const help = first.parent?.parent
    ? "rename or remove one of them"
    : "merge them: move these lines below the first one";
  return { range, message: `duplicate key; the first one is at ${first.keyPosition}`, help };
}
