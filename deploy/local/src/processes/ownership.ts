import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identityOf, isAlive, type ProcessIdentity } from './tether.ts';

type Ownership = { server: ProcessIdentity; owner: ProcessIdentity };

const fileIn = (dir: string) => join(dir, 'server.json');

/** Records in the server's folder which process runs there, for the next start. */
export const recordOwnership = (dir: string, pid: number): void => {
  const ownership: Ownership = { server: identityOf(pid), owner: identityOf(process.pid) };
  writeFileSync(`${fileIn(dir)}.new`, JSON.stringify(ownership));
  renameSync(`${fileIn(dir)}.new`, fileIn(dir));
};

const readOwnership = (dir: string): Ownership | undefined => {
  try {
    return JSON.parse(readFileSync(fileIn(dir), 'utf8')) as Ownership;
  } catch {
    return undefined;
  }
};

/** Signals a process that may have exited in the meantime. */
export const signalQuietly = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // has exited already, which is what was wanted
  }
};

/** Waits until the process has exited. Returns false when it is still running after the time in milliseconds. */
export const waitUntilGone = async (identity: ProcessIdentity, milliseconds: number): Promise<boolean> => {
  const deadline = performance.now() + milliseconds;
  while (isAlive(identity)) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
};

/**
 * Frees a folder for a new server: a server whose owner was killed is stopped first. Throws when the owner is
 * running, because two servers on one folder would destroy it.
 */
export const adopt = async (dir: string, stopSignal: NodeJS.Signals): Promise<void> => {
  const previous = readOwnership(dir);
  if (previous === undefined || !isAlive(previous.server)) return;
  if (isAlive(previous.owner)) {
    throw new Error(`${dir} is in use by process ${previous.owner.pid}; stop it or choose another folder`);
  }
  signalQuietly(previous.server.pid, stopSignal);
  if (await waitUntilGone(previous.server, 10_000)) return;
  signalQuietly(previous.server.pid, 'SIGKILL');
  await waitUntilGone(previous.server, 5_000);
};
