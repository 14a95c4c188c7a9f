// The table of fields: how an argument is named, explained, checked, converted and spelled.

import type { Item } from "../api/lists/list";
import { parseAddress } from "../api/web-address";
import { objectId, type Schema, schema, textForm } from "./schema";
import type { TextKind } from "./text-checks";

/** Types of resources that an argument may be, and the property of each that becomes the value. */
export type ResourceTypes = Readonly<Record<string, string>>;

/** What one argument is. Flags default to false. */
export interface Field {
  /** Name in the API's bodies and list items. */
  readonly api: string;
  /** One or two sentences. */
  readonly doc: string;
  /** What it accepts. @default that of its form */
  readonly schema: Schema;
  /** The common form of all spellings: equal by `===` exactly if the meaning is equal. @default that of its form */
  canonical(value: unknown): string | boolean | undefined;
  /** Our value from a list item. `undefined` if it cannot be read. @default from the key of its name */
  read(item: Item): unknown;
  /** Values for docs and tests. @default none */
  readonly examples?: readonly unknown[];
  /** An entry may omit it: then it is not managed. */
  readonly optional?: boolean;
  /** A change replaces the object. */
  readonly createOnly?: boolean;
  /** The service never returns it. */
  readonly writeOnly?: boolean;
  /** No message shows it: always, or with some arguments. */
  readonly secret?: true | ((args: Item) => boolean);
  /** The API accepts "" to clear it. */
  readonly clearable?: boolean;
  /** What services rewrite besides any text (service.md 68): see the table of meaning.ts. @default nothing */
  readonly rewritten?: "name" | "path" | "scheme";
  /** People reach the address in it: by a code, a link or a domain. */
  readonly leads?: boolean;
  /**
   * The API document does not have it as an argument (service.md 22, 51): a service may ignore or reject it, and responses
   * may only repeat it. So it never drifts.
   */
  readonly bestEffort?: boolean;
  /** Types of resources that it may be. @default none */
  readonly resources?: ResourceTypes | ((args: Item) => ResourceTypes);
  /** Only an entry of the config file has it, from which `Kind.toArgs` makes an argument. */
  readonly isFileOnly?: true;
  /** An entry of the config file may name a key of that section. @default only the value; a key or an id; the same sentence */
  readonly inFile?: { readonly section: string; readonly schema?: Schema; readonly doc?: string };
  /** Our value, if the outputs of a state show it. An argument that was unset then has it, and to set it is no change. */
  fromOutputs?(outputs: Item): unknown;
  /** What its text is, for the table of text checks. @default not checked */
  readonly text?: TextKind;
}

type Facts = Partial<Omit<Field, "api" | "doc">>;

/** A value that the service sets, and no entry has. */
export interface OutputField {
  readonly description: string;
  /** Every object has it. */
  readonly isAlwaysPresent?: boolean;
  /** An address that people use. Stack outputs contain it by default. */
  readonly isAddress?: true;
  /** The value in a list item or the response of a create. `undefined`: unknown. null: there is none. */
  read(item: Item): unknown;
}

/** Text that only reads show. A missing one is "". */
export function shownText(name: string, description: string): OutputField {
  return { description, read: (item) => asText(item[name]) };
}

/** A number that only reads show. A missing one is 0. */
export function shownCount(name: string, description: string): OutputField {
  return { description, read: (item) => Number(item[name]) || 0 };
}

/** A field that is read from the key of its name. */
function field(
  api: string,
  doc: string,
  facts: Facts & Pick<Field, "schema" | "canonical">,
  fromItem: (value: unknown) => unknown = asText,
): Field {
  return { read: (item) => (facts.writeOnly ? undefined : fromItem(item[api])), ...facts, api, doc };
}

/** Services reject blanks only, and then an update is half applied. */
const someText = textForm(/\S/, {
  error: ({ input }) => `must not be ${input === "" ? "empty" : "blank"}`,
});
const anyText = schema((z) => z.string());

