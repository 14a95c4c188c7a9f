// How arguments are named, converted and compared: by meaning, not by spelling.
import type { Item } from "../api/lists/list";
import { addressWarning } from "./text-checks";

/** Facts about an argument, in addition to its form. All default to false. */
export interface FieldOptions {
  /** A change replaces the object. */
  readonly createOnly?: boolean;
  /** Updates send it although it never changes: always, or once more without it if the service refuses it. */
  readonly sentByUpdates?: "always" | "unlessRefused";
  /** The service never returns it. */
  readonly writeOnly?: boolean;
  /** Never shown. */
  readonly secret?: boolean;
  /** The API accepts "" to clear it. */
  readonly clearable?: boolean;
  /** A name or a description: services rewrite its letter case and spaces, which is no drift (service.md 117). */
  readonly rewritten?: boolean;
  /** Services may rewrite it in any way, or not show it. Another value is drift only after a list has shown the given one. */
  readonly driftOnceShown?: boolean;
  /**
   * The API document does not have it as an argument (service.md 51, 90): a service may ignore or reject it, and responses
   * may only repeat it.
   */
  readonly bestEffort?: boolean;
}

/** How one argument is named, converted and compared. */
export interface Field extends FieldOptions {
  /** Name in the API's bodies and list items. */
  readonly api: string;
  /** Our value from a list item. `undefined` if it cannot be read. */
  read(item: Item): unknown;
  /** Our value, if the outputs of a state show it. An argument that was unset then has it, and to set it is no change. */
  fromOutputs?(outputs: Item): unknown;
  /** The common form of all spellings: equal by `===` exactly if the meaning is equal. */
  canonical(value: unknown): string | boolean | undefined;
  /** Equal in meaning: the first question of meaning.ts. */
  same(a: unknown, b: unknown): boolean;
  /** What of the value identifies an object. @default `canonical` */
  identifies?(value: unknown): string | boolean | undefined;
  /** Another place where lists may show the value. It only tells drift. */
  readonly hint?: FieldHint;
  /** What is most likely a mistake in a valid text, as of `LintWarning.message`. */
  warning?(text: string): string | undefined;
}

/** A text that some services make from the argument, and others from another one. */
export interface FieldHint {
  /** The other argument. While a list shows that one changed, the text proves nothing. */
  readonly orFrom: string;
  /** Our value. `undefined` if there is none. */
  read(object: { readonly id: string; readonly outputs: Item }): unknown;
}

/** A property that the service sets, as a create returns it. What changes by itself would be a change in every preview. */
export interface OutputField<Value = unknown> {
  readonly description: string;
  /** Every object has it. */
  readonly isAlwaysPresent?: boolean;
  /** An address that people use. Stack outputs contain it by default. */
  readonly isAddress?: true;
  /** An object keeps the path of this address for life: another path belongs to another object. */
  readonly keepsPath?: true;
  /** From a list item or the response of a create. `undefined`: unknown. null: there is none. */
  read(item: Item): Value | null | undefined;
}

/** A text or a number of the service that no state has. A missing one is "" or 0. */
export interface ShownValue<Value extends string | number = string | number> {
  readonly description: string;
  read(item: Item): Value;
}

export function shownText(name: string, description: string): ShownValue<string> {
  return { description, read: (item) => asText(item[name]) };
}

export function shownCount(name: string, description: string): ShownValue<number> {
  return { description, read: (item) => Number(item[name]) || 0 };
}

/** Text or an id. Unset is "", however the service writes it (null, missing, ""), and unknown if the API cannot clear it. */
export function text(api: string, options: FieldOptions = {}): Field {
  const fromItem = (value: unknown) => asText(value) || (options.clearable ? "" : undefined);
  return field(api, (value) => asText(value).normalize("NFC"), options, fromItem);
}

/** A word for which some services have another one. @param common the common word by the other one in lower case */
export function word(api: string, common: ReadonlyMap<string, string>, options?: FieldOptions): Field {
  return field(api, (value) => common.get(asText(value).trim().toLowerCase()) ?? asText(value), options);
}

/** A boolean, which the service may write as 0/1 or "0"/"1". A missing one is unknown. */
export function flag(api: string): Field {
  return field(api, asFlag, {}, asFlag);
}

/** `#RRGGBB` in any case. The service may drop the `#`. */
export function hexColor(api: string): Field {
  return field(api, (value) => asText(value).trim().replace(/^#/, "").toLowerCase());
}

/** `rgb(r,g,b)` with any white space. */
export function rgbColor(api: string, options?: FieldOptions): Field {
  return field(api, (value) => asText(value).replace(/\s+/g, "").toLowerCase(), options);
}

/**
 * A web address: scheme and host in any case or as punycode, a default port or none, a bare host with or without a trailing
 * slash. Everything else counts: user name, path, query. Other text, such as a path, is text.
 */
export function address(api: string, options?: FieldOptions): Field {
  return { ...field(api, (value) => plainAddress(asText(value).trim()), options), warning: addressWarning };
}

/** A web address of which only the host counts. */
export function host(api: string, options?: FieldOptions): Field {
  return field(api, hostOf, options);
}

/** Structured content, compared as JSON. The engine does not keep the order of an object's keys. */
export function verbatim(api: string, options?: FieldOptions): Field {
  return field(
    api,
    (value) => JSON.stringify(value, sortKeys),
    options,
    (value) => value,
  );
}

/** A field that is read from the key of its name and sent as it is. */
function field(
  api: string,
  canonical: Field["canonical"],
  options: FieldOptions = {},
  fromItem: (value: unknown) => unknown = asText,
): Field {
  // Usually nothing changed, and parsing an address takes long.
  const same = (a: unknown, b: unknown) => a === b || canonical(a) === canonical(b);
  return {
    ...options,
    api,
    read: (item) => (options.writeOnly ? undefined : fromItem(item[api])),
    canonical,
    same,
  };
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  // An object from the service may have a `toString` property that is not a function.
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function asFlag(value: unknown): boolean | undefined {
  if ([true, 1, "1", "true"].some((one) => one === value)) return true;
  if ([false, 0, "0", "false", ""].some((one) => one === value)) return false;
  return undefined;
}

function plainAddress(value: string): string {
  if (!URL.canParse(value)) return value.normalize("NFC");
  const { href, pathname, search, hash } = new URL(value);
  return pathname === "/" && !search && !hash ? href.replace(/\/$/, "") : href;
}

/** The host of a web address, with a port that is not the default one. */
export function hostOf(value: unknown): string {
  const address = asText(value).trim();
  return URL.canParse(address) ? new URL(address).host : address.toLowerCase();
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
