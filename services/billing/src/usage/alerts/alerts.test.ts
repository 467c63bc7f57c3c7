import { usageAlertReached } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeCustomer,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { countUsage } from '../counting/worker.ts';
import { creditMeters, resetMeters } from '../credits/credits.ts';

let stack: BillingStack;
let seller: Seller;
let customerId: string;
let meterId: string;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  customerId = (await makeCustomer(stack, { ...owner(), externalId: 'ada' })).id;
  meterId = (await makeMeter(stack, { ...owner(), aggregation: { func: 'sum', property: 'n' } })).id;
});
afterAll(() => stack.stop());

const owner = () => ({ organizationId: seller.organizationId });
const as = () => tokenOf(seller.organizationId, 'meters:write', 'events:write', 'customers:read');
const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  stack.send(method, path, { as: as(), ...(body && { body }) });
const make = async (values: object = {}) => {
  const wish = { name: 'Soft limit', meter_id: meterId, kind: 'units', threshold: 10, ...values };
  const { status, body, text } = await send('POST', '/usage-alerts/', wish);
  if (status !== 201) throw new Error(text);
  return body;
};
const use = async (n: number, values: object = {}) => {
  const event = { name: 'use', external_customer_id: 'ada', metadata: { n }, ...values };
  const { status, text } = await send('POST', '/events/ingest', { events: [event] });
  if (status !== 200) throw new Error(text);
  while (await countUsage(stack.billing));
};
const meter = async () => (await send('GET', `/customers/${customerId}/state`)).body.active_meters[0];
const isTold = () =>
  stack.events.all(usageAlertReached).filter((event) => event.organizationId === seller.organizationId);
const credit = (units: number) =>
  stack.db.transaction((em) =>
    creditMeters(em, stack.clock.now(), [{ ...owner(), customerId, meterId, units, rollover: false }]),
  );

