/** Delivers: takes what is due, sends it, records it. */
import { setMaxListeners } from 'node:events';
import { loop } from '@tessera/kit/loop';
import { countWaiting } from '@tessera/kit/waiting';
import { onWake } from '@tessera/kit/wake';
import { deliveryWork, type Webhook } from '../webhook.ts';
import { claimDeliveries, countDue, isWaiting, renewLeases } from './claim.ts';
import { createDeliver } from './deliver.ts';
import { createInFlight, type InFlight } from './in-flight.ts';
import type { Sender } from './send.ts';

export type WorkerOptions = {
  /** Most attempts at once. Those that wait for an answer longer than a second leave their slot to others. */
  inFlight: number;
  /** Most attempts at once to one endpoint. */
  inFlightOfEndpoint: number;
  /** Most attempts at once to all endpoints of one organization: those that hang wait beside everyone else's. */
  inFlightOfOrganization: number;
  /** How often to look for what has become due, while anything waits. */
  pollMilliseconds: number;
  /** How often to look when nothing does: what this process takes in wakes it at once. */
  restMilliseconds: number;
  /** How long a stopping worker lets attempts finish. */
  drainMilliseconds: number;
};

export const workerDefaults: WorkerOptions = {
  inFlight: 64,
  inFlightOfEndpoint: 16,
  inFlightOfOrganization: 64,
  pollMilliseconds: 1_000,
  restMilliseconds: 5_000,
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
  const flights = createInFlight(settings.inFlight);
  const deliver = createDeliver(webhook, sender, stopping.signal);
  let isBehind = false;

  /** Answers whether there is more at once, or when to look again while anything waits. */
  const takeDue = async (): Promise<boolean | number> => {
    const most = flights.capacity();
    if (most <= 0) return settings.pollMilliseconds;
    const { inFlightOfEndpoint: maxOfEndpoint, inFlightOfOrganization: maxOfOrganization } = settings;
    const [ofEndpoints, ofOrganizations] = [flights.byEndpoint(), flights.byOrganization()];
    const inFlight = { ...ofEndpoints, ...ofOrganizations };
    const limits = { most, maxOfEndpoint, maxOfOrganization, inFlight, held: flights.ids(), leaseSeconds };
    const jobs = await claimDeliveries(webhook.db, { now: webhook.now(), ...limits });
    for (const job of jobs.filter(({ id }) => !flights.has(id)))
      flights.add(
        job,
        deliver(job)
          .catch((error: unknown) =>
            webhook.log.error({ err: error, eventId: job.eventId }, 'delivery broke'),
          )
          .finally(() => isBehind && running.wake()),
      );
    const isFull =
      Object.values(flights.byEndpoint()).some((count) => count >= maxOfEndpoint) ||
      Object.values(flights.byOrganization()).some((count) => count >= maxOfOrganization);
    // What has ended since was counted when these were taken: in its place there is room for more by now.
    const wasFull =
      hasFull(ofEndpoints, { more: jobs.map(({ endpointId }) => endpointId), most: maxOfEndpoint }) ||
      hasFull(ofOrganizations, { more: jobs.map((job) => job.organizationId), most: maxOfOrganization });
    isBehind = isFull || jobs.length === most;
    if (jobs.length === most || (wasFull && !isFull)) return true;
    return isBehind || (await isWaiting(webhook.db)) ? settings.pollMilliseconds : false;
  };

  const renewing = startRenewing(webhook, flights);
  const every = settings.restMilliseconds;
  const retry = { first: settings.pollMilliseconds, most: every };
  const running = loop({ every, retry, log: webhook.log, name: deliveryWork }, takeDue);
  const unsubscribe = onWake(webhook.db, deliveryWork, running.wake);
  const stopCounting = countWaiting(deliveryWork, () => countDue(webhook.db, webhook.now()));
  return {
    stop: async () => {
      unsubscribe();
      stopCounting();
      await running.stop();
      const timer = setTimeout(() => stopping.abort(), settings.drainMilliseconds);
      await flights.settled();
      clearTimeout(timer);
      clearInterval(renewing);
    },
  };
};

/** Whether one of these has as many attempts under way as it may have, with some more of them. */
const hasFull = (
  counts: Readonly<Record<string, number>>,
  { more, most }: { more: readonly string[]; most: number },
): boolean => {
  const sums = { ...counts };
  for (const id of more) sums[id] = (sums[id] ?? 0) + 1;
  return Object.values(sums).some((count) => count >= most);
};

const startRenewing = (webhook: Webhook, flights: InFlight): NodeJS.Timeout =>
  setInterval(() => {
    const ids = flights.slowerThan(renewMilliseconds);
    if (ids.length === 0) return;
    renewLeases(webhook.db, ids, leaseSeconds).catch((error: unknown) =>
      webhook.log.warn({ err: error }, 'leases could not be renewed'),
    );
  }, renewMilliseconds);