/** Text that is not empty, unless it can be cleared. Unset is "", however the service writes it (null, missing, ""), and unknown if the API cannot clear it. */
export function text(api: string, doc: string, facts: Facts = {}): Field {
  const { clearable, secret } = facts;
  const form = {
    schema: clearable ? anyText : someText,
    canonical: (value: unknown) => asText(value).normalize("NFC"),
    text: secret ? "secret" : "text",
  } as const;
  return field(api, doc, { ...form, ...facts }, (value) => asText(value) || (clearable ? "" : undefined));
}

/** The id of another object, which never changes: a resource, or its id. */
export function reference(api: string, doc: string, facts: Facts): Field {
  return text(api, doc, { schema: objectId, createOnly: true, ...facts });
}

const boolean = schema((z) => z.boolean());

/** A boolean, which the service may write as 0/1 or "0"/"1". A missing one is unknown. */
export function flag(api: string, doc: string, facts: Facts = {}): Field {
  return field(api, doc, { schema: boolean, canonical: asFlag, optional: true, ...facts }, asFlag);
}

const hex = textForm(/^#[0-9a-fA-F]{6}$/, 'must be a color of the form "#RRGGBB", such as "#22AA66"');

/** `#RRGGBB` in any case. The service may drop the `#`. */
export function hexColor(api: string, doc: string): Field {
  const canonical = (value: unknown) => asText(value).trim().replace(/^#/, "").toLowerCase();
  return field(api, doc, { schema: hex, canonical, examples: ["#22AA66"], optional: true });
}

const rgb = textForm(
  /^rgb\(\s*(\d|\d\d|1\d\d|2[0-4]\d|25[0-5])(\s*,\s*(\d|\d\d|1\d\d|2[0-4]\d|25[0-5])){2}\s*\)$/,
  'must be a color of the form "rgb(r,g,b)" with numbers up to 255, such as "rgb(16,42,67)"',
);

/** `rgb(r,g,b)` with any white space. */
export function rgbColor(api: string, doc: string, facts: Facts): Field {
  const canonical = (value: unknown) => asText(value).replace(/\s+/g, "").toLowerCase();
  return field(api, doc, { schema: rgb, canonical, optional: true, ...facts });
}

/**
 * A web address: scheme and host in any case or as punycode, a default port or none, a bare host with or without a trailing
 * slash. Everything else counts: user name, path, query. Other text, such as a path, is text.
 */
export function address(api: string, doc: string, facts: Facts = {}): Field {
  const canonical = (value: unknown) => plainAddress(asText(value).trim());
  return text(api, doc, { canonical, text: "address", ...facts });
}

/** Structured content, compared as JSON. The engine does not keep the order of an object's keys. */
export function verbatim(api: string, doc: string, facts: Facts & Pick<Field, "schema">): Field {
  const canonical = (value: unknown) => JSON.stringify(value, sortKeys);
  return field(api, doc, { canonical, ...facts }, (value) => value);
}

/** Names of HTML entities, without `&` and `;`. */
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** A value of a list as it was before the service escaped it for HTML. Sent as it is, it would grow with each update. */
export function decodeEntities(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replace(/&(?:(amp|lt|gt|quot)|apos|#0*39|#x0*27);/g, (_, name) => ENTITIES[name] ?? "'");
}

export function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  // An object from the service may have a `toString` property that is not a function.
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function asFlag(value: unknown): boolean | undefined {
  const shown = typeof value === "string" ? value.trim() : value;
  if ([true, 1, "1", "true"].some((one) => one === shown)) return true;
  if ([false, 0, "0", "false", ""].some((one) => one === shown)) return false;
  return undefined;
}

function plainAddress(value: string): string {
  const url = parseAddress(value);
  if (!url) return value.normalize("NFC");
  const { href, pathname, search, hash } = url;
  return pathname === "/" && !search && !hash ? href.replace(/\/$/, "") : href;
}

/** The host of a web address, with a port that is not the default one. */
export function hostOf(value: unknown): string {
  const address = asText(value).trim();
  return parseAddress(address)?.host ?? address.toLowerCase();
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
