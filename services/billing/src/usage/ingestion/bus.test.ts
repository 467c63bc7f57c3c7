import { outboxRow } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { usageIngest } from '@tessera/proto/events/usage';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeCustomer,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const publish = async (request: unknown, organizationId = seller.organizationId) => {
  const text = typeof request === 'string' ? request : JSON.stringify(request);
  const row = outboxRow(usageIngest, { organizationId, request: text });
  await stack.bus.publish(row);
  return row;
};
const list = async (query = '') =>
  (await stack.send('GET', `/events/?source=user&${query}`, { as: seller.owner })).body;
const use = (values: object = {}) => ({ name: 'render', external_customer_id: 'ada', ...values });

describe('usage that a service sends over the bus', () => {
  it('is counted, once however often it comes', async () => {
    const ada = await makeCustomer(stack, { organizationId: seller.organizationId, externalId: 'ada' });
    const meter = await makeMeter(stack, { organizationId: seller.organizationId });
    const row = await publish({
      events: [use(), use({ metadata: { frames: 2 } }), use({ external_id: 'mine' })],
    });
    await eventually(async () => expect((await list()).pagination.total_count).toBe(3));
    const { items } = await list(`customer_id=${ada.id}`);
    expect(items.map((item: { external_id: string }) => item.external_id).toSorted()).toEqual(
      [`${row.id}:0`, `${row.id}:1`, 'mine'].toSorted(),
    );
    // Longer after than JetStream remembers the message's id.
    await stack.bus.publish({ ...row, id: uuidv7() });
    await publish({ events: [use({ external_id: 'mine' }), use({ external_id: 'another' })] });
    await eventually(async () => {
      const { body } = await stack.send('GET', `/customer-meters/?meter_id=${meter.id}`, {
        as: seller.owner,
      });
      expect(body.items).toMatchObject([{ customer_id: ada.id, consumed_units: 4 }]);
    });
    expect((await list()).pagination.total_count).toBe(4);
  });

  it('is parked with its reason where it cannot be taken, and holds up nothing', async () => {
    const stranger = await makeCustomer(stack, { organizationId: (await makeSeller(stack)).organizationId });
    await publish('no json');
    await publish({ events: [use(), { name: 'x' }] });
    await publish({
      events: [use({ name: 'foreign', external_customer_id: undefined, customer_id: stranger.id })],
    });
    await publish({ events: [use({ timestamp: '2099-01-01T00:00:00Z' })] });
    await publish({ events: [use({ organization_id: uuidv7() })] });
    await publish({ events: [use()] }, 'nobody');
    await publish({ events: [use({ name: 'fine' })] });
    const reasons = () =>
      stack.log
        .lines()
        .map((line) => JSON.stringify(line))
        .filter((line) => line.includes('event parked'));
    await eventually(() => expect(reasons()).toHaveLength(6));
    for (const reason of [
      'the request is no JSON',
      'events.1.customer_id',
      'events.0.customer_id: Customer not found.',
      'events.0.timestamp: Must not be in the future',
      'events.0.organization_id',
      'named by no id',
    ])
      expect(reasons().join('\n')).toContain(reason);
    await eventually(async () => {
      const { items } = await list();
      expect(items.map(({ name }: { name: string }) => name)).toEqual(['fine']);
    });
  });
});
