/**
 * Kills billing, NATS and Postgres while usage events are sent. Every acknowledged event must be counted exactly
 * once; events without acknowledgement are retried with the same `external_id` and count once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@tessera/kit/test/eventually';
import { createPartner, createSeller } from './clients.ts';
import { killPostgres, killProgram } from './kill.ts';
import type { Journey } from './system.ts';

type Fault = (journey: Journey) => Promise<void>;

export const killBilling: Fault = async (journey) => {
  await killProgram(journey.processes.billing);
  await journey.processes.billing.ready();
};

export const killNats: Fault = async (journey) => {
  await journey.servers.nats.kill();
  await journey.servers.nats.restart();
};

export const killDatabase: Fault = killPostgres;

/** Events per request of each sender: small requests are written in a batch with others. */
const senders = [20, 20, 1, 1, 1];

/** Sends events during one fault after the other and checks the counts. Returns the number of acknowledged events. */
export const keepLedger = async (journey: Journey, faults: readonly Fault[]): Promise<number> => {
  const seller = await createSeller(journey.url);
  const polar = createPartner(journey.url, seller.token);
  const customer = await polar.customers.create({ email: 'user@example.com', externalId: 'user' });
  const meter = await polar.meters.create({
    name: 'Units',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'sum', property: 'units' },
  });
  let isOver = false;
  let sent = 0;
  const send = async (body: object): Promise<boolean> => {
    const response = await fetch(`${journey.url}/api/billing/v1/events/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (response?.status === 422) throw new Error(await response.text());
    return response?.status === 200;
  };
  /** Retries until the request is acknowledged, as a program does that must not lose events. */
  const insist = async (body: object): Promise<void> => {
    while (!(await send(body))) await delay(100);
  };
  const work = async (perRequest: number, sender: number): Promise<void> => {
    for (let request = 0; !isOver; request += 1) {
      const events = Array.from({ length: perRequest }, (_, index) => ({
        name: 'use',
        external_customer_id: 'user',
        external_id: `${sender}-${request}-${index}`,
        metadata: { units: 1 },
      }));
      await insist({ events });
      sent += perRequest;
    }
  };
  const working = Promise.all(senders.map(work));
  for (const fault of faults) {
    const before = sent;
    await eventually(() => expect(sent).toBeGreaterThan(before), 60_000);
    await fault(journey);
  }
  isOver = true;
  await working;
  await eventually(async () => {
    const { result } = await polar.customerMeters.list({ meterId: meter.id });
    expect(result.items.map(({ customerId, consumedUnits }) => [customerId, consumedUnits])).toEqual([
      [customer.id, sent],
    ]);
  }, 120_000);
  const { result } = await polar.events.list({ limit: 1 });
  expect(result.pagination.totalCount).toBe(sent);
  const quantities = await polar.meters.quantities({
    id: meter.id,
    startTimestamp: new Date(Date.now() - 86_400_000),
    endTimestamp: new Date(Date.now() + 60_000),
    interval: 'day',
  });
  expect(quantities.total).toBe(sent);
  return sent;
};
