// A lock between processes that survives a killed holder.
//
// It is a folder with one file in it, the holder's claim. A claim is prepared beside it and renamed into place: a rename
// onto nothing or onto an empty folder succeeds, onto a folder that holds a claim it fails. Whoever finds a dead claim
// removes that file by its own unique name, so a fresh claim can never be removed by mistake.

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

const POLL = 200;
const HEARTBEAT = 5_000;
/** A claim that nobody has touched for so long is dead, whatever its process id says now or on another machine. */
const DEAD_AFTER = 60_000;

/** Runs `work` while holding the lock. `onWait` hears of the holder, once per look. */
export async function withLock(dir, { signal, onWait = () => {} }, work) {
  const release = await acquire(dir, { signal, onWait });
  const heartbeat = setInterval(release.touch, HEARTBEAT).unref();
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
      const holder = readHolder(dir);
      if (holder && isDead(holder)) {
        rmSync(holder.file, { force: true });
        // Windows renames onto no folder at all, not even onto an empty one.
        removeIfEmpty(dir);
        continue;
      }
      if (holder) onWait(holder);
      touch(path.join(prepared, claim));
      await sleep(POLL, undefined, { signal });
    }
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    throw error;
  }
  sweep(dir);
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
    const taken = process.platform === "win32" ? ["EPERM", "EACCES", "EEXIST"] : ["ENOTEMPTY", "EEXIST"];
    if (taken.includes(error.code)) return false;
    throw error;
  }
}

/** Removes the claims that killed waiters prepared. */
function sweep(dir) {
  const parent = path.dirname(dir);
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(`${path.basename(dir)}.`)) continue;
    const waiter = readHolder(path.join(parent, name));
    if (waiter && isDead(waiter)) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function readHolder(dir) {
  try {
    const [name] = readdirSync(dir);
    if (!name) return undefined;
    const file = path.join(dir, name);
    return { file, seen: statSync(file).mtimeMs, ...JSON.parse(readFileSync(file, "utf8")) };
  } catch {
    // Released between two of these steps.
    return undefined;
  }
}

function isDead({ pid, host, seen }) {
  if (Date.now() - seen > DEAD_AFTER) return true;
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
    // Taken over while this process was suspended: the work itself is safe against that (see publish).
  }
}

function removeIfEmpty(dir) {
  try {
    rmdirSync(dir);
  } catch {
    // Gone, or somebody's claim is in it by now.
  }
}
