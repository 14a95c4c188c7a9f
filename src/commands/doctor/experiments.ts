// What the service does with changes, tried on objects of the run only.
import type { Clock } from "../../api/clock";
import type { Item } from "../../api/list";
import { SETTLE_MS } from "../../api/readings";
import type { Props } from "../../kind/definition";
import { isNamed, listOf, type OwnObjects } from "./own-objects";
import { UNUSED_ID } from "./reading";
import type { Ask } from "./requests";

const WRITE_ROWS =
  "list-delay update-omits update-empty names colors same-name pixel-accepts qr-data qr-name assign-twice unknown-id";
const COLOR = "#22aa66";
/** The same network in the API document, and by its own word. */
const WORDS = ["professionalnetworkpixel", "linkedinpixel"] as const;
const DATA = {
  text: "mailto:doctor@example.com",
  object: { email: "doctor@example.com", subject: "a", body: "b" },
};
const UNSET: readonly unknown[] = [undefined, null, "", false, "false", 0, "0"];

type Created = Awaited<ReturnType<OwnObjects["create"]>>;

export class Experiments {
  /** By the id of the row, as far as the experiments came. */
  readonly answers: Record<string, string | undefined> = Object.fromEntries(
    WRITE_ROWS.split(" ").map((id) => [id, undefined]),
  );

  constructor(
    readonly own: OwnObjects,
    readonly ask: Ask,
    readonly clock: Clock,
  ) {}

  /** @throws ApiError if a create has no clear response, or at Ctrl-C */
  async run(): Promise<void> {
    const { own, ask, answers } = this;
    const name = own.name;
    const channel = await this.#channel();
    const words: Created[] = [];
    for (const type of WORDS)
      words.push(await own.create("pixel", { type, name: `${name} ${type}`, tag: `${name} ${type}` }));
    answers["pixel-accepts"] = acceptedWords(words);
    const type = WORDS[words[0] ? 0 : 1];
    const pixel = words[0] ?? words[1];
    const samePixel =
      pixel && (await own.create("pixel", { type, name: `${name} again`, tag: `${name} ${type}` }));
    const slug = { slug: name, public: false };
    const campaign = await own.create("campaign", { name: `${name} d`, ...slug });
    const sameSlug = campaign && (await own.create("campaign", { name: `${name} e`, ...slug }));
    answers["same-name"] =
      `name of a channel ${channel?.same ?? "unknown"}, type and tag of a pixel ${sameOf(pixel, samePixel)}, ` +
      `slug of a campaign ${sameOf(campaign, sameSlug)}`;
    if (!own.isOther("channel", String(UNUSED_ID))) {
      const response = await ask("DELETE", `/api/channel/${UNUSED_ID}/delete`);
      answers["unknown-id"] =
        response && (response.isSuccess ? "accepted" : `rejected with status ${response.status}`);
    }
    await this.#code(channel?.id);
  }

