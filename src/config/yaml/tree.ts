// A config file as one tree: for each value what zod gets, where it is, what it comes from, and whether it may be shown.
import { type Code, type Diagnostics, type Location, locationText } from "../report/diagnostics";
import type { Place } from "../schema/place";
import type { Range, Source } from "../source/source";
import type { ExpressionResult } from "./expressions";

export type Path = readonly PropertyKey[];

/** Where a node is written. */
interface Written {
  /** Unset in a list, and for the whole file. */
  readonly key?: Range;
  /** Behind an alias. Unset if nothing is there. */
  readonly range?: Range;
}

const NO_CHILDREN: ReadonlyMap<string | number, ConfigNode> = new Map();
/** Keys that people write. Anything else in the place of a key may be a value, and so a secret. */
const SHOWN_KEY = /^[A-Za-z0-9][\w.-]{0,99}$/;

export class ConfigNode {
  readonly parent: ConfigNode | undefined;
  /** Key or index in the parent; "" for the whole file. */
  readonly step: string | number;
  /** What the schema says about it. */
  readonly place: Place;
  readonly written: Written;
  /** What zod gets. */
  value: unknown = null;
  children: ReadonlyMap<string | number, ConfigNode> = NO_CHILDREN;
  /** The `${…}` that the value comes from. */
  origin: ExpressionResult | undefined;
  /** Whether this node has an error of its own. */
  hasError = false;
  /** Whether nothing is wrong here and below. */
  isValid = true;
  readonly #source: Source;
  readonly #diagnostics: Diagnostics;

  constructor(
    place: Place,
    written: Written,
    file: { readonly source: Source; readonly diagnostics: Diagnostics },
    parent?: ConfigNode,
    step: string | number = "",
  ) {
    this.place = place;
    this.written = written;
    this.parent = parent;
    this.step = step;
    this.#source = file.source;
    this.#diagnostics = file.diagnostics;
  }

  at(path: Path): ConfigNode | undefined {
    return path.reduce<ConfigNode | undefined>(
      (node, step) => node?.children.get(step as string | number),
      this,
    );
  }

  /** The text as it is written. */
  get text(): string {
    const { start, end } = this.range;
    return this.#source.text.slice(start, end);
  }

  /** Of the value; of the key for a mapping, a list and a missing value. */
  get range(): Range {
    const { range } = this.written;
    const isScalar = range && this.children === NO_CHILDREN && this.value !== null;
    return isScalar ? range : this.keyRange;
  }

  get keyRange(): Range {
    const { range, key } = this.written;
    if (key) return key;
    return range ? { start: range.start, end: Math.min(range.end, range.start + 1) } : this.#parentRange;
  }

  get #parentRange(): Range {
    return this.parent?.keyRange ?? { start: 0, end: 0 };
  }

  get #keyLocation(): Location {
    return { source: this.#source, range: this.keyRange };
  }

  /** `link-management.yaml:3:3`, of the key. */
  get keyText(): string {
    return locationText(this.#keyLocation);
  }

  /** The source text behind the key or value, for hints. */
  textAfter({ end }: Range): string {
    return this.#source.text.slice(end, end + 100);
  }

  /** The key as a message shows it. `undefined` for what no person writes as a key: it may be a misplaced secret. */
  get shownKey(): string | undefined {
    const { key } = this.written;
    if (!key || typeof this.step !== "string" || !SHOWN_KEY.test(this.step)) return undefined;
    const isEmpty = this.value === null && !this.parent?.place.types.has("record");
    return !isEmpty && /^\s*:/.test(this.textAfter(key)) ? this.step : undefined;
  }

  /** How messages name the value: its entry and the path in it, such as `pixels.ads: content.wifi`. */
  get label(): string {
    const nodes: ConfigNode[] = [];
    for (let node: ConfigNode = this; node.parent; node = node.parent) nodes.unshift(node);
    const isKeyed = nodes[0]?.place.types.has("record") === true;
    const split = isKeyed ? 2 : 1;
    const [entry, rest] = [nodes.slice(0, split), nodes.slice(split)].map((part) =>
      part
        .map((node) => node.#shownStep)
        .join("")
        .replace(/^\./, ""),
    );
    return rest === "" ? entry! : `${entry}: ${rest}`;
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
    return this.origin?.isSecret === true || [...this.children.values()].some(({ hasSecret }) => hasSecret);
  }

  /** @param range @default that of the node */
  error(code: Code, message: string, help?: string, range: Range = this.range): void {
    this.hasError = true;
    for (let node: ConfigNode | undefined = this; node; node = node.parent) node.isValid = false;
    this.#diagnostics.error({ source: this.#source, range }, code, message, help);
  }

  keyError(code: Code, message: string, help?: string): void {
    this.error(code, message, help, this.keyRange);
  }

  warning(code: Code, message: string, help?: string): void {
    this.#diagnostics.warning({ source: this.#source, range: this.range }, code, message, help);
  }

  keyWarning(code: Code, message: string, help?: string): void {
    this.#diagnostics.warning(this.#keyLocation, code, message, help);
  }
}
