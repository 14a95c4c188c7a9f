// Changes wait while a list that they would shift is read, and a list waits for the changes under way.
import { expect, test } from "vitest";
import { WriteLock } from "../../src/api/list/write-lock";

/** A lock, and what happened around it in order. */
function begin() {
  const lock = new WriteLock();
  const order: string[] = [];
  const change = (path: string, until?: Promise<void>) =>
    lock.write(path, async () => {
      order.push(`begin ${path}`);
      await until;
      order.push(`end ${path}`);
    });
  const hold = async (prefix: string) => {
    const release = await lock.hold(prefix);
    order.push(`hold ${prefix}`);
    return () => {
      order.push(`release ${prefix}`);
      release();
    };
  };
  return { order, change, hold };
}

const deferred = () => {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

test("a change below what is held waits until it is released, any other does not", async () => {
  const { order, change, hold } = begin();
  const release = await hold("/api/pixel/");
  const waiting = change("/api/pixel/7/delete");
  await change("/api/pixels");
  await change("/api/domain/7/delete");
  release();
  await waiting;
  expect(order.slice(-3)).toEqual([
    "release /api/pixel/",
    "begin /api/pixel/7/delete",
    "end /api/pixel/7/delete",
  ]);
});

test("a list is read once the changes under way have ended, and new ones wait for it", async () => {
  const { order, change, hold } = begin();
  const { promise, resolve } = deferred();
  const first = change("/api/pixel/add", promise);
  const holding = hold("/api/pixel/");
  const second = change("/api/pixel/8/update");
  resolve();
  (await holding)();
  await Promise.all([first, second]);
  expect(order).toEqual([
    "begin /api/pixel/add",
    "end /api/pixel/add",
    "hold /api/pixel/",
    "release /api/pixel/",
    "begin /api/pixel/8/update",
    "end /api/pixel/8/update",
  ]);
});

test("the list of channels and that of one channel's items both hold that channel's changes", async () => {
  const { order, change, hold } = begin();
  const releaseAll = await hold("/api/channel/");
  const releaseOne = await hold("/api/channel/7/");
  const assign = change("/api/channel/7/assign/links/1");
  const update = change("/api/channel/8/update");
  releaseAll();
  await update;
  expect(order).not.toContain("begin /api/channel/7/assign/links/1");
  releaseOne();
  await assign;
  expect(order).toContain("end /api/channel/7/assign/links/1");
});

test("two lists in one place are both waited for", async () => {
  const { order, change, hold } = begin();
  const [one, two] = await Promise.all([hold("/api/pixel/"), hold("/api/pixel/")]);
  const waiting = change("/api/pixel/add");
  one();
  await change("/api/domain/add");
  expect(order).not.toContain("begin /api/pixel/add");
  two();
  await waiting;
});

test("a change that fails holds nothing up", async () => {
  const { change, hold } = begin();
  await expect(change("/api/pixel/add", Promise.reject(new Error("no")))).rejects.toThrow("no");
  (await hold("/api/pixel/"))();
  await change("/api/pixel/add");
});