  async #channel() {
    const { own, ask, clock, answers } = this;
    const sent = { name: `${own.name} Aa `, description: "doctor", color: COLOR, starred: true };
    const created = await own.create("channel", sent);
    if (!created) return undefined;
    const { id } = created;
    const startedAt = clock.now();
    const shown = await own.shown("channel", id, () => true);
    const seconds = Math.ceil((clock.now() - startedAt) / 1000);
    answers["list-delay"] = seconds * 1000 <= SETTLE_MS ? `${seconds} s` : `${seconds} s or later`;
    if (!shown) return { id };
    const inResponse = typeof created.name === "string" && created.name !== shown.name;
    answers.names = `${formOf(sent.name, shown.name)}${inResponse ? ` in lists, ${formOf(sent.name, created.name)} in responses` : ""}`;
    answers.colors = formOf(COLOR, shown.color);
    /** Once the list shows its name. `undefined`: rejected, or not clear. */
    const update = async (name: string, fields: Props) => {
      const response = await ask("PUT", `${listOf("channel").writePath}${id}/update`, { name, ...fields });
      const item = response?.isSuccess
        ? await own.shown("channel", id, (one) => isNamed(one, name))
        : undefined;
      return { item, isRejected: response?.isSuccess === false };
    };
    const { name: _, ...rest } = sent;
    const empty = await update(`${own.name} b`, { ...rest, description: "" });
    const omitting = await update(`${own.name} c`, {});
    // If every update is rejected, "" is not the reason.
    if (empty.item) answers["update-empty"] = UNSET.includes(empty.item.description) ? "cleared" : "ignored";
    else if (empty.isRejected && omitting.item) answers["update-empty"] = "rejected";
    if (omitting.item) answers["update-omits"] = omittedOf(empty.item ?? shown, omitting.item);
    const { name } = omitting.item ?? empty.item ?? shown;
    return { id, same: sameOf(created, await own.create("channel", { name })) };
  }

  async #code(channelId: string | undefined): Promise<void> {
    const { own, ask, answers } = this;
    const name = `${own.name} Code`;
    let code: Created;
    let tried: { name?: string; data: keyof typeof DATA } = { data: "text" };
    // The one without a name, which no list can find, is the last object.
    for (tried of [
      { name, data: "text" },
      { name, data: "object" },
      { data: "text" },
      { data: "object" },
    ] as const) {
      code = await own.create("QR code", { type: "email", ...tried, data: DATA[tried.data] });
      if (code) break;
    }
    if (!code) return;
    const { id } = code;
    if (channelId !== undefined) answers["assign-twice"] = await this.#assignTwice(channelId, id);
    const shown = await own.shown("QR code", id, () => true);
    answers["qr-name"] = tried.name === undefined ? "rejected" : shown && formOf(name, shown.name);
    const update = (data: unknown) =>
      ask("PUT", `${listOf("QR code").writePath}${id}/update`, { type: "email", data });
    if (tried.data === "object") answers["qr-data"] = "object only";
    else if ((await update(DATA.object))?.isSuccess) answers["qr-data"] = "text and object";
    else if ((await update(DATA.text))?.isSuccess) answers["qr-data"] = "text only";
  }

  async #assignTwice(channelId: string, id: string): Promise<string | undefined> {
    const assign = () => this.ask("POST", `/api/channel/${channelId}/assign/qr/${id}`);
    if (!(await assign())?.isSuccess) return undefined;
    const second = await assign();
    if (second?.isSuccess !== true) return second && "rejected";
    if (this.answers["list-delay"] !== "0 s") await this.clock.sleep(SETTLE_MS);
    const list = await this.ask("GET", `/api/channel/${channelId}`);
    const items = (list?.body.data as Props | undefined)?.items as readonly Item[] | undefined;
    const entries = items?.filter((item) => item.type === "qr" && String(item.id) === id).length;
    return entries ? `accepted, ${entries === 1 ? "one entry" : `${entries} entries`}` : undefined;
  }
}

/** @param first `undefined`: rejected, so a second one says nothing */
function sameOf(first: Created, second: Created): string {
  if (!first) return "unknown";
  return !second ? "rejected" : second.id === first.id ? "answered with the first one" : "accepted";
}

function acceptedWords([documented, network]: readonly Created[]): string | undefined {
  if (documented && network) return "both words";
  return documented ? "the word of the API document" : network && "the network's own word";
}

/** What an update did with the fields that it omitted. `undefined`: none was set. */
function omittedOf(before: Item, after: Item): string | undefined {
  const fields = ["description", "color", "starred"].filter((name) => !UNSET.includes(before[name]));
  const changed = fields.filter((name) => after[name] !== before[name]);
  if (fields.length === 0) return undefined;
  return changed.length === 0 ? "kept" : `changed: ${changed.join(", ")}`;
}

/** How a text comes back. */
function formOf(sent: string, shown: unknown): string {
  if (typeof shown !== "string" || shown === "") return "not shown";
  const text = sent.trim();
  const forms = {
    "as sent": sent,
    trimmed: text,
    "lower case": text.toLowerCase(),
    "upper case": text.toUpperCase(),
    "first letter in upper case": text.charAt(0).toUpperCase() + text.slice(1),
  };
  return Object.entries(forms).find(([, form]) => form === shown)?.[0] ?? "another text";
}
