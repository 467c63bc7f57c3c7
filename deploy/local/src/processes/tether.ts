import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first executable of that name in the folders, by default those of PATH. */
export const findExecutable = (name: string, folders = (process.env['PATH'] ?? '').split(delimiter)) =>
  folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

const setpriv = findExecutable('setpriv');

/**
 * Returns a command line that makes the kernel send `signal` to the process when its parent exits: even a parent
 * killed with SIGKILL leaves nothing running. Without setpriv (util-linux) the command is unchanged.
 */
export const withParentDeathSignal = (command: readonly string[], signal: NodeJS.Signals): string[] =>
  setpriv === undefined
    ? [...command]
    : [setpriv, '--pdeathsig', signal.replace(/^SIG/, ''), '--', ...command];

/**
 * Starts a command in its own process group, so that Ctrl-C in a terminal reaches only this process, which knows the
 * order of stopping.
 */
export const spawnDetached = (command: readonly string[], options: SpawnOptions): ChildProcess => {
  const [file, ...args] = command;
  if (file === undefined) throw new Error('no command given');
  return spawn(file, args, { ...options, detached: true });
};

/** The start time of a process, in clock ticks since boot: with the pid, an identity that is never reused. */
export const startTimeOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
};

/** Identifies a process, so that another one can find it later. */
export type ProcessIdentity = { pid: number; startTime: string | undefined };

export const identityOf = (pid: number): ProcessIdentity => ({ pid, startTime: startTimeOf(pid) });

export const isAlive = ({ pid, startTime }: ProcessIdentity): boolean =>
  startTime !== undefined && startTimeOf(pid) === startTime;
