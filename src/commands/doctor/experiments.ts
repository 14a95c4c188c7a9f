// What the service does with changes, tried on objects of the run only.
import type { Clock } from "../../api/clock";
import type { Item } from "../../api/list";
import { SETTLE_MS } from "../../api/readings";
import type { Props } from "../../kind/definition";
import { isNamed, type Noun, type OwnObjects, pathOf } from "./own-objects";
import { outcomeOf, UNUSED_ID } from "./reading";
import type { Ask } from "./requests";

const ROWS =
  "list-delay update-omits update-empty names colors same-name pixel-accepts qr-data qr-name assign-twice unknown-id";
const COLOR = "#22aa66";
/** One network, in the API document and by its own word. */
const WORDS = ["professionalnetworkpixel", "linkedinpixel"];
const DATA = {
  text: "mailto:doctor@example.com",
  object: { email: "doctor@example.com", subject: "doctor", body: "doctor" },
};
const UNSET: readonly unknown[] = [undefined, null, "", false, "false", 0, "0"];

export class Experiments {
  /** By the id of the row, filled in as far as the experiments come. */
  readonly answers: Record<string, string | undefined> = Object.fromEntries(
    ROWS.split(" ").map((id) => [id, undefined]),
  );

  constructor(
    readonly own: OwnObjects,
    readonly ask: Ask,
    readonly clock: Clock,
  ) {}

  /** @throws ApiError if a create has no clear response, or at Ctrl-C */
  async run(): Promise<void> {
    const channelId = await this.#channel();
    await this.#pixels();
    await this.#campaigns();
    if (!this.own.isOther("channel", String(UNUSED_ID))) {
      const response = await this.ask("DELETE", pathOf("channel", `${UNUSED_ID}/delete`));
      this.answers["unknown-id"] = response && outcomeOf(response);
    }
    await this.#code(channelId);
  }

  async #channel(): Promise<string | undefined> {
    const { own, clock, answers } = this;
    const sent = { description: "doctor", color: COLOR, starred: true };
    const name = `${own.name} Aa `;
    const created = await own.create("channel", { name, ...sent });
    if (!created) return undefined;
    const { id } = created;
    const createdAt = clock.now();
    const shown = await own.shown("channel", id, () => true);
    const seconds = Math.round((clock.now() - createdAt) / 1000);
    answers["list-delay"] = `${seconds} s${seconds * 1000 > SETTLE_MS ? " or later" : ""}`;
    if (!shown) return id;
    answers.names = formOf(name, shown.name);
    answers.colors = formOf(COLOR, shown.color);
    const emptied = await this.#update(id, `${own.name} b`, { ...sent, description: "" });
    const omitted = await this.#update(id, `${own.name} c`, {});
    if (omitted) answers["update-omits"] = changeOf(emptied || shown, omitted);
    if (emptied) answers["update-empty"] = UNSET.includes(emptied.description) ? "cleared" : "ignored";
    // If it rejects every update, the empty text is not the reason.
    else if (emptied === false && omitted) answers["update-empty"] = "rejected";
    const { name: last } = omitted || emptied || shown;
    await this.#again("name of a channel", "channel", { name: last }, { name: `${own.name} other` });
    return id;
  }

  /** The channel, once the list shows its new name. `false`: rejected. `undefined`: not clear. */
  async #update(id: string, name: string, fields: Props): Promise<Item | false | undefined> {
    const response = await this.ask("PUT", pathOf("channel", `${id}/update`), { name, ...fields });
    if (!response?.isSuccess) return response && false;
    return this.own.shown("channel", id, (item) => isNamed(item, name));
  }

  async #pixels(): Promise<void> {
    const { own } = this;
    const accepted: Props[] = [];
    for (const type of WORDS) {
      const fields = { type, tag: `${own.name} ${type}` };
      if (await own.create("pixel", { name: `${own.name} ${type}`, ...fields })) accepted.push(fields);
    }
    const [first] = accepted;
    if (!first) return;
    const again = { name: `${own.name} again`, ...first };
    const isAllowed = await this.#again("type and tag of a pixel", "pixel", again, {
      tag: `${own.name} other`,
    });
    if (accepted.length === WORDS.length) this.answers["pixel-accepts"] = "both words";
    else if (isAllowed) this.answers["pixel-accepts"] = `only ${first.type}`;
  }

  async #campaigns(): Promise<void> {
    const { name } = this.own;
    const fields = { slug: name, public: false };
    if (!(await this.own.create("campaign", { name: `${name} first`, ...fields }))) return;
    const other = { slug: `${name}-other` };
    await this.#again("slug of a campaign", "campaign", { name: `${name} second`, ...fields }, other);
  }

  /** Creates a second object with the same identity. @returns whether the plan allows a second object */
  async #again(what: string, noun: Noun, fields: Props, otherFields: Props): Promise<boolean> {
    const second = await this.own.create(noun, fields);
    const isAllowed = Boolean(second ?? (await this.own.create(noun, { ...fields, ...otherFields })));
    const rejected = isAllowed ? "rejected" : "unknown";
    const outcome = !second ? rejected : second.isNew ? "accepted" : "the first one again";
    const { "same-name": others } = this.answers;
    this.answers["same-name"] = `${others === undefined ? "" : `${others}, `}${what}: ${outcome}`;
    return isAllowed;
  }

  /** The last object, because no list can find one without a name. */
  async #code(channelId: string | undefined): Promise<void> {
    const { own, answers } = this;
    const name = `${own.name} Code`;
    for (const named of [{ name }, {}]) {
      for (const data of [DATA.text, DATA.object]) {
        const code = await own.create("QR code", { type: "email", data, ...named });
        if (!code) continue;
        if (channelId !== undefined) answers["assign-twice"] = await this.#assignTwice(channelId, code.id);
        const shown = await own.shown("QR code", code.id, () => true);
        answers["qr-name"] = "name" in named ? shown && formOf(name, shown.name) : "rejected";
        answers["qr-data"] = data === DATA.object ? "object only" : await this.#otherData(code.id);
        return;
      }
    }
  }

  /** Of a code that took text. */
  async #otherData(id: string): Promise<string | undefined> {
    const update = (data: unknown) =>
      this.ask("PUT", pathOf("QR code", `${id}/update`), { type: "email", data });
    if ((await update(DATA.object))?.isSuccess) return "text and object";
    // If it rejects every update, the object is not the reason.
    return (await update(DATA.text))?.isSuccess ? "text only" : undefined;
  }

  async #assignTwice(channelId: string, id: string): Promise<string | undefined> {
    const assign = () => this.ask("POST", pathOf("channel", `${channelId}/assign/qr/${id}`));
    if (!(await assign())?.isSuccess) return undefined;
    const second = await assign();
    if (!second?.isSuccess) return second && "rejected";
    if (this.answers["list-delay"] !== "0 s") await this.clock.sleep(SETTLE_MS);
    const items = await this.own.inChannel(channelId);
    const entries = items.filter((item) => item.type === "qr" && String(item.id) === id).length;
    return entries === 0 ? undefined : entries === 1 ? "one entry" : `${entries} entries`;
  }
}

/** What an update did to the fields that it omitted. `undefined`: none of them was set. */
function changeOf(before: Item, after: Item): string | undefined {
  const fields = ["description", "color", "starred"].filter((name) => !UNSET.includes(before[name]));
  const changed = fields.filter((name) => after[name] !== before[name]);
  return changed.length > 0 ? `changed: ${changed.join(", ")}` : fields.length > 0 ? "kept" : undefined;
}

/** How a text comes back. */
function formOf(sent: string, shown: unknown): string {
  if (!shown) return "not shown";
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
