import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnDetached, withParentDeathSignal } from './tether.ts';

export type ProcessSpec = {
  name: string;
  command: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Base URL of its HTTP API; the process is ready when `/ready` there returns 200. */
  url: string;
  /** Called with every line of its output. */
  onLine: (line: string) => void;
  /** Called with messages of the supervisor itself. */
  say: (line: string) => void;
  /** Called after each start of the process. */
  onSpawn?: () => void;
  /** First pause before a restart, in milliseconds; doubled each time up to `maxBackoff`. */
  minBackoff?: number;
  maxBackoff?: number;
};

/** A child process that is restarted when it dies by itself, and stays down when it was stopped. */
export type ManagedProcess = {
  readonly name: string;
  readonly url: string;
  readonly pid: number | undefined;
  /** Starts it and waits until it is ready. Throws, with its last output, when it exits before that. */
  start(): Promise<void>;
  /** Stops it gracefully; it stays down until `start` or `restart`. */
  stop(): Promise<void>;
  /** Sends a signal, by default SIGKILL, and waits for the exit; it stays down. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Stops it with the signal, by default SIGTERM, and starts it; resolves when it is ready. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** Resolves when its readiness check succeeds. */
  ready(): Promise<void>;
};

const READY_WITHIN = 90_000;
const STOP_WITHIN = 20_000;
/** Milliseconds of uptime after which the back-off is reset. */
const SETTLED_AFTER = 30_000;

type Life = { child: ChildProcess; ended: Promise<string>; isOver: () => boolean; lastWords: string[] };

const isReady = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};

const begin = (spec: ProcessSpec): Life => {
  const child = spawnDetached(withParentDeathSignal(spec.command, 'SIGTERM'), {
    cwd: spec.cwd,
    env: spec.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const lastWords: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lastWords.push(line);
      if (lastWords.length > 20) lastWords.shift();
      spec.onLine(line);
    });
  }
  let over = false;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`));
  }).then(async (how) => {
    over = true;
    // Its last lines are still in the pipe; a descendant may hold the pipe open forever.
    await Promise.race([closed, delay(500)]);
    return how;
  });
  return { child, ended, isOver: () => over, lastWords };
};

/** Kills the process immediately, with its descendants. */
const cutOff = ({ child }: Life): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
};

const endLife = async (life: Life, signal: NodeJS.Signals): Promise<void> => {
  if (life.isOver()) return;
  if (signal === 'SIGKILL') cutOff(life);
  else life.child.kill(signal);
  const waiting = new AbortController();
  const force = delay(STOP_WITHIN, undefined, { signal: waiting.signal }).then(
    () => cutOff(life),
    () => undefined,
  );
  await life.ended;
  waiting.abort();
  await force;
};

/** The reason among the last lines: the logger's fatal message, else the last line. */
const reasonOf = (lines: string[]): string => {
  const fatal = lines.findLast((line) => line.includes('"level":"fatal"'));
  if (fatal !== undefined) return (JSON.parse(fatal) as { msg: string }).msg;
  const error = lines.findLast((line) => /^\w*Error\b/.test(line));
  return error ?? lines.findLast((line) => line.trim() !== '') ?? 'it said nothing';
};

const waitUntilReady = async ({ name, url }: ProcessSpec, isOver: () => boolean): Promise<void> => {
  const deadline = performance.now() + READY_WITHIN;
  while (!(await isReady(url))) {
    if (isOver()) return;
    if (performance.now() > deadline) throw new Error(`${name} was not ready after ${READY_WITHIN / 1000} s`);
    await delay(50);
  }
};

/** A pause that doubles with each exit that follows soon on the one before. */
const createBackoff = (least: number, most: number) => {
  let next = least;
  return (livedFor: number): number => {
    const pause = livedFor > SETTLED_AFTER ? least : next;
    next = Math.min(pause * 2, most);
    return pause;
  };
};

export const manageProcess = (spec: ProcessSpec): ManagedProcess => {
  let backoff = createBackoff(spec.minBackoff ?? 100, spec.maxBackoff ?? 10_000);
  let life: Life | undefined;
  let wake = new AbortController();

  const launch = (): Life => {
    life = begin(spec);
    spec.onSpawn?.();
    return life;
  };
  /** Watches one process and restarts it; an aborted signal means that its exit is wanted. */
  const lookAfter = async (current: Life, wanted: AbortSignal): Promise<void> => {
    const startedAt = performance.now();
    const how = await current.ended;
    if (wanted.aborted) return;
    const pause = backoff(performance.now() - startedAt);
    spec.say(`stopped (${how}); starting it again in ${pause / 1000} s`);
    await delay(pause, undefined, { signal: wanted }).catch(() => undefined);
    if (!wanted.aborted) await lookAfter(launch(), wanted);
  };
  const lower = async (signal: NodeJS.Signals): Promise<void> => {
    wake.abort();
    if (life !== undefined) await endLife(life, signal);
  };
  const start = async (): Promise<void> => {
    if (life !== undefined && !wake.signal.aborted) return waitUntilReady(spec, () => false);
    wake = new AbortController();
    const { signal } = wake;
    const current = launch();
    await waitUntilReady(spec, current.isOver);
    if (current.isOver()) {
      wake.abort();
      throw new Error(`${spec.name} did not start (${await current.ended}): ${reasonOf(current.lastWords)}`);
    }
    backoff = createBackoff(spec.minBackoff ?? 100, spec.maxBackoff ?? 10_000);
    void lookAfter(current, signal);
  };
  return {
    name: spec.name,
    url: spec.url,
    get pid() {
      return life === undefined || life.isOver() ? undefined : life.child.pid;
    },
    start,
    stop: () => lower('SIGTERM'),
    kill: (signal = 'SIGKILL') => lower(signal),
    async restart(signal = 'SIGTERM') {
      await lower(signal);
      await start();
    },
    ready: () => waitUntilReady(spec, () => false),
  };
};
