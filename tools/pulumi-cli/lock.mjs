// A lock between processes that recovers from a killed owner.
//
// The lock is a folder with one file, the owner's claim. To acquire it, a process prepares a folder with its claim and
// renames that folder to the lock: the rename fails if the lock contains a claim. A stale claim is removed by its unique
// name, so a new claim is never removed by mistake.

import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 200;
const HEARTBEAT_MS = 5_000;
/** A claim without a heartbeat for this long is stale, whatever its process id, also from another machine. */
const STALE_AFTER_MS = 60_000;

/** Runs `work` with the lock. `onWait` receives the current owner at every poll. */
export async function withLock(dir, { signal, onWait = () => {} }, work) {
  const release = await acquire(dir, { signal, onWait });
  const heartbeat = setInterval(release.touch, HEARTBEAT_MS).unref();
  process.on("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

async function acquire(dir, { signal, onWait }) {
  const claim = randomUUID();
  const prepared = `${dir}.${claim}`;
  mkdirSync(prepared, { recursive: true });
  writeFileSync(path.join(prepared, claim), JSON.stringify({ pid: process.pid, host: os.hostname() }));
  try {
    while (!tryRename(prepared, dir)) {
      const owner = readOwner(dir);
      if (owner && isStale(owner)) {
        rmSync(owner.file, { force: true });
        // On Windows a rename to an existing folder fails, even if the folder is empty.
        removeIfEmpty(dir);
        continue;
      }
      if (owner) onWait(owner);
      touch(path.join(prepared, claim));
      await sleep(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    throw error;
  }
  removeStaleWaiters(dir);
  const file = path.join(dir, claim);
  const release = () => {
    rmSync(file, { force: true });
    removeIfEmpty(dir);
  };
  release.touch = () => touch(file);
  return release;
}

function tryRename(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const heldCodes = process.platform === "win32" ? ["EPERM", "EACCES", "EEXIST"] : ["ENOTEMPTY", "EEXIST"];
    if (heldCodes.includes(error.code)) return false;
    throw error;
  }
}

/** Removes the claims that killed processes prepared. */
function removeStaleWaiters(dir) {
  const parent = path.dirname(dir);
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(`${path.basename(dir)}.`)) continue;
    const waiter = readOwner(path.join(parent, name));
    if (waiter && isStale(waiter)) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function readOwner(dir) {
  try {
    const [name] = readdirSync(dir);
    if (!name) return undefined;
    const file = path.join(dir, name);
    return { file, heartbeatAt: statSync(file).mtimeMs, ...JSON.parse(readFileSync(file, "utf8")) };
  } catch {
    // Released meanwhile.
    return undefined;
  }
}

function isStale({ pid, host, heartbeatAt }) {
  if (Date.now() - heartbeatAt > STALE_AFTER_MS) return true;
  if (host !== os.hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

function touch(file) {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // Another process took the lock while this one was suspended. `publish` in install.mjs is safe against that.
  }
}

function removeIfEmpty(dir) {
  try {
    rmdirSync(dir);
  } catch {
    // Already removed, or another process has acquired the lock.
  }
}
