/** Delivers: takes what is due, sends it, records it. */
import { setMaxListeners } from 'node:events';
import type { Webhook } from '../webhook.ts';
import { claimDeliveries, renewLeases } from './claim.ts';
import { createDeliver } from './deliver.ts';
import { createFlights, type Flights } from './flights.ts';
import type { Sender } from './send.ts';

export type WorkerOptions = {
  /** Most attempts at once. Those that wait for an answer longer than a second leave their place to others. */
  inFlight: number;
  /** Most attempts at once to one endpoint. */
  inFlightOfEndpoint: number;
  /** Most attempts at once to all endpoints of one organization: those that hang wait beside everyone else's. */
  inFlightOfOrganization: number;
  /** How often to look for what has become due. */
  pollMilliseconds: number;
  /** How long a stopping worker lets attempts finish. */
  drainMilliseconds: number;
};

export const workerDefaults: WorkerOptions = {
  inFlight: 64,
  inFlightOfEndpoint: 16,
  inFlightOfOrganization: 64,
  pollMilliseconds: 1_000,
  drainMilliseconds: 8_000,
};

/** After a crash others wait no longer than this. Attempts that take longer have their lease renewed in time. */
const leaseSeconds = 10;
const renewMilliseconds = 3_000;

export type Worker = { stop: () => Promise<void> };

/** Starts a worker. Replicas may run side by side. */
export const startWorker = (
  webhook: Webhook,
  sender: Sender,
  options: Partial<WorkerOptions> = {},
): Worker => {
  const settings = { ...workerDefaults, ...options };
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const flights = createFlights(settings.inFlight);
  const deliver = createDeliver(webhook, sender, stopping.signal);
  const bell = createAlarm(settings.pollMilliseconds);
  let isBehind = false;

  const takeDue = async (): Promise<void> => {
    const most = flights.places();
    if (most <= 0) return;
    const { inFlightOfEndpoint: mostOfEndpoint, inFlightOfOrganization: mostOfOrganization } = settings;
    const inFlight = { ...flights.byEndpoint(), ...flights.byOrganization() };
    const limits = { most, mostOfEndpoint, mostOfOrganization, inFlight, leaseSeconds };
    const jobs = await claimDeliveries(webhook.db, { now: webhook.now(), ...limits });
    for (const job of jobs.filter(({ id }) => !flights.has(id)))
      flights.add(
        job,
        deliver(job)
          .catch((error: unknown) =>
            webhook.log.error({ err: error, eventId: job.eventId }, 'delivery broke'),
          )
          .finally(() => isBehind && bell.ring()),
      );
    const isFull =
      Object.values(flights.byEndpoint()).some((count) => count >= mostOfEndpoint) ||
      Object.values(flights.byOrganization()).some((count) => count >= mostOfOrganization);
    isBehind = isFull || jobs.length === most;
    if (jobs.length === most) bell.ring();
  };

  webhook.work.hear(bell.ring);
  const renewing = startRenewing(webhook, flights);
  const loop = startLoop(bell, () =>
    takeDue().catch((error: unknown) =>
      webhook.log.warn({ err: error }, 'due deliveries could not be taken'),
    ),
  );
  return {
    stop: async () => {
      await loop.stop();
      const timer = setTimeout(() => stopping.abort(), settings.drainMilliseconds);
      await flights.settled();
      clearTimeout(timer);
      clearInterval(renewing);
    },
  };
};

const startLoop = (bell: Alarm, work: () => Promise<void>): { stop: () => Promise<void> } => {
  let isRunning = true;
  const run = async (): Promise<void> => {
    while (isRunning) {
      await work();
      await bell.rest();
    }
  };
  const loop = run();
  return {
    stop: () => {
      isRunning = false;
      bell.ring();
      return loop;
    },
  };
};

const startRenewing = (webhook: Webhook, flights: Flights): NodeJS.Timeout =>
  setInterval(() => {
    const ids = flights.longerThan(renewMilliseconds);
    if (ids.length === 0) return;
    renewLeases(webhook.db, ids, leaseSeconds).catch((error: unknown) =>
      webhook.log.warn({ err: error }, 'leases could not be renewed'),
    );
  }, renewMilliseconds);

type Alarm = { ring: () => void; rest: () => Promise<void> };

/** A rest that ends when its time is up or someone rings; a ring during work makes the next rest short. */
const createAlarm = (milliseconds: number): Alarm => {
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
