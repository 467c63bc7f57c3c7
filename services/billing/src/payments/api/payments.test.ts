import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { buy, confirm, details, freshEmail, openCheckout, untilStatus } from '../../../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const list = async (query = '') =>
  (await stack.send('GET', `/payments/${query}`, { as: seller.owner })).body.items;

describe('payments', () => {
  it('tell who paid what, with which card', async () => {
    const { checkout } = await openCheckout(stack, { seller }).then(async (opened) => {
      const { body: token } = await stack.send('POST', '/sandbox/confirmation-tokens', {
        body: {
          client_secret: opened.checkout.client_secret,
          card: { number: '5555555555554444', exp_month: 12, exp_year: 2030, cvc: '123' },
        },
      });
      await confirm(stack, opened.path, { confirmation_token_id: token.id });
      return opened;
    });
    const [payment] = await list(`?checkout_id=${checkout.id}`);
    expect(payment).toMatchObject({
      amount: 1000,
      currency: 'usd',
      processor: 'stripe',
      method: 'card',
      method_metadata: { brand: 'mastercard', last4: '4444' },
      decline_reason: null,
      decline_message: null,
      checkout_id: checkout.id,
      organization_id: seller.organizationId,
    });
    const { body } = await stack.send('GET', `/payments/${payment.id}`, { as: seller.owner });
    expect(body).toMatchObject({ id: payment.id, method_metadata: { last4: '4444' } });
  });

  it('name their order once it is placed, and why they failed', async () => {
    const { order, path: _path, checkout } = await buy(stack, { seller });
    const declined = await openCheckout(stack, { seller });
    await confirm(stack, declined.path, { confirmation_token_id: 'tok_declined' });
    const [failed] = await list('?status=failed');
    expect(failed).toMatchObject({
      status: 'failed',
      order_id: null,
      checkout_id: declined.checkout.id,
      decline_reason: 'card_declined',
      decline_message: 'Your card was declined.',
    });
    expect(await list(`?order_id=${order.id}`)).toMatchObject([
      {
        status: 'succeeded',
        order_id: order.id,
        checkout_id: checkout.id,
        customer_email: order.customer.email,
        order: { invoice_number: order.invoice_number, customer_id: order.customer_id },
      },
    ]);
    expect(failed).toMatchObject({ order: null });
  });

  it('are found by address, state and method, and sorted', async () => {
    const cheap = await buy(stack, { seller, product: { price: { priceAmount: 500 } } });
    const dear = await buy(stack, { seller, product: { price: { priceAmount: 5000 } } });
    const ids = async (query: string) => (await list(query)).map(({ amount }: { amount: number }) => amount);
    expect(await ids(`?customer_email=${cheap.email.toUpperCase()}`)).toEqual([500]);
    expect(await ids('?method=card&status=succeeded&status=pending')).toEqual([5000, 500]);
    expect(await ids('?method=ideal')).toEqual([]);
    expect(await ids('?sorting=amount')).toEqual([500, 5000]);
    expect(await ids('?sorting=-amount')).toEqual([5000, 500]);
    expect(await ids(`?customer_email=${dear.email}&status=failed`)).toEqual([]);
  });

  it('are found by the address that their customer has now', async () => {
    const { order, email } = await buy(stack, { seller });
    const moved = freshEmail();
    await stack.send('PATCH', `/customers/${order.customer_id}`, {
      as: seller.owner,
      body: { email: moved },
    });
    await buy(stack, { seller });
    const paid = [{ order_id: order.id, customer_email: email }];
    expect(await list(`?customer_email=${moved.toUpperCase()}`)).toMatchObject(paid);
    expect(await list(`?customer_email=${email}`)).toMatchObject(paid);
  });

  it('are found by it on several pages, with those made since, and not another seller’s', async () => {
    const payWith = async (from: Seller, email: string): Promise<string> => {
      const { path, checkout } = await openCheckout(stack, { seller: from });
      await confirm(stack, path, details(email));
      await untilStatus(stack, path, 'succeeded');
      return checkout.id;
    };
    const [email, moved] = [freshEmail(), freshEmail()];
    const paid = [await payWith(seller, email), await payWith(seller, email)];
    const { body: customers } = await stack.send('GET', `/customers/?email=${email}`, { as: seller.owner });
    const change = { as: seller.owner, body: { email: moved } };
    await stack.send('PATCH', `/customers/${customers.items[0].id}`, change);
    paid.push(await payWith(seller, moved));
    const other = await makeSeller(stack);
    await payWith(other, moved);
    await payWith(other, email);
    const pages = await Promise.all(
      [1, 2, 3].map((page) =>
        stack.send('GET', `/payments/?customer_email=${moved}&sorting=created_at&limit=1&page=${page}`, {
          as: seller.owner,
        }),
      ),
    );
    expect(pages.map(({ body }) => body.items[0].checkout_id)).toEqual(paid);
    expect(pages.map(({ body }) => body.pagination.total_count)).toEqual([3, 3, 3]);
    expect(await list(`?customer_email=${email}`)).toHaveLength(2);
  });

  it('leave out what only keeps a card, and what is somebody else’s', async () => {
    const { path } = await openCheckout(stack, { seller, product: { price: { amountType: 'free' } } });
    await confirm(stack, path, details(freshEmail()));
    expect(await list()).toEqual([]);
    const { order } = await buy(stack);
    expect(await list(`?order_id=${order.id}`)).toEqual([]);
    const [foreign] = await stack.db.query('SELECT id FROM payments WHERE order_id = $1', [order.id]);
    const path404 = `/payments/${foreign.id}`;
    expect((await stack.send('GET', path404, { as: seller.owner })).status).toBe(404);
    expect((await stack.send('GET', `/payments/${uuidv7()}`, { as: seller.owner })).status).toBe(404);
    const without = tokenOf(seller.organizationId, 'orders:read');
    expect((await stack.send('GET', '/payments/', { as: without })).status).toBe(403);
  });
});
