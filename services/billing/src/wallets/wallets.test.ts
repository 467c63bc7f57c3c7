import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeCustomer,
  makeDiscount,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { buyerOf, customerOf } from '../../test/portal.ts';
import { buy } from '../../test/purchases.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import { addToBalance } from '../customers/balance.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
});
afterAll(() => stack.stop());

type As = NonNullable<Parameters<BillingStack['send']>[2]>['as'];
const owner = () => ({ organizationId: seller.organizationId });
const walletsOf = async (customerId: string) =>
  (await people.get(`/wallets/?customer_id=${customerId}`)).items;
const changesOf = async (walletId: string) => (await people.get(`/wallets/${walletId}/transactions`)).items;

/** Somebody whom the seller knows subscribes, at 100 dollars a month; it is the middle of a period of 30 days. */
const halfway = async () => {
  const { id: customer_id } = await makeCustomer(stack, owner());
  const sold = await people.subscribe({ price: { priceAmount: 10_000 } }, { body: { customer_id } });
  stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
  return sold;
};

/** Goes over to what costs 10 dollars: of 50 that were left 5 are needed. */
const downgrade = async (id: string): Promise<void> => {
  const { id: product_id } = await makeProduct(stack, {
    ...owner(),
    recurringInterval: 'month',
    price: { priceAmount: 1000 },
  });
  const changed = await people.send('PATCH', `/subscriptions/${id}`, {
    product_id,
    proration_behavior: 'invoice',
  });
  expect(changed.status).toBe(200);
};

describe('what a customer has to their credit', () => {
  it('is nothing before there was any', async () => {
    const { customerId } = await halfway();
    expect(await walletsOf(customerId)).toEqual([]);
  });

  it('says what has made it and what it paid', async () => {
    const { id, customerId } = await halfway();
    await downgrade(id);
    const credited = await people.ordered(id, 2);
    const [wallet] = await walletsOf(customerId);
    expect(wallet).toEqual({
      id: expect.any(String),
      created_at: '2026-04-16T00:00:00.000Z',
      modified_at: null,
      customer_id: customerId,
      balance: 4500,
      currency: 'usd',
    });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    const used = await people.ordered(id, 3);
    expect(await people.get(`/wallets/${wallet.id}`)).toEqual({
      ...wallet,
      balance: 3500,
      modified_at: '2026-05-01T00:00:00.000Z',
    });
    const common = { id: expect.any(String), wallet_id: wallet.id, currency: 'usd' };
    expect(await changesOf(wallet.id)).toEqual([
      {
        ...common,
        created_at: '2026-05-01T00:00:00.000Z',
        amount: -1000,
        balance: 3500,
        reason: 'used',
        order_id: used.id,
        invoice_number: used.invoice_number,
      },
      {
        ...common,
        created_at: '2026-04-16T00:00:00.000Z',
        amount: 4500,
        balance: 4500,
        reason: 'credited',
        order_id: credited.id,
        invoice_number: credited.invoice_number,
      },
    ]);
  });

  it('comes back from an order that nobody will pay', async () => {
    const { id, customerId } = await halfway();
    const given = { customerId, currency: 'usd', ...owner() };
    await stack.db.transaction((em) => addToBalance(em, given, { amount: 700, at: stack.clock.now() }));
    await people.cards(customerId, 'declined');
    await people.moveTo('2026-05-01T00:00:00.000Z');
    const [wallet] = await walletsOf(customerId);
    expect(wallet.balance).toBe(0);
    for (const day of ['03', '08', '15', '22']) await people.moveTo(`2026-05-${day}T12:00:00.000Z`);
    await people.is(id, 'canceled');
    expect((await walletsOf(customerId))[0].balance).toBe(700);
    expect(
      (await changesOf(wallet.id)).map(({ amount, reason }: { amount: number; reason: string }) => [
        amount,
        reason,
      ]),
    ).toEqual([
      [700, 'returned'],
      [-700, 'used'],
      [700, 'earlier'],
    ]);
  });

  it('is below nothing where an order was too small, until the next one', async () => {
    const customer = await makeCustomer(stack, owner());
    const discount = await makeDiscount(stack, { ...owner(), type: 'fixed', amount: 970, currency: 'usd' });
    const body = { customer_id: customer.id, discount_id: discount.id };
    await buy(stack, { seller, product: { price: { priceAmount: 1000 } }, body });
    const [wallet] = await walletsOf(customer.id);
    expect(wallet.balance).toBe(-30);
    expect(await changesOf(wallet.id)).toMatchObject([{ amount: -30, reason: 'carried' }]);
  });
});

