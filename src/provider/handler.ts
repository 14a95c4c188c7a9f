// The provider of one kind, as the engine calls it: check, diff, create, read, update, delete. Knows nothing of
// a particular kind, and nothing of how the engine reaches it.
import { sanitize } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import { secretsOf } from "../kind/annotations";
import { type Cost, FREE, requests } from "../kind/cost";
import type { Definition, Props, RemoteState } from "../kind/definition";
import { describe } from "../kind/describe";
import { decide, PartialError, UNDECIDED, UnconfirmedError } from "../kind/lifecycle/pending-create";
import { type Metadata, metadataOf, newHolder } from "../kind/metadata";
import { type OnExisting, onExistingOf, takeOnExisting } from "../kind/on-existing";
import { ReportedError } from "../kind/reported-error";
import { compose, managedOf, outputsOf } from "../kind/state";
import { type Adoption, takeOver } from "./adoption";
import { type CheckResult, check } from "./check";
import { clearable, compare, type Difference } from "./diff";
import type { Runtime } from "./runtime";

export interface Handler {
  configure(request: { config: { get(key: string): string | undefined } }): Promise<void>;
  check(olds: Props, news: Props): Promise<CheckResult>;
  diff(id: string, olds: Props, news: Props): Promise<{ changes: boolean; replaces: string[] }>;
  create(inputs: Props): Promise<{ id: string; outs: Props }>;
  /** With `inputs` only where a managed argument drifted. */
  read(id: string, state: Props): Promise<{ id: string; props?: Props; inputs?: Props }>;
  update(id: string, olds: Props, news: Props): Promise<{ outs: Props }>;
  delete(id: string, state: Props): Promise<void>;
}

const IF_CREATE_REFUSED =
  "if it is on the account already under another key of the config, name that key by renamedFrom (in a program by aliases)";
const IF_UPDATE_REFUSED = "if it was changed or deleted by hand, `pulumi up --refresh` finds that";

