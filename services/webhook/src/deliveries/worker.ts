/** Delivers: takes what is due, sends it, records it. */
import { setMaxListeners } from 'node:events';
import type { Webhook } from '../webhook.ts';
import { claimDeliveries, type Job, releaseDeliveries } from './claim.ts';
import { createRecorder } from './record.ts';
import { retryDelay } from './rules.ts';
import { type Outcome, type Sender, sendMessage } from './send.ts';
import { keysOf } from './signature.ts';

export type WorkerOptions = {
  /** Most attempts at once. Those that wait for an answer longer than a second leave their place to others. */
  inFlight: number;
  /** Most attempts at once to one endpoint. */
  inFlightOfEndpoint: number;
  /** How often to look for what has become due. */
  pollMilliseconds: number;
  /** How long a stopping worker lets attempts finish. */
  drainMilliseconds: number;
};

export const workerDefaults: WorkerOptions = {
  inFlight: 64,
  inFlightOfEndpoint: 16,
  pollMilliseconds: 1_000,
  drainMilliseconds: 8_000,
};

/** Attempts that wait for slow receivers, in all: sockets and memory are not endless either. */
const mostWaiting = 1_024;
const patienceMilliseconds = 1_000;
/** What an attempt may take beyond its time limit, until it is recorded. */
const leaseSlackSeconds = 10;
const mostKeptKeys = 1_000;

export type Worker = { stop: () => Promise<void> };

type Flight = { job: Job; since: number; done: Promise<void> };

/** Starts a worker. Replicas may run side by side. */
export const startWorker = (
  webhook: Webhook,
  sender: Sender,
  options: Partial<WorkerOptions> = {},
): Worker => {
  const settings = { ...workerDefaults, ...options };
  const flights = new Map<string, Flight>();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const recorder = createRecorder(webhook.db, webhook.log);
  const keys = createKeyCache(webhook);
  const bell = createAlarm(settings.pollMilliseconds);
  let isRunning = true;
  let isBehind = false;

  const claim = async (): Promise<void> => {
    const most = freePlaces(flights, settings.inFlight);
    if (most <= 0) return;
    const jobs = await claimDeliveries(webhook.db, {
      now: webhook.now(),
      most,
      mostOfEndpoint: settings.inFlightOfEndpoint,
      inFlight: countByEndpoint(flights),
      leaseSeconds: sender.timeoutMilliseconds / 1000 + leaseSlackSeconds,
    });
    for (const job of jobs) if (!flights.has(job.id)) launch(job);
    isBehind =
      jobs.length === most ||
      Object.values(countByEndpoint(flights)).some((count) => count >= settings.inFlightOfEndpoint);
    if (jobs.length === most) bell.ring();
  };

  const launch = (job: Job): void => {
    const done = deliver(job)
      .catch((error: unknown) => webhook.log.error({ err: error, deliveryId: job.id }, 'delivery broke'))
      .finally(() => {
        flights.delete(job.id);
        if (isBehind) bell.ring();
      });
    flights.set(job.id, { job, since: performance.now(), done });
  };

  const deliver = async (job: Job): Promise<void> => {
    const startedAt = webhook.now();
    const outcome = await sendMessage(sender, { ...job, keys: keys(job.secret) }, stopping.signal);
    if (!outcome) {
      await releaseDeliveries(webhook.db, [job.id]);
      return;
    }
    const nextAttemptAt = outcome.succeeded ? null : nextAttempt(webhook.now(), job.attempts + 1);
    await recorder.record({ job, outcome, startedAt, nextAttemptAt });
    logOutcome(webhook, job, outcome, nextAttemptAt);
  };

  const run = async (): Promise<void> => {
    while (isRunning) {
      try {
        await claim();
      } catch (error) {
        webhook.log.warn({ err: error }, 'due deliveries could not be taken');
      }
      await bell.rest();
    }
  };
  webhook.work.hear(bell.ring);
  const loop = run();
  return {
    stop: async () => {
      isRunning = false;
      bell.ring();
      await loop;
      const timer = setTimeout(() => stopping.abort(), settings.drainMilliseconds);
      await Promise.all([...flights.values()].map(({ done }) => done));
      clearTimeout(timer);
    },
  };
};

const nextAttempt = (now: Date, retry: number): Date | null => {
  const seconds = retryDelay(retry, Math.random());
  return seconds === null ? null : new Date(now.getTime() + seconds * 1000);
};

const freePlaces = (flights: Map<string, Flight>, most: number): number => {
  const patience = performance.now() - patienceMilliseconds;
  let quick = 0;
  for (const { since } of flights.values()) if (since > patience) quick += 1;
  return Math.min(most - quick, mostWaiting - flights.size);
};

const countByEndpoint = (flights: Map<string, Flight>): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { job } of flights.values()) counts[job.endpointId] = (counts[job.endpointId] ?? 0) + 1;
  return counts;
};

/** Opens a secret once, not for each attempt. */
const createKeyCache = (webhook: Webhook): ((sealed: string) => Buffer[]) => {
  const kept = new Map<string, Buffer[]>();
  return (sealed) => {
    const known = kept.get(sealed);
    if (known) return known;
    const keys = keysOf(webhook.vault.decrypt(sealed));
    if (kept.size >= mostKeptKeys) kept.clear();
    kept.set(sealed, keys);
    return keys;
  };
};

/** A rest that ends when its time is up or someone rings; a ring during work makes the next rest short. */
const createAlarm = (milliseconds: number) => {
  let isRung = false;
  let wake = (): void => undefined;
  return {
    ring: (): void => {
      isRung = true;
      wake();
    },
    rest: async (): Promise<void> => {
      if (!isRung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isRung = false;
    },
  };
};

const logOutcome = (webhook: Webhook, job: Job, outcome: Outcome, nextAttemptAt: Date | null): void =>
  webhook.log.info(
    {
      eventId: job.eventId,
      endpointId: job.endpointId,
      organizationId: job.organizationId,
      type: job.type,
      attempt: job.attempts + 1,
      status: outcome.httpCode,
      ms: outcome.durationMs,
      ...(outcome.error !== null && { reason: outcome.error }),
      ...(nextAttemptAt && { nextAttemptAt }),
    },
    outcome.succeeded ? 'webhook delivered' : 'webhook failed',
  );
