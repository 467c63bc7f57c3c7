import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { root } from '../system/system-processes.ts';

/** Counts of a step; a check counts as one. */
export type Count = { passed: number; failed: number };

/** A step of `npm test`. It throws an error to report when it fails; it may count several tests. */
export type Step = { name: string; run: () => Promise<Count | void> };

type Write = (text: string) => unknown;
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** `limit`: milliseconds after which the command is killed. */
export type CommandOptions = { cwd?: string; env?: NodeJS.ProcessEnv; isShown?: boolean; limit?: number };

/** Runs a program of this checkout and returns its output; throws the output when it fails. */
export const runCommand = async (
  command: readonly string[],
  options: CommandOptions = {},
): Promise<string> => {
  const [file = '', ...args] = command;
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const child = spawn(file, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, PATH: path, ...options.env },
    ...(options.limit !== undefined && { timeout: options.limit }),
    stdio: ['ignore', ...(options.isShown ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  const text = Buffer.concat(output).toString();
  const isLate = options.limit !== undefined && signal === 'SIGTERM';
  if (isLate) throw new Error(`${text}\n${file} was ended: it took longer than ${options.limit} ms`.trim());
  if (code !== 0) throw new Error(text.trim() || `${file} ended with ${signal ?? `exit ${code}`}`);
  return text;
};

const runStep = async ({ name, run }: Step, write: Write): Promise<Count> => {
  const since = performance.now();
  write(`· ${name} …\n`);
  try {
    const count = (await run()) ?? { passed: 1, failed: 0 };
    const isGood = count.failed === 0;
    write(
      `${isGood ? '✓' : '✗'} ${name}: ${count.passed} passed, ${count.failed} failed (${seconds(since)})\n`,
    );
    return count;
  } catch (error) {
    write(`${(error as Error).message}\n✗ ${name} failed (${seconds(since)})\n`);
    return { passed: 0, failed: 1 };
  }
};

/** Runs all steps, even if some fail, and writes `N passed, N failed` as the last line. Returns the exit code. */
export const runSteps = async (
  steps: readonly Step[],
  write: Write = (text) => process.stdout.write(text),
): Promise<number> => {
  const since = performance.now();
  const total: Count = { passed: 0, failed: 0 };
  for (const step of steps) {
    const { passed, failed } = await runStep(step, write);
    total.passed += passed;
    total.failed += failed;
  }
  write(`All took ${seconds(since)}.\n${total.passed} passed, ${total.failed} failed\n`);
  return total.failed === 0 ? 0 : 1;
};
