// What the service does with changes, tried on objects of the run only.
import { SETTLE_MS } from "../../api/readings";
import type { Props } from "../../kind/definition";
import { channel, pixel, qrCode } from "../../resources/kinds";
import type { OwnObject, OwnObjects } from "./own-objects";
import { type Answers, ask, shapeOf, UNUSED_CHANNEL, wordOf } from "./reading";

const FIELDS = { description: "doctor", color: "#22aa66" };
/** One network, in the API document and by its own word. */
const WORDS = ["professionalnetworkpixel", "linkedinpixel"];
const TEXT = "mailto:doctor@example.com";
const OBJECT = { email: "doctor@example.com", subject: "doctor", body: "doctor" };

/** Fills in the answers as far as it comes. @throws ApiError if a create has no clear response, or at Ctrl-C */
export async function tryChanges(own: OwnObjects, answers: Answers): Promise<void> {
  const parent = await own.create(channel, { name: `${own.name} Aa `, ...FIELDS });
  if (parent) await changeChannel(own, parent, answers);
  await createPixels(own, answers);
  answers["unknown-id"] = (await ask(own.context, "DELETE", `${UNUSED_CHANNEL}/delete`)).outcome;

  // The last object, because no list can find one without a name.
  const name = `${own.name} Code`;
  for (const fields of [{ name, data: TEXT }, { name, data: OBJECT }, { data: TEXT }, { data: OBJECT }]) {
    const code = await own.create(qrCode, { type: "email", ...fields });
    if (!code) continue;
    if (parent) answers["assign-twice"] = await assignTwice(own, parent, code);
    const shown = await own.shown(code);
    answers["qr-name"] = "name" in fields ? shown && formOf(name, shown.name) : "rejected";
    answers["qr-data"] = fields.data === OBJECT ? "object only" : await otherData(own, code);
    return;
  }
}

async function changeChannel(own: OwnObjects, made: OwnObject, answers: Answers): Promise<void> {
  const { clock } = own.context;
  const createdAt = clock.now();
  const shown = await own.shown(made);
  const ms = clock.now() - createdAt;
  answers["list-delay"] = `${Math.round(ms / 1000)} s${ms > SETTLE_MS ? " or later" : ""}`;
  if (!shown) return;
  answers.names = formOf(made.name, shown.name);
  answers.colors = formOf(FIELDS.color, shown.color);

  const update = async (name: string, fields: Props) => {
    const { outcome } = await ask(own.context, "PUT", `/api/channel/${made.id}/update`, { name, ...fields });
    return { outcome, item: outcome === "accepted" ? await own.shown(made, name) : undefined };
  };
  const { outcome, item: emptied } = await update(`${own.name} b`, { ...FIELDS, description: "" });
  const { item: omitted } = await update(`${own.name} c`, {});
  const before = emptied ?? shown;
  if (before.color && omitted) answers["update-omits"] = omitted.color === before.color ? "kept" : "changed";
  if (shown.description && emptied) {
    const { description } = emptied;
    answers["update-empty"] = description ? "ignored" : `cleared, then ${shapeOf(description)}`;
    // If it rejects every update, the empty text is not the reason.
  } else if (omitted) answers["update-empty"] = outcome;

  const { name } = omitted ?? before;
  const second = await own.create(channel, { name });
  // A plan may have room for one channel only.
  const other = second ?? (await own.create(channel, { name: `${own.name} other` }));
  answers["same-name"] = second ? "accepted" : other && "rejected";
}

async function createPixels(own: OwnObjects, answers: Answers): Promise<void> {
  const accepted: string[] = [];
  for (const type of WORDS) {
    const made = await own.create(pixel, { type, name: `${own.name} ${type}`, tag: own.name });
    if (!made) continue;
    accepted.push(type);
    // A plan may have room for one pixel only.
    await own.delete(made);
  }
  answers["pixel-accepts"] =
    accepted.length === WORDS.length ? "both words" : accepted[0] && `only ${wordOf(accepted[0])}`;
}

/** Of a code that took text. */
async function otherData({ context }: OwnObjects, { id }: OwnObject): Promise<string | undefined> {
  const update = (data: unknown) => ask(context, "PUT", `/api/qr/${id}/update`, { type: "email", data });
  if ((await update(OBJECT)).outcome === "accepted") return "text and object";
  // If it rejects every update, the object is not the reason.
  return (await update(TEXT)).outcome === "accepted" ? "text only" : undefined;
}

async function assignTwice({ context }: OwnObjects, parent: OwnObject, code: OwnObject) {
  const assign = () => ask(context, "POST", `/api/channel/${parent.id}/assign/qr/${code.id}`);
  if ((await assign()).outcome !== "accepted") return undefined;
  const { outcome } = await assign();
  if (outcome !== "accepted") return outcome;
  await context.clock.sleep(SETTLE_MS, context.signal);
  const { items } = (await ask(context, "GET", `/api/channel/${parent.id}`)).data;
  const entries = Array.isArray(items) ? items.filter(({ id }) => `${id}` === code.id).length : 0;
  return ["unknown", "one entry"][entries] ?? `${entries} entries`;
}

/** How a text comes back. */
function formOf(sent: string, shown: unknown): string {
  if (!shown) return "not shown";
  if (shown === sent) return "as sent";
  const isSame = `${shown}`.trim().toLowerCase() === sent.trim().toLowerCase();
  return isSame ? "with other case or spaces" : "another text";
}
