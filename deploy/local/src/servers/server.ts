import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { adopt, recordOwnership, signalQuietly } from '../processes/ownership.ts';
import { freePort } from '../processes/ports.ts';
import { spawnDetached } from '../processes/tether.ts';

/**
 * A server that is run externally or by us. Ours is restarted when it dies by itself, and stays down until `restart`
 * when it was stopped or killed here. Address and data stay the same.
 */
export type Server = {
  readonly url: string;
  readonly pid: number | undefined;
  /** Stops it gracefully, within its own time. */
  stop(): Promise<void>;
  /** Kills it immediately, as a power failure would (SIGKILL). */
  kill(): Promise<void>;
  /** Starts it again on the same address and data; a running one is stopped first. */
  restart(): Promise<void>;
};

export type ServerSpec = {
  name: string;
  dir: string;
  /** Returns the whole command line for a port; may prepare files first. */
  command: (port: number) => Promise<{ command: string[]; env?: NodeJS.ProcessEnv; cwd?: string }>;
  url: (port: number) => string;
  /** The log line that says that it is ready. */
  ready: RegExp;
  /** Whether its log says that only a restart helps. */
  isStuck?: (log: string) => boolean;
  stopSignal: NodeJS.Signals;
  /** The folder was made for this run only: it is deleted when the server is stopped. */
  isThrowaway?: boolean;
  log?: ((line: string) => void) | undefined;
};

/** `exited` resolves to the signal or exit code. */
type Running = { pid: number; exited: Promise<string>; isOver: () => boolean };

const ATTEMPTS = 40;
const READY_WITHIN = 60_000;
const STOP_WITHIN = 15_000;
const LOOK_EVERY = 2_000;
const LEAST_PAUSE = 100;
const MOST_PAUSE = 10_000;
/** Milliseconds of uptime after which the back-off is reset. */
const SETTLED_AFTER = 30_000;
const taken = /address (already )?in use|could not bind/i;
/** Startup errors caused by a killed predecessor, which pass after a moment. */
const passing = /pre-existing shared memory block|lock file .* already exists|is another postmaster/i;

class FailedStart extends Error {}

const logFileOf = ({ dir }: ServerSpec): string => join(dir, 'server.log');

