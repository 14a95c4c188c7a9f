// A config file as one tree: for each value what zod gets, where it is, what it comes from, and whether it may be shown.
import type { ParsedNode } from "yaml";
import type { Code, Diagnostics } from "../report/diagnostics";
import type { Place } from "../schema/place";
import type { Range, Source } from "../source/source";
import type { Origin } from "./expressions";

export type Step = string | number;

/** Where a tree reports. */
export interface TreeFile {
  readonly source: Source;
  readonly diagnostics: Diagnostics;
}

const NO_CHILDREN: ReadonlyMap<Step, ConfigNode> = new Map();
const NO_NAMES: readonly string[] = [];
/** Keys that people write. Anything else in the place of a key may be a value, and so a secret. */
const SHOWN_KEY = /^[A-Za-z0-9][\w.-]{0,99}$/;

export class ConfigNode {
  /** What zod gets. */
  value: unknown = null;
  children = NO_CHILDREN;
  /** The `${…}` that the value comes from. */
  origin: Origin | undefined = undefined;
  /** Whether a part of the value comes from secret config. */
  hasSecret = false;
  /** Names of fields that are here in another way: misspelled, or next to this mapping. They are not missing. */
  meant = NO_NAMES;
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
    readonly step: Step = "",
    readonly key?: ParsedNode,
  ) {}

  get(step: Step): ConfigNode | undefined {
    return this.children.get(step);
  }

  at(path: readonly PropertyKey[]): ConfigNode | undefined {
    return path.reduce<ConfigNode | undefined>((node, step) => node?.get(step as Step), this);
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
    return this.file.source.location(this.keyRange.start);
  }

  /** The key as a message shows it. `undefined` for what no person writes as a key: it may be a misplaced secret. */
  get shownKey(): string | undefined {
    if (!this.key || typeof this.step !== "string" || !SHOWN_KEY.test(this.step)) return undefined;
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
    return below.length === (section?.place.types.has("record") ? 1 : 0) && section !== undefined;
  }

  /** How messages name the value: its entry and the path in it, such as `pixels.ads: content.wifi`. */
  get label(): string {
    const { parent, step } = this;
    const isField = typeof step === "string" && parent?.place.fields.includes(step);
    const shown = isField ? step : (this.shownKey ?? "…");
    if (!parent?.parent) return shown;
    if (typeof step === "number") return `${parent.label}[${step}]`;
    return `${parent.label}${parent.isEntry ? ": " : "."}${shown}`;
  }

  /** Whether a message may show the value: not a secret, nothing from outside the file, nothing unknown. */
  get mayShow(): boolean {
    if (this.origin || !this.place.isKnown) return false;
    return this.path.every(({ place }) => place.meta("secret").length === 0);
  }

  /** @param range @default that of the node */
  error(code: Code, message: string, help?: string, range: Range = this.range): void {
    this.hasError = true;
    for (let node: ConfigNode | undefined = this; node; node = node.parent) node.isValid = false;
    this.file.diagnostics.add(this.file.source, { code, range, message, help });
  }

  keyError(code: Code, message: string, help?: string): void {
    this.error(code, message, help, this.keyRange);
  }

  warning(code: Code, message: string, help?: string, range: Range = this.range): void {
    this.file.diagnostics.add(this.file.source, { severity: "warning", code, range, message, help });
  }
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function rangeOf({ range: [start, end] }: ParsedNode): Range {
  return { start, end };
}
