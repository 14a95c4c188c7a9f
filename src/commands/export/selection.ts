// `--only` and `--exclude`: kinds, lists of a kind, and objects by key or name.
import { formatList } from "../../api/suggest";
import type { Kind } from "../../config/schema/layout";
import { expandBraces, matchesSegment } from "../../config/source/glob";
import { quoted } from "../../config/source/printable";

/** What a pattern may mean. */
interface Pattern {
  readonly written: string;
  readonly globs: readonly string[];
  isUsed: boolean;
}

export class Selection {
  readonly #only: readonly Pattern[];
  readonly #exclude: readonly Pattern[];
  readonly #sections: readonly string[];
  /** Such as `channels.items`. */
  readonly #lists: readonly string[];

  /**
   * @param only all objects if it is empty
   * @throws ConfigFileError for a glob that is not supported
   */
  constructor(only: readonly string[], exclude: readonly string[], kinds: readonly Kind[]) {
    this.#only = only.map(patternOf);
    this.#exclude = exclude.map(patternOf);
    const places = kinds.map(({ definition }) => definition.yaml);
    this.#sections = places.flatMap((yaml) => (yaml.shape === "mapping" ? yaml.section : []));
    this.#lists = places.flatMap((yaml) => (yaml.shape === "list" ? `${yaml.section}.${yaml.field}` : []));
  }

  /** Whether an object of a section may be wanted, so that its list must be read. */
  mayWant(section: string): boolean {
    if (isNamed(this.#exclude, section)) return false;
    const isPossible = ({ written }: Pattern) => [section, undefined].includes(this.#sectionOf(written));
    return this.#only.length === 0 || this.#only.some(isPossible);
  }

  wants(section: string, key: string, name: string): boolean {
    const isMatch = (pattern: Pattern) => matches(pattern, section, key, name);
    // All of them, because each notes that it is used.
    const isExcluded = this.#exclude.filter(isMatch).length > 0;
    const isOnly = this.#only.filter(isMatch).length > 0;
    return !isExcluded && (this.#only.length === 0 || isOnly);
  }

  /** Whether the list in the entries of a section is wanted. */
  wantsList(section: string, field: string): boolean {
    return !isNamed(this.#exclude, `${section}.${field}`);
  }

  /** What is most likely a typo. `undefined` if every pattern matched something, or is a kind. */
  problem(): string | undefined {
    const unused = [
      ...this.#only.filter(({ written, isUsed }) => !isUsed && !this.#sections.includes(written)),
      ...this.#exclude.filter(
        ({ written, isUsed }) => !isUsed && ![...this.#sections, ...this.#lists].includes(written),
      ),
    ];
    if (unused.length === 0) return undefined;
    const patterns = formatList(unused.map(({ written }) => quoted(written)));
    return (
      `nothing on the account matches ${patterns}. Write a kind (${this.#sections.join(", ")}), or a glob for keys ` +
      "and names"
    );
  }

  /** The section that a pattern is limited to. */
  #sectionOf(pattern: string): string | undefined {
    return this.#sections.find((name) => pattern === name || pattern.startsWith(`${name}.`));
  }
}

function patternOf(written: string): Pattern {
  return { written, globs: expandBraces(written), isUsed: false };
}

function isNamed(patterns: readonly Pattern[], name: string): boolean {
  return patterns.some(({ written }) => written === name);
}

function matches(pattern: Pattern, section: string, key: string, name: string): boolean {
  const { written, globs } = pattern;
  const texts = [key, name, `${section}.${key}`];
  const isMatch =
    written === section || globs.some((glob) => texts.some((text) => matchesSegment(text, glob)));
  pattern.isUsed ||= isMatch;
  return isMatch;
}