describe('an alert', () => {
  it('is told once a period, with who reached it, and is in the customer’s state at once', async () => {
    const alert = await make({ is_hard_stop: true });
    expect(alert).toEqual({
      id: alert.id,
      created_at: expect.any(String),
      modified_at: null,
      organization_id: seller.organizationId,
      name: 'Soft limit',
      meter_id: meterId,
      customer_id: null,
      kind: 'units',
      threshold: 10,
      currency: 'usd',
      is_hard_stop: true,
      notify_customer: false,
    });
    await use(9);
    expect(await meter()).toMatchObject({ is_stopped: false, alerts: [] });
    await use(1.5);
    expect(await meter()).toMatchObject({
      is_stopped: true,
      alerts: [{ usage_alert_id: alert.id, name: 'Soft limit', threshold: 10, is_hard_stop: true }],
    });
    await use(1);
    const told = await stack.events.next(usageAlertReached, (event) => event.usageAlertId === alert.id);
    expect(JSON.parse(told.snapshot)).toEqual({
      usage_alert: alert,
      customer_id: customerId,
      external_customer_id: 'ada',
      meter_id: meterId,
      value: 10.5,
      reached_at: stack.clock.now().toISOString(),
    });
    await stack.db.transaction((em) =>
      resetMeters(em, stack.clock.now(), [{ ...owner(), customerId, meterId }]),
    );
    expect(await meter()).toMatchObject({ is_stopped: false, alerts: [] });
    await use(12);
    expect(await meter()).toMatchObject({ is_stopped: true });
    await use(1);
    // Told in order: when the last one is here, so is all that came before.
    const { id } = await make({ name: 'Last', threshold: 13 });
    await stack.events.next(usageAlertReached, (event) => event.usageAlertId === id);
    expect(isTold().map(({ snapshot }) => JSON.parse(snapshot).value)).toEqual([10.5, 12, 13]);
  });

  it('is below again by credit or by a correction', async () => {
    await make({ kind: 'credit_percent', threshold: 80 });
    await make({ threshold: 5, name: 'Units' });
    await use(8, { external_id: 'first' });
    const names = async () => (await meter()).alerts.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['Units']);
    await credit(10);
    expect((await names()).toSorted()).toEqual(['Soft limit', 'Units']);
    await credit(10);
    expect(await names()).toEqual(['Units']);
    await use(0, { voids: 'first' });
    expect(await names()).toEqual([]);
  });

  it('looks at what was used before it was made or changed', async () => {
    await use(8);
    const alert = await make({ threshold: 8 });
    expect((await meter()).alerts).toHaveLength(1);
    await send('PATCH', `/usage-alerts/${alert.id}`, { threshold: 9 });
    expect((await meter()).alerts).toEqual([]);
    await send('PATCH', `/usage-alerts/${alert.id}`, { threshold: 7.5, name: 'Lower' });
    expect((await meter()).alerts).toMatchObject([{ name: 'Lower', threshold: 7.5 }]);
    expect((await send('DELETE', `/usage-alerts/${alert.id}`)).status).toBe(204);
    expect((await meter()).alerts).toEqual([]);
    expect((await send('GET', `/usage-alerts/${alert.id}`)).status).toBe(404);
  });

  it('may be one customer’s alone', async () => {
    const bob = await makeCustomer(stack, { ...owner(), externalId: 'bob' });
    await make({ customer_id: bob.id });
    await use(20);
    expect((await meter()).alerts).toEqual([]);
    const { body } = await send('GET', `/usage-alerts/?customer_id=${bob.id}`);
    expect(body.items).toHaveLength(1);
    expect((await send('GET', `/usage-alerts/?customer_id=${customerId}`)).body.items).toEqual([]);
  });

  it('is listed, filtered and sorted', async () => {
    await make({ name: 'Beta' });
    await make({ name: 'Alpha' });
    const names = async (query: string) =>
      (await send('GET', `/usage-alerts/?${query}`)).body.items.map(({ name }: { name: string }) => name);
    expect(await names('sorting=name')).toEqual(['Alpha', 'Beta']);
    expect(await names('sorting=-name')).toEqual(['Beta', 'Alpha']);
    expect(await names('query=alp')).toEqual(['Alpha']);
    expect(await names(`meter_id=${meterId}&limit=1&sorting=created_at`)).toEqual(['Beta']);
  });
});

describe('what cannot be an alert', () => {
  it.each([
    ['no threshold', { threshold: undefined }, 'threshold'],
    ['a threshold of nothing', { threshold: 0 }, 'threshold'],
    ['a huge threshold', { threshold: 1e308 }, 'threshold'],
    ['a kind that is none', { kind: 'euro' }, 'kind'],
    ['a currency that is none', { kind: 'amount', currency: 'xxx' }, 'currency'],
    ['no name', { name: '' }, 'name'],
    ['a meter that is none', { meter_id: '0198a000-0000-7000-8000-000000000000' }, 'meter_id'],
    ['a customer who is none', { customer_id: '0198a000-0000-7000-8000-000000000000' }, 'customer_id'],
  ])('is refused: %s', async (_what, wrong, key) => {
    const wish = { name: 'Limit', meter_id: meterId, kind: 'units', threshold: 10, ...wrong };
    const { status, body } = await send('POST', '/usage-alerts/', wish);
    expect([status, body.detail[0].loc]).toEqual([422, ['body', key]]);
  });

  it('is another seller’s', async () => {
    const { id } = await make();
    const theirs = meterId;
    seller = await makeSeller(stack);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      expect((await send(method, `/usage-alerts/${id}`, method === 'PATCH' ? {} : undefined)).status).toBe(
        404,
      );
    expect((await send('GET', '/usage-alerts/')).body.items).toEqual([]);
    const wish = { name: 'Limit', meter_id: theirs, kind: 'units', threshold: 10 };
    expect((await send('POST', '/usage-alerts/', wish)).status).toBe(422);
    const reader = tokenOf(seller.organizationId, 'meters:read');
    expect((await stack.send('POST', '/usage-alerts/', { as: reader, body: wish })).status).toBe(403);
  });
});