const spawnOnce = async (spec: ServerSpec, port: number): Promise<Running> => {
  const { command, env, cwd } = await spec.command(port);
  const logFile = logFileOf(spec);
  const output = openSync(logFile, 'w', 0o600);
  const child = spawnDetached(command, { cwd: cwd ?? spec.dir, env, stdio: ['ignore', output, output] });
  closeSync(output);
  let over = false;
  const exited = Promise.race([once(child, 'exit'), once(child, 'error')]).then(
    ([code, signal]: unknown[]) => {
      over = true;
      return typeof signal === 'string' ? signal : `exit ${String(code)}`;
    },
  );
  if (child.pid === undefined) throw new FailedStart(`${command[0]} cannot be run`);
  recordOwnership(spec.dir, child.pid);
  const deadline = performance.now() + READY_WITHIN;
  for (;;) {
    const written = readFileSync(logFile, 'utf8');
    if (spec.ready.test(written)) return { pid: child.pid, exited, isOver: () => over };
    if (over) throw new FailedStart(written.trim().split('\n').slice(-6).join('\n'));
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${spec.name} was not ready after ${READY_WITHIN / 1000} s; see ${logFile}`);
    }
    await delay(5);
  }
};

const spawnReady = async (spec: ServerSpec, wishedPort?: number) => {
  for (let attempt = 1; ; attempt += 1) {
    const port = wishedPort ?? (await freePort());
    try {
      return { port, running: await spawnOnce(spec, port) };
    } catch (error) {
      if (!(error instanceof FailedStart)) throw error;
      const isWorthRepeating = taken.test(error.message) || passing.test(error.message);
      if (!isWorthRepeating || attempt === ATTEMPTS) {
        throw new Error(`${spec.name} did not start: ${error.message}`, { cause: error });
      }
      await delay(100);
    }
  }
};

const end = async (running: Running, signal: NodeJS.Signals): Promise<void> => {
  if (running.isOver()) return;
  process.kill(running.pid, signal);
  const waiting = new AbortController();
  const isSlow = await Promise.race([
    running.exited.then(() => false),
    delay(STOP_WITHIN, true, { signal: waiting.signal }).catch(() => true),
  ]);
  waiting.abort();
  if (!isSlow) return;
  process.kill(running.pid, 'SIGKILL');
  await running.exited;
};

/** Restarts the server on its port, until it is up or no longer wanted. */
const revive = async (
  spec: ServerSpec,
  port: number,
  { pause, wanted }: { pause: number; wanted: AbortSignal },
): Promise<Running | undefined> => {
  let next = pause;
  while (!wanted.aborted) {
    await delay(next, undefined, { signal: wanted }).catch(() => undefined);
    if (wanted.aborted) return undefined;
    next = Math.min(next * 2, MOST_PAUSE);
    try {
      return (await spawnReady(spec, port)).running;
    } catch (error) {
      spec.log?.((error as Error).message);
    }
  }
  return undefined;
};

const looksStuck = (spec: ServerSpec): boolean => {
  try {
    return spec.isStuck?.(readFileSync(logFileOf(spec), 'utf8')) === true;
  } catch {
    // The folder was deleted: nothing is known.
    return false;
  }
};

/** Stops a server that only a restart helps; its supervisor starts it again. */
const endWhenStuck = (spec: ServerSpec, running: () => Running): NodeJS.Timeout =>
  setInterval(() => {
    const { pid, isOver } = running();
    if (isOver() || !looksStuck(spec)) return;
    spec.log?.(`${spec.name} does not go on by itself; ending it`);
    signalQuietly(pid, spec.stopSignal);
  }, LOOK_EVERY).unref();

/** Keeps a server running. `lower` stops it and ends the supervision, `raise` starts it again. */
const supervise = (spec: ServerSpec, port: number, first: Running) => {
  let running = first;
  let wanted = new AbortController();
  let watching = Promise.resolve();
  const watch = async (signal: AbortSignal): Promise<void> => {
    for (let pause = LEAST_PAUSE; ; pause = Math.min(pause * 2, MOST_PAUSE)) {
      const startedAt = performance.now();
      const how = await running.exited;
      if (signal.aborted) return;
      if (performance.now() - startedAt > SETTLED_AFTER) pause = LEAST_PAUSE;
      spec.log?.(`${spec.name} stopped (${how}); starting it again in ${pause / 1000} s`);
      const revived = await revive(spec, port, { pause, wanted: signal });
      if (revived === undefined) return;
      running = revived;
      if (!signal.aborted) spec.log?.(`${spec.name} is ready again on 127.0.0.1:${port}`);
    }
  };
  let looking = spec.isStuck && endWhenStuck(spec, () => running);
  watching = watch(wanted.signal);
  const lower = async (signal: NodeJS.Signals): Promise<void> => {
    wanted.abort();
    clearInterval(looking);
    await end(running, signal);
    // A restart in progress ends only here.
    await watching;
    await end(running, signal);
  };
  const raise = async (): Promise<void> => {
    ({ running } = await spawnReady(spec, port));
    wanted = new AbortController();
    looking = spec.isStuck && endWhenStuck(spec, () => running);
    watching = watch(wanted.signal);
  };
  return { pid: () => (running.isOver() ? undefined : running.pid), lower, raise };
};

/** Runs one server on a free port of 127.0.0.1 with its own folder. */
export const runServer = async (spec: ServerSpec): Promise<Server> => {
  mkdirSync(spec.dir, { recursive: true, mode: 0o700 });
  await adopt(spec.dir, spec.stopSignal);
  const { port, running } = await spawnReady(spec);
  spec.log?.(`${spec.name} is ready on 127.0.0.1:${port}`);
  const supervisor = supervise(spec, port, running);
  return {
    url: spec.url(port),
    get pid() {
      return supervisor.pid();
    },
    async stop() {
      await supervisor.lower(spec.stopSignal);
      if (spec.isThrowaway) rmSync(spec.dir, { recursive: true, force: true });
    },
    kill: () => supervisor.lower('SIGKILL'),
    async restart() {
      await supervisor.lower(spec.stopSignal);
      await supervisor.raise();
    },
  };
};

/** A server that is run externally: it is used, never stopped. */
export const foreignServer = (url: string): Server => {
  const refuse = () => Promise.reject(new Error(`${url} was not started here and cannot be stopped here`));
  return { url, pid: undefined, stop: () => Promise.resolve(), kill: refuse, restart: refuse };
};