describe('whose credit it is', () => {
  it('is listed in the order in which it changed, also where a change waited for another one', async () => {
    const { id: customerId } = await makeCustomer(stack, owner());
    const given = { customerId, currency: 'usd', ...owner() };
    const [early, late] = [stack.clock.now(), new Date(stack.clock.now().getTime() + 60_000)];
    for (const change of [
      { amount: 700, at: late },
      { amount: -200, at: late },
      { amount: -500, at: early },
    ])
      await stack.db.transaction((em) => addToBalance(em, given, change));
    const [wallet] = await walletsOf(customerId);
    expect(wallet).toMatchObject({ balance: 0, modified_at: late.toISOString() });
    const changes = await changesOf(wallet.id);
    expect(changes.map((it: { balance: number }) => it.balance)).toEqual([0, 500, 700]);
  });

  it('is told the customer, not whoever typed their address, nor other customers', async () => {
    const { id, customerId, order } = await halfway();
    await downgrade(id);
    const [wallet] = await walletsOf(customerId);
    const get = (path: string, as: As) => stack.send('GET', path, { as });
    const own = customerOf(seller, customerId);
    expect((await get('/customer-portal/wallets/', own)).body.items).toEqual([wallet]);
    expect((await get(`/customer-portal/wallets/${wallet.id}`, own)).body).toEqual(wallet);
    const changes = await get(`/customer-portal/wallets/${wallet.id}/transactions`, own);
    expect(changes.body.items).toEqual(await changesOf(wallet.id));
    const buyer = buyerOf(seller, order.checkout_id);
    expect((await get('/customer-portal/wallets/', buyer)).status).toBe(403);
    expect((await get(`/customer-portal/wallets/${wallet.id}`, buyer)).status).toBe(403);
    const other = customerOf(seller, (await makeCustomer(stack, owner())).id);
    expect((await get('/customer-portal/wallets/', other)).body.items).toEqual([]);
    expect((await get(`/customer-portal/wallets/${wallet.id}`, other)).status).toBe(404);
    expect((await get(`/customer-portal/wallets/${wallet.id}/transactions`, other)).status).toBe(404);
  });

  it('is told those who may read customers of the organization', async () => {
    const { id, customerId } = await halfway();
    await downgrade(id);
    const [wallet] = await walletsOf(customerId);
    const status = async (path: string, as: As) => (await stack.send('GET', path, { as })).status;
    const paths = [`/wallets/${wallet.id}`, `/wallets/${wallet.id}/transactions`];
    for (const path of ['/wallets/', ...paths]) {
      expect(await status(path, tokenOf(seller.organizationId, 'orders:read'))).toBe(403);
      expect(await status(path, tokenOf(seller.organizationId, 'customers:read'))).toBe(200);
    }
    const stranger = await makeSeller(stack);
    for (const path of paths) expect(await status(path, stranger.owner)).toBe(404);
    expect((await stack.send('GET', '/wallets/', { as: stranger.owner })).body.items).toEqual([]);
    expect(await status(`/wallets/${uuidv7()}`, seller.owner)).toBe(404);
  });

  it('is listed by kind, amount and page', async () => {
    const accounts = [700, 50, -20].map((amount) => ({ amount, at: stack.clock.now() }));
    for (const change of accounts) {
      const { id: customerId } = await makeCustomer(stack, owner());
      await stack.db.transaction((em) =>
        addToBalance(em, { customerId, currency: 'eur', ...owner() }, change),
      );
    }
    const balances = async (query: string) => {
      const { items, pagination } = await people.get(`/wallets/?${query}`);
      return [items.map(({ balance }: { balance: number }) => balance), pagination.total_count];
    };
    expect(await balances('sorting=-balance&type=billing')).toEqual([[700, 50, -20], 3]);
    expect(await balances('sorting=balance&limit=1&page=2')).toEqual([[50], 3]);
    expect(await balances('type=usage')).toEqual([[], 0]);
  });
});
