// A config file as one tree: for each value what zod gets, where it is, what it comes from, and whether it may be shown.
import type { ParsedNode } from "yaml";
import { type Code, type Diagnostics, locationText } from "../report/diagnostics";
import type { Place } from "../schema/place";
import type { Range, Source } from "../source/source";
import type { ExpressionResult } from "./expressions";

export type Path = readonly PropertyKey[];

/** Where a tree reports. */
export interface TreeFile {
  readonly source: Source;
  readonly diagnostics: Diagnostics;
}

const NO_CHILDREN: ReadonlyMap<string | number, ConfigNode> = new Map();
/** Keys that people write. Anything else in the place of a key may be a value, and so a secret. */
const SHOWN_KEY = /^[A-Za-z0-9][\w.-]{0,99}$/;

export class ConfigNode {
  /** What zod gets. */
  value: unknown = null;
  children = NO_CHILDREN;
  /** The `${…}` that the value comes from. */
  origin: ExpressionResult | undefined = undefined;
  /** Whether this node has an error of its own. */
  hasError = false;
  /** Whether nothing is wrong here and below. */
  isValid = true;

  /**
   * @param place what the schema says about it
   * @param written what is there, behind an alias
   * @param parent unset for the whole file
   * @param step key or index in the parent
   * @param key unset in a list
   */
  constructor(
    readonly file: TreeFile,
    readonly place: Place,
    readonly written: ParsedNode | null,
    readonly parent?: ConfigNode,
    readonly step: string | number = "",
    readonly key?: ParsedNode,
  ) {}

  at(path: Path): ConfigNode | undefined {
    return path.reduce<ConfigNode | undefined>(
      (node, step) => node?.children.get(step as string | number),
      this,
    );
  }

  /** Of the value; of the key for a mapping, a list and a missing value. */
  get range(): Range {
    const isScalar = this.written && this.children === NO_CHILDREN && this.value !== null;
    return isScalar ? rangeOf(this.written!) : this.keyRange;
  }

  get keyRange(): Range {
    if (this.key) return rangeOf(this.key);
    if (!this.written) return this.parent?.keyRange ?? { start: 0, end: 0 };
    const { start, end } = rangeOf(this.written);
    return { start, end: Math.min(end, start + 1) };
  }

  /** As it is written. */
  get text(): string {
    return this.file.source.text.slice(this.range.start, this.range.end);
  }

  /** `link-management.yaml:3:3`, of the key. */
  get keyPosition(): string {
    return locationText({ source: this.file.source, range: this.keyRange });
  }

  /** What follows the key, for hints. */
  get textAfterKey(): string {
    const { end } = this.keyRange;
    return this.file.source.text.slice(end, end + 100);
  }

  /** The key as a message shows it. `undefined` for what no person writes as a key: it may be a misplaced secret. */
  get shownKey(): string | undefined {
    if (!this.key || typeof this.step !== "string" || !SHOWN_KEY.test(this.step)) return undefined;
    const isEmpty = this.value === null && !this.parent?.place.types.has("record");
    return !isEmpty && /^\s*:/.test(this.textAfterKey) ? this.step : undefined;
  }

  /** From the whole file to this node, without the former. */
  get #nodes(): readonly ConfigNode[] {
    return this.parent ? [...this.parent.#nodes, this] : [];
  }

  get path(): readonly (string | number)[] {
    return this.#nodes.map(({ step }) => step);
  }

  /** How messages name the value: its entry and the path in it, such as `pixels.ads: content.wifi`. */
  get label(): string {
    const nodes = this.#nodes;
    const depth = nodes[0]?.place.types.has("record") ? 2 : 1;
    const textOf = (part: readonly ConfigNode[]) => part.map((node) => node.#shownStep).join("");
    const [entry, rest] = [nodes.slice(0, depth), nodes.slice(depth)].map(textOf);
    return `${entry!.slice(1)}${rest && `: ${rest.replace(/^\./, "")}`}`;
  }

  get #shownStep(): string {
    if (typeof this.step === "number") return `[${this.step}]`;
    const isField = this.parent?.place.fields.includes(this.step);
    return `.${isField ? this.step : (this.shownKey ?? "…")}`;
  }

  /** Whether a message may show the value: not a secret, nothing from outside the file, nothing unknown. */
  get mayShow(): boolean {
    if (this.origin || !this.place.isKnown) return false;
    for (let node: ConfigNode | undefined = this; node; node = node.parent)
      if (node.place.meta("secret").length > 0) return false;
    return true;
  }

  /** Whether a part of the value comes from secret config. */
  get hasSecret(): boolean {
    if (this.origin) return this.origin.isSecret;
    for (const child of this.children.values()) if (child.hasSecret) return true;
    return false;
  }

  /** @param range @default that of the node */
  error(code: Code, message: string, help?: string, range: Range = this.range): void {
    this.hasError = true;
    for (let node: ConfigNode | undefined = this; node; node = node.parent) node.isValid = false;
    this.file.diagnostics.add("error", { code, source: this.file.source, range, message, help });
  }

  keyError(code: Code, message: string, help?: string): void {
    this.error(code, message, help, this.keyRange);
  }

  warning(code: Code, message: string, help?: string, range: Range = this.range): void {
    this.file.diagnostics.add("warning", { code, source: this.file.source, range, message, help });
  }
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function rangeOf({ range: [start, end] }: ParsedNode): Range {
  return { start, end };
}
