import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signalQuietly, waitUntilGone } from './ownership.ts';
import { identityOf, isAlive, type ProcessIdentity } from './tether.ts';

type Note = { owner: ProcessIdentity; children: ProcessIdentity[] };

const fileIn = (dataDir: string) => join(dataDir, 'processes.json');

const readNote = (dataDir: string): Note | undefined => {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Note;
  } catch {
    return undefined;
  }
};

/** Records which processes belong to this start, for the next start in case this one is killed. */
export const noteChildren = (dataDir: string, pids: readonly (number | undefined)[]): void => {
  const children = pids.filter((pid) => pid !== undefined).map(identityOf);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(`${fileIn(dataDir)}.new`, JSON.stringify({ owner: identityOf(process.pid), children }));
  renameSync(`${fileIn(dataDir)}.new`, fileIn(dataDir));
};

/**
 * Stops processes that a killed start left running on this folder. Throws when that start is still running: two on
 * one folder would overwrite each other's data.
 */
export const endLeftovers = async (dataDir: string): Promise<void> => {
  const note = readNote(dataDir);
  if (note === undefined) return;
  if (isAlive(note.owner) && note.owner.pid !== process.pid) {
    throw new Error(`${dataDir} is in use by process ${note.owner.pid}; stop it or choose another folder`);
  }
  const left = note.children.filter(isAlive);
  for (const { pid } of left) signalQuietly(pid, 'SIGKILL');
  for (const child of left) await waitUntilGone(child, 5_000);
};