export function createHandler(definition: Definition, runtime: Runtime): Handler {
  const { type, lifecycle } = definition;
  const { holders, tell } = runtime;

  runtime.ahead.know(type, lifecycle);

  /** The session, once it is known that its key belongs to the account on which the state was recorded. */
  const guarded = async ({ account }: Partial<Metadata>) => {
    const session = await runtime.session();
    await session.guard(account);
    return session;
  };
  /** Whatever the service answers to a change, its secrets are not shown. */
  const hideSecrets = (session: AccountSession, args: Props) => {
    for (const name of secretsOf(definition, args)) session.addSecret(args[name]);
  };
  const ifCreateRefused = (args: Props) =>
    lifecycle.existing && definition.identity(args) !== undefined ? IF_CREATE_REFUSED : undefined;
  /** The object as it is once it was taken over: updated where it is not yet as the config has it. */
  const adopt = async (session: AccountSession, what: string, args: Props, existing: Adoption) => {
    const { id, changed, fields, outputs } = existing;
    tell.info(`${what}: took over the existing object with id ${id}`);
    if (changed.length === 0) return existing;
    const live = await lifecycle.update(session, id, { olds: fields, news: args, cleared: [] });
    return { id, outputs: { ...outputs, ...live.outputs } };
  };
  /** An entry that stays keeps its object to itself. */
  const keep = (id: string, { holder }: Partial<Metadata>, args: Props) => {
    if (!lifecycle.existing) return;
    const what = describe(definition, args);
    const other = holders.keep(type, id, holder, what);
    if (other !== undefined) throw new ReportedError(heldTwice(`${type} ${id}`, what, other));
  };

  return {
    async configure({ config }) {
      runtime.configure((name) => config.get(`link-management:${name}`));
    },

    async check(olds, news) {
      return runtime.told({ what: `check of ${describe(definition, news)}` }, () =>
        check(definition, runtime, olds, news),
      );
    },

    async diff(id, olds, news) {
      return runtime.told({ what: `diff of ${type} ${id}` }, async () => {
        const marks = metadataOf(olds);
        await guarded(marks);
        if (id === UNDECIDED) return decide(type, takeOnExisting(news).onExisting);
        holders.note(type, id, marks.holder);
        const difference = compare(definition, olds, news);
        const { changed, replaces, released, normalised } = difference;
        if (replaces.length === 0) keep(id, marks, news);
        for (const name of normalised) tell.warn(spelling(type, id, name, olds[name], news[name]));
        const cleared = clearable(definition, released);
        const kept = released.filter((name) => !cleared.includes(name));
        if (kept.length > 0) tell.warn(keepsValue(type, id, kept));
        const cost = costOf(definition, olds, news, difference);
        runtime.forecast.compared(type, id, cost);
        if (changed.length + cleared.length > 0) {
          const plan = { id, olds, news: managedOf(definition, news), changed, replaces, cleared };
          for (const message of definition.planWarnings?.(plan) ?? []) tell.warn(message);
        }
        const isOpen = marks.unconfirmed === true && replaces.length === 0;
        if (isOpen) runtime.forecast.compared(type, id, requests(1));
        if (isOpen || (cost?.requests ?? 0) > 0) runtime.ahead.changing();
        return { changes: isOpen || changed.length + released.length > 0, replaces: [...replaces] };
      });
    },

    async create(inputs) {
      runtime.forecast.discard();
      const what = describe(definition, inputs);
      return runtime.told({ what: `create of ${what}`, ifRefused: ifCreateRefused(inputs) }, async () => {
        const session = await runtime.session();
        const args = managedOf(definition, inputs);
        hideSecrets(session, args);
        const account = await session.accountRecord();
        const holder = newHolder();
        const onExisting = onExistingOf(definition, takeOnExisting(inputs).onExisting, session.settings);
        const existing = await takeOver({ definition, holders, session, args, onExisting }, holder);
        const creation = {
          what,
          tell,
          isHeld: (id: string) => holders.isHeld(type, id),
          take: (id: string) => holders.take(type, id, holder(id), what),
          isRecorded: (id: string) => runtime.isRecorded(type, id, args),
          nextRun: nextRun(definition, args, onExisting),
        };
        const marks = (id: string) => ({ account, holder: holder(id), writtenAt: session.now() });
        const made = existing
          ? await adopt(session, what, args, existing)
          : await lifecycle.create(session, args, creation).catch((error: unknown) => {
              if (!(error instanceof UnconfirmedError)) throw error;
              const state = compose(args, {}, { ...marks(error.id), unconfirmed: true });
              throw new PartialError(`create of ${what}: ${error.message}`, error.id, {
                ...state,
                __provider: inputs.__provider,
              });
            });
        holders.take(type, made.id, holder(made.id), what);
        return { id: made.id, outs: compose(args, made.outputs, marks(made.id)) };
      });
    },

    async read(id, state) {
      return runtime.told({ what: `read of ${type} ${id}` }, async () => {
        const marks = metadataOf(state);
        const session = await guarded(marks);
        const managed = managedOf(definition, state);
        if (id === UNDECIDED) return { id, props: compose(managed, {}, marks), inputs: managed };
        const live = await lifecycle.read(session, id, marks.writtenAt);
        if (!live) return { id: "" };
        if (isAsInState(definition, state, live)) return { id, props: state };
        const actual = liveInOldSpelling(definition, managed, live);
        const outputs = { ...outputsOf(definition, state), ...live.outputs };
        const props = compose(actual, outputs, marks);
        // The engine keeps the inputs of the state where it gets none, which costs both sides less.
        const isDrifted = Object.keys(managed).some((name) => actual[name] !== managed[name]);
        return isDrifted ? { id, props, inputs: actual } : { id, props };
      });
    },

    async update(id, olds, news) {
      runtime.forecast.discard();
      return runtime.told({ what: `update of ${type} ${id}`, ifRefused: IF_UPDATE_REFUSED }, async () => {
        const before = metadataOf(olds);
        const session = await guarded(before);
        holders.note(type, id, before.holder);
        keep(id, before, news);
        const args = managedOf(definition, news);
        hideSecrets(session, args);
        const { changed, released } = compare(definition, olds, news);
        const cleared = clearable(definition, released);
        const marks = { ...before, account: await session.accountRecord() };
        if (marks.unconfirmed) {
          await lifecycle.confirm?.(session, id, tell);
          const writtenAt = session.now();
          return {
            outs: compose(args, outputsOf(definition, olds), { ...marks, writtenAt, unconfirmed: undefined }),
          };
        }
        // A field that only stops being managed changes nothing on the service.
        if (changed.length + cleared.length === 0) {
          return { outs: compose(args, outputsOf(definition, olds), marks) };
        }
        const live = await lifecycle.update(session, id, { olds, news: args, cleared });
        const outputs = { ...outputsOf(definition, olds), ...live.outputs };
        return { outs: compose(args, outputs, { ...marks, writtenAt: session.now() }) };
      });
    },

    async delete(id, state) {
      runtime.forecast.discard();
      return runtime.told({ what: `delete of ${type} ${id}` }, async () => {
        runtime.ahead.deletes();
        const marks = metadataOf(state);
        const session = await guarded(marks);
        runtime.ahead.deleting(type);
        if (id === UNDECIDED) return tell.info(`${type}: the create that nobody knows of is forgotten`);
        if (await holders.release(type, id, marks.holder)) {
          const remove = () => lifecycle.delete(session, id, marks.writtenAt, tell);
          const afterword = await holders.inTurn(type, id, remove);
          if (afterword) runtime.afterwords.push(afterword);
        } else if (definition.parent === undefined) {
          tell.info(`${type} ${id} is held by another entry of this stack: forgotten here, not deleted`);
        }
      });
    },
  };
}

