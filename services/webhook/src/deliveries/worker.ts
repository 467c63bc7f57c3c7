/** The delivery worker: claims due deliveries, sends them and records the results. */
import { setMaxListeners } from 'node:events';
import { loop } from '@tessera/kit/background/loop';
import { countWaiting } from '@tessera/kit/background/waiting';
import { onWake } from '@tessera/kit/background/wake';
import { deliveryWork, type Webhook } from '../webhook.ts';
import { claimDeliveries, countDue, isWaiting, renewLeases } from './claim.ts';
import { createDeliver } from './deliver.ts';
import { createInFlight, type InFlight } from './in-flight.ts';
import type { Sender } from './send.ts';

export type WorkerOptions = {
  /** Maximum concurrent attempts. One that waits longer than a second for a response gives up its slot. */
  inFlight: number;
  /** Maximum concurrent attempts per endpoint. */
  inFlightOfEndpoint: number;
  /** Maximum concurrent attempts per organization, so that its hanging endpoints do not delay others. */
  inFlightOfOrganization: number;
  /** Poll interval while deliveries are pending. */
  pollMilliseconds: number;
  /** Poll interval otherwise; events that this process receives wake the worker immediately. */
  restMilliseconds: number;
  /** How long a stopping worker waits for attempts in flight. */
  drainMilliseconds: number;
};

const workerDefaults: WorkerOptions = {
  inFlight: 64,
  inFlightOfEndpoint: 16,
  inFlightOfOrganization: 64,
  pollMilliseconds: 1_000,
  restMilliseconds: 5_000,
  drainMilliseconds: 8_000,
};

/** Other processes take over this long after a crash. Leases of longer attempts are extended in time. */
const leaseSeconds = 10;
const renewMilliseconds = 3_000;

export type Worker = { stop: () => Promise<void> };

/** Starts a worker. Several replicas may run concurrently. */
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

  /** Returns whether more is due now, or after how long to look again while anything is pending. */
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
    // Attempts that ended since the claim were counted as in flight: there may be room for more now.
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

/** Whether one of these keys has reached its limit of concurrent attempts, counting additional ones. */
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
