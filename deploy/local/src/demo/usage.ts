/** Usage of the demo seller's customers since their purchase; deterministic. */
import type { ApiClient } from './api-client.ts';

const v1 = '/api/billing/v1';
const hour = 3_600_000;

type Identified = { id: string };

/** Pages that are included each month, granted by the benefit with this description. */
export const includedPages = { description: '500 pages a month included', units: 500 };

/** Makes a benefit that credits units of a meter. */
export const makeIncludedPages = async (shop: ApiClient, meterId: string): Promise<string> => {
  const { description, units } = includedPages;
  const properties = { meter_id: meterId, units, rollover: false };
  const body = { type: 'meter_credit', description, properties };
  return (await shop.call<Identified>('POST', `${v1}/benefits/`, body)).id;
};

/** Makes alerts to customers and the seller: included pages nearly used up, and fair use exceeded. */
export const makeAlerts = async (shop: ApiClient, meterId: string): Promise<void> => {
  const alerts = [
    { name: 'Included pages nearly used up', kind: 'credit_percent', threshold: 80, notify_customer: true },
    { name: 'Fair use', kind: 'units', threshold: 5000, notify_customer: true, is_hard_stop: true },
  ];
  for (const alert of alerts) await shop.call('POST', `${v1}/usage-alerts/`, { ...alert, meter_id: meterId });
};

/** A deterministic pseudo-random number generator. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const formats = ['pdf', 'png', 'epub'];

/** Events of one customer, oldest first: more on some days than on others, and none at night. */
const eventsOf = (customerId: string, { seed, days, now }: { seed: number; days: number; now: number }) => {
  const next = numbersFrom(seed);
  const hours = Array.from({ length: days * 24 }, (_, index) => now - (days * 24 - index) * hour);
  return hours.flatMap((time) => {
    const isAwake = (time / hour) % 24 > 7;
    if (!isAwake || next(10) > 2) return [];
    return [
      {
        name: 'page.rendered',
        customer_id: customerId,
        external_id: `${seed}-${time}`,
        timestamp: new Date(time).toISOString(),
        metadata: { pages: 1 + next(12), format: formats[next(formats.length)], seconds: next(400) / 100 },
      },
    ];
  });
};

const perRequest = 1000;

export type User = { email: string; days: number };

/** Sends the usage of these customers over the given number of days. */
export const sendUsage = async (shop: ApiClient, users: readonly User[], now: number): Promise<void> => {
  const events = [];
  for (const [index, { email, days }] of users.entries()) {
    const query = new URLSearchParams({ email }).toString();
    const { items } = await shop.call<{ items: Identified[] }>('GET', `${v1}/customers/?${query}`);
    for (const { id } of items) events.push(...eventsOf(id, { seed: index + 1, days, now }));
  }
  for (let from = 0; from < events.length; from += perRequest)
    await shop.call('POST', `${v1}/events/ingest`, { events: events.slice(from, from + perRequest) });
};
