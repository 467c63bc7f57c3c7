import { isPortFree } from '../processes/ports.ts';
import { parseOptions, type StartOptions, UsageError, usage } from './options.ts';

/** Writes a line for the user at the terminal. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Throws when the port is in use, before anything is started. */
export const checkPort = async (port: number): Promise<void> => {
  if (await isPortFree(port, process.env['HOST'])) return;
  throw new UsageError(`Port ${port} is taken; choose another one with -- --port N`);
};

export type Session = {
  /** Aborted by Ctrl-C and SIGTERM. */
  signal: AbortSignal;
  /** Registers a part to be stopped at the end; parts are stopped in reverse order. */
  own: <Part extends { stop(): Promise<void> }>(part: Part) => Part;
};

const listenForStop = (stopping: AbortController): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      if (stopping.signal.aborted) return;
      say('Stopping …');
      stopping.abort();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    // The terminal or the pipe was closed: failing writes must not abort the shutdown midway. Into a file on a full
    // disk nothing can be written either, but that passes.
    for (const output of [process.stdout, process.stderr])
      output.on('error', ({ code }: NodeJS.ErrnoException) => {
        if (code !== 'ENOSPC' && code !== 'EDQUOT') stop();
      });
  });

/** Starts the parts, waits for Ctrl-C or SIGTERM, and stops them. */
const run = async (
  body: () => Promise<void>,
  stopping: AbortController,
  parts: { stop(): Promise<void> }[],
) => {
  const stopped = listenForStop(stopping);
  try {
    await body();
    await stopped;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
};

/**
 * The lifecycle of `npm start` and `npm run dev`: `body` starts everything, then Ctrl-C or SIGTERM stops it and the
 * process exits 0. An error is printed in one line, with exit code 1.
 */
export const runUntilStopped = async (
  command: string,
  body: (options: StartOptions, session: Session) => Promise<void>,
): Promise<never> => {
  const stopping = new AbortController();
  const parts: { stop(): Promise<void> }[] = [];
  const session: Session = {
    signal: stopping.signal,
    own: (part) => {
      parts.push(part);
      return part;
    },
  };
  try {
    const options = parseOptions(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd());
    if (options.isHelp) say(usage(command));
    else await run(() => body(options, session), stopping, parts);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
};
