/** What is deleted is deleted once: who comes at the same time finds nothing any more, and causes no fault. */
import { eventually } from '@tessera/kit/test/eventually';
import { type BillingStack, makeMeter, makeSeller, type Seller, startBilling } from '../test/factories.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const send = (method: string, path: string, body?: object) =>
  stack.send(method, path, { as: seller.owner, ...(body && { body }) });
const make = async (path: string, body: object) => {
  const made = await send('POST', path, { organization_id: seller.organizationId, ...body });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id as string;
};

/** Sends requests while somebody else holds the row, until each of them waits for it; answers their statuses in order. */
const whileHeld = async (
  hold: [statement: string, values: unknown[]],
  requests: (() => Promise<number>)[],
) => {
  const holder = stack.db.createQueryRunner();
  await holder.startTransaction();
  await holder.query(...hold);
  const sent: Promise<number>[] = [];
  for (const request of requests) {
    sent.push(request());
    await eventually(async () =>
      expect(
        await stack.db.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ).toHaveLength(sent.length),
    );
  }
  await holder.commitTransaction();
  await holder.release();
  return Promise.all(sent);
};

const statusOf = (method: string, path: string, body?: object) => async () =>
  (await send(method, path, body)).status;

describe('of two deletions at once', () => {
  it.each([
    [
      'discounts',
      'discounts',
      { type: 'percentage', duration: 'once', basis_points: 1, name: 'A' },
      { name: 'B' },
    ],
    ['tax-registrations', 'tax_registrations', { country: 'CH' }, { valid_until: '2040-01-01T00:00:00Z' }],
  ])('of %s one finds nothing, as does a change', async (path, table, body, change) => {
    const id = await make(`/${path}/`, body);
    const one = `/${path}/${id}`;
    const statuses = await whileHeld(
      [`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, [id]],
      [statusOf('DELETE', one), statusOf('DELETE', one), statusOf('PATCH', one, change)],
    );
    expect(statuses).toEqual([204, 404, 404]);
  });

  it('of checkout links one finds nothing', async () => {
    const product = await make('/products/', {
      name: 'Handbook',
      recurring_interval: null,
      prices: [{ amount_type: 'free' }],
    });
    const { body } = await send('POST', '/checkout-links/', {
      payment_processor: 'stripe',
      products: [product],
    });
    const one = `/checkout-links/${body.id}`;
    const statuses = await whileHeld(
      ['SELECT 1 FROM checkout_links WHERE id = $1 FOR UPDATE', [body.id]],
      [statusOf('DELETE', one), statusOf('DELETE', one)],
    );
    expect(statuses).toEqual([204, 404]);
  });

  it('of usage alerts one finds nothing, as does a change', async () => {
    const meter = await makeMeter(stack, { organizationId: seller.organizationId });
    const id = await make('/usage-alerts/', {
      name: 'Limit',
      meter_id: meter.id,
      kind: 'units',
      threshold: 1,
    });
    const one = `/usage-alerts/${id}`;
    const statuses = await whileHeld(
      [`SELECT pg_advisory_xact_lock(hashtext('usage'), hashtext($1))`, [seller.organizationId]],
      [statusOf('DELETE', one), statusOf('DELETE', one), statusOf('PATCH', one, { threshold: 2 })],
    );
    expect(statuses).toEqual([204, 404, 404]);
  });
});