/** What to do about an object that a create may have left, which depends on how the next run meets it. */
function nextRun(definition: Definition, args: Props, onExisting: OnExisting): string {
  if (definition.identity(args) === undefined)
    return 'look at the account, and name what was made by the option onExisting: { id: … }, or give "duplicate" if it was not';
  if (onExisting === "duplicate")
    return "the next run would make another one, so look at the account first: name what was made by onExisting: { id: … }";
  if (onExisting === "fail") return "run `pulumi up` again: if it was made, that run stops and names it";
  return "run `pulumi up` again: if it was made, it is taken over instead of doubled";
}

function heldTwice(object: string, what: string, other: string): string {
  return (
    `${object}: two entries of this stack name this one object: ${what}, which stays in the stack, and ${other}. Nothing of it is ` +
    'changed. Where they are two objects, give the new one onExisting: "duplicate", and take it out of the state where it is ' +
    "in there already (`pulumi state delete`, which does not touch the account); where one is the other under a new key, " +
    "name the old key by renamedFrom (in a program by aliases) and remove the old entry"
  );
}

/** What an update asks of the service; of a replacement the deletion, since its create is checked by itself. */
function costOf(
  definition: Definition,
  olds: Props,
  news: Props,
  { changed, replaces, released }: Difference,
): Cost | undefined {
  const { costs } = definition.lifecycle;
  if (replaces.length > 0) return costs.delete;
  const cleared = clearable(definition, released);
  if (changed.length + cleared.length > 0)
    return costs.update({ olds, news: managedOf(definition, news), cleared });
  return released.length > 0 ? FREE : undefined;
}

/** Whether the state has all of it to the letter or, of arguments, in another spelling: mostly nothing changed. */
function isAsInState({ fields }: Definition, state: Props, live: RemoteState): boolean {
  const isUnmanaged = (name: string) => state[name] === undefined || state[name] === null;
  return (
    Object.entries(live.fields).every(
      ([name, value]) => isUnmanaged(name) || fields[name]?.same(state[name], value),
    ) && Object.entries(live.outputs).every(([name, value]) => (value ?? undefined) === state[name])
  );
}

/** The live value of every managed field that can be read; where it means the same, as it was spelled. */
function liveInOldSpelling(definition: Definition, managed: Props, live: RemoteState): Props {
  const result: Props = {};
  for (const [name, stored] of Object.entries(managed)) {
    const unchanged = !(name in live.fields) || definition.fields[name]?.same(stored, live.fields[name]);
    result[name] = unchanged ? stored : live.fields[name];
  }
  return result;
}

const shown = (value: unknown) => sanitize(JSON.stringify(value));

function spelling(type: string, id: string, name: string, live: unknown, given: unknown): string {
  return (
    `${type} ${id}: the service has ${name} as ${shown(live)} where the config has ${shown(given)}; ` +
    "if this comes back after every `up`, the service changes the value on write: write it so in the config"
  );
}

function keepsValue(type: string, id: string, names: readonly string[]): string {
  return `${type} ${id}: ${names.join(", ")} left the config and is not managed any more; the API cannot clear it, so it keeps its value`;
}
