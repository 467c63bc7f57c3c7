import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { UsageError } from './options.ts';
import {
  compileCache,
  describeProcess,
  type ProcessName,
  root,
  type SystemEnvironment,
} from './system-processes.ts';

/**
 * Throws a UsageError that names what the processes would refuse, before anything is started. The check runs in a
 * separate process, so that the memory of the schemas is released.
 */
export const checkConfiguration = async (
  names: readonly ProcessName[],
  around: SystemEnvironment,
): Promise<void> => {
  const environments = Object.fromEntries(names.map((name) => [name, describeProcess(name, around).env]));
  const program = join(root, 'deploy/configuration/print-faults.ts');
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...compileCache() },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  child.stdin.end(JSON.stringify(environments));
  const [faults] = await Promise.all([json(child.stdout) as Promise<string[]>, closed]);
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
};
