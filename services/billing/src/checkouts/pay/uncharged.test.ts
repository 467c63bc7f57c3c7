import {
  type BillingStack,
  makeCustomer,
  makeDiscount,
  makeSeller,
  startBilling,
} from '../../../test/factories.ts';
import { freshEmail, openCheckout, untilStatus } from '../../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

/** A checkout of which so much is left, once the discount has been taken off. */
const openFor = async (left: number, currency = 'usd') => {
  const seller = await makeSeller(stack);
  const { organizationId } = seller;
  const priceAmount = 5000;
  const discount = await makeDiscount(stack, {
    organizationId,
    type: 'fixed',
    amount: priceAmount - left,
    currency,
  });
  const opened = await openCheckout(stack, {
    seller,
    product: { price: { priceAmount, priceCurrency: currency } },
    body: { discount_id: discount.id },
  });
  const get = async (path: string) => (await stack.send('GET', path, { as: seller.owner })).body;
  return { ...opened, get };
};

describe('a checkout of less than cards are charged', () => {
  it.each([
    [49, 'usd'],
    [1499, 'czk'],
  ])('of %i %s asks for no card; the customer owes it', async (left, currency) => {
    const { checkout, path, get, seller } = await openFor(left, currency);
    expect(checkout).toMatchObject({
      currency,
      total_amount: left,
      is_payment_required: false,
      is_payment_form_required: false,
    });
    const body = { customer_email: freshEmail() };
    expect((await stack.send('POST', `${path}/confirm`, { body })).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    const [order] = (await get(`/orders/?checkout_id=${checkout.id}`)).items;
    expect(order).toMatchObject({
      status: 'paid',
      total_amount: left,
      applied_balance_amount: -left,
      due_amount: 0,
    });
    expect((await get(`/payments/?checkout_id=${checkout.id}`)).items).toEqual([]);
    const kept = await stack.db.query(
      'SELECT currency, amount FROM customer_balances WHERE customer_id = $1',
      [order.customer_id],
    );
    expect(kept).toEqual([{ currency, amount: -left }]);
    const carried = await stack.db.query('SELECT carried_amount AS amount FROM orders WHERE id = $1', [
      order.id,
    ]);
    expect(carried).toEqual([{ amount: left }]);
    const refund = { order_id: order.id, reason: 'other', amount: 1 };
    const refused = await stack.send('POST', '/refunds/', { as: seller.owner, body: refund });
    expect([refused.status, refused.body.error]).toEqual([400, 'RefundAmountTooHigh']);
  });

  it('is no debt of a customer whose address somebody typed', async () => {
    const { checkout, path, get, seller } = await openFor(49);
    const known = await makeCustomer(stack, seller);
    const body = { customer_email: known.email };
    expect((await stack.send('POST', `${path}/confirm`, { body })).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    const [order] = (await get(`/orders/?checkout_id=${checkout.id}`)).items;
    expect(order).toMatchObject({ status: 'paid', customer_id: known.id, due_amount: 0 });
    const kept = await stack.db.query('SELECT amount FROM customer_balances WHERE customer_id = $1', [
      known.id,
    ]);
    expect(kept).toEqual([]);
    // Papers are shown to whoever typed it: they say what they would say to anybody.
    const noted = await stack.db.query('SELECT carried_amount FROM orders WHERE checkout_id = $1', [
      checkout.id,
    ]);
    expect(noted).toEqual([{ carried_amount: 49 }]);
  });

  it('is charged from the least on', async () => {
    const { checkout } = await openFor(50);
    expect(checkout).toMatchObject({ total_amount: 50, is_payment_required: true });
  });
});
