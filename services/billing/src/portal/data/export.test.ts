import { CustomerExport } from '@tessera/proto/api/billing/customer-export';
import { readReply } from '@tessera/proto/api/wire';
import {
  type BillingStack,
  makeCustomer,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { customerOf } from '../../../test/portal.ts';
import { addToBalance } from '../../customers/balance.ts';
import { exportOwnData } from './export.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const owner = () => ({ organizationId: seller.organizationId });
const own = '/customer-portal/customers/me/export';

const ingest = async (events: object[]): Promise<void> => {
  const as = tokenOf(seller.organizationId, 'events:write');
  const { status, text } = await stack.send('POST', '/events/ingest', { as, body: { events } });
  expect([status, text]).toEqual([200, expect.any(String)]);
};
/** So many, a second apart, of one customer. */
const use = async (customerId: string, count: number): Promise<void> => {
  const begin = stack.clock.now().getTime() - count * 1000;
  const events = Array.from({ length: count }, (_, index) => ({
    name: 'call',
    customer_id: customerId,
    timestamp: new Date(begin + index * 1000),
    metadata: { place: index, askedBy: 'Ada' },
  }));
  for (let at = 0; at < count; at += 1000) await ingest(events.slice(at, at + 1000));
};

describe('all that is kept of a customer', () => {
  it('has each event of usage once, the latest first, and none of others', async () => {
    const [ada, grace] = [await makeCustomer(stack, owner()), await makeCustomer(stack, owner())];
    await use(ada.id, 1201);
    await use(grace.id, 1);
    const { body } = await stack.send('GET', own, { as: customerOf(seller, ada.id) });
    const { events, customer } = readReply(CustomerExport, body, 'snake');
    expect(CustomerExport.safeParse(readReply(CustomerExport, body, 'snake')).error).toBeUndefined();
    expect(customer.id).toBe(ada.id);
    expect(events.map(({ metadata }) => metadata['place'])).toEqual(
      Array.from({ length: 1201 }, (_, index) => 1200 - index),
    );
    expect(body.events[0]).toEqual({
      id: expect.any(String),
      timestamp: new Date(stack.clock.now().getTime() - 1000).toISOString(),
      external_customer_id: null,
      external_id: null,
      voids: null,
      voided_by: null,
      is_late: false,
      source: 'user',
      name: 'call',
      metadata: { place: 1200, askedBy: 'Ada' },
    });
    const told = await stack.send('GET', `/customers/${ada.id}/export`, {
      as: tokenOf(seller.organizationId, 'customers:read'),
    });
    expect(told.headers.get('content-type')).toBe('application/json');
    expect(told.headers.get('content-disposition')).toBe(`attachment; filename="customer-${ada.id}.json"`);
    expect(told.body.events).toEqual(body.events);
  });

  it('has no events of who has used nothing', async () => {
    const { id } = await makeCustomer(stack, owner());
    const { body } = await stack.send('GET', own, { as: customerOf(seller, id) });
    expect(body.events).toEqual([]);
  });

  it('has what is to their credit, and what has changed it', async () => {
    const { id: customerId } = await makeCustomer(stack, owner());
    const account = { ...owner(), customerId, currency: 'usd' };
    await stack.db.transaction((em) => addToBalance(em, account, { amount: 700, at: stack.clock.now() }));
    const { body } = await stack.send('GET', own, { as: customerOf(seller, customerId) });
    expect(body.wallets).toMatchObject([
      { balance: 700, transactions: [{ amount: 700, reason: 'earlier' }] },
    ]);
  });

  it('reads events no faster than they are taken', async () => {
    const { id } = await makeCustomer(stack, owner());
    await use(id, 1201);
    let asked = 0;
    const usage: typeof stack.billing.usage = {
      ...stack.billing.usage,
      newest: (...args) => {
        asked += 1;
        return stack.billing.usage.newest(...args);
      },
    };
    const { events } = await exportOwnData({ ...stack.billing, usage }, customerOf(seller, id));
    expect(asked).toBe(0);
    expect((await events.next()).value).toHaveLength(500);
    expect(asked).toBe(1);
    await events.return(undefined);
  });

  it('is nothing that another seller is told', async () => {
    const { id } = await makeCustomer(stack, owner());
    const stranger = await makeSeller(stack);
    expect((await stack.send('GET', `/customers/${id}/export`, { as: stranger.owner })).status).toBe(404);
  });
});
