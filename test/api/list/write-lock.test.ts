// Changes to a list wait while it is read, and reading waits for the changes in flight.
import { expect, test } from "vitest";
import { WriteLock } from "../../../src/api/list/write-lock";

/** A lock that records what happens, in order. */
function start() {
  const lock = new WriteLock();
  const order: string[] = [];
  const write = (path: string, until?: Promise<void>) =>
    lock.write(path, async () => {
      order.push(`start ${path}`);
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
  return { order, write, hold };
}

const deferred = () => {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

test("delays a change below a held path until the release, and no other change", async () => {
  const { order, write, hold } = start();
  const release = await hold("/api/pixel/");
  const waiting = write("/api/pixel/7/delete");
  await write("/api/pixels");
  await write("/api/domain/7/delete");
  release();
  await waiting;
  expect(order.slice(-3)).toEqual([
    "release /api/pixel/",
    "start /api/pixel/7/delete",
    "end /api/pixel/7/delete",
  ]);
});

test("holds a path after the changes in flight have ended, and delays new ones", async () => {
  const { order, write, hold } = start();
  const { promise, resolve } = deferred();
  const first = write("/api/pixel/add", promise);
  const holding = hold("/api/pixel/");
  const second = write("/api/pixel/8/update");
  resolve();
  (await holding)();
  await Promise.all([first, second]);
  expect(order).toEqual([
    "start /api/pixel/add",
    "end /api/pixel/add",
    "hold /api/pixel/",
    "release /api/pixel/",
    "start /api/pixel/8/update",
    "end /api/pixel/8/update",
  ]);
});

test("delays a change of a channel while all channels or its own items are read", async () => {
  const { order, write, hold } = start();
  const releaseAll = await hold("/api/channel/");
  const releaseOne = await hold("/api/channel/7/");
  const assign = write("/api/channel/7/assign/links/1");
  const update = write("/api/channel/8/update");
  releaseAll();
  await update;
  expect(order).not.toContain("start /api/channel/7/assign/links/1");
  releaseOne();
  await assign;
  expect(order).toContain("end /api/channel/7/assign/links/1");
});

test("waits for every holder of a path", async () => {
  const { order, write, hold } = start();
  const [one, two] = await Promise.all([hold("/api/pixel/"), hold("/api/pixel/")]);
  const waiting = write("/api/pixel/add");
  one();
  await write("/api/domain/add");
  expect(order).not.toContain("start /api/pixel/add");
  two();
  await waiting;
});

test("continues after a change that failed", async () => {
  const { write, hold } = start();
  await expect(write("/api/pixel/add", Promise.reject(new Error("no")))).rejects.toThrow("no");
  (await hold("/api/pixel/"))();
  await write("/api/pixel/add");
});
