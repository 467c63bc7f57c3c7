import { eventually } from '@tessera/kit/test/eventually';
import { type FakeStripe, startFakeStripe } from '@tessera/kit/test/stripe';
import { type BillingStack, makeSeller, startBilling } from '../../test/factories.ts';
import { confirm, details, freshEmail, openCheckout, untilStatus } from '../../test/purchases.ts';
import { makeStripeSeller, orderOfCheckout, payBy, type StripeSeller } from '../../test/stripe-seller.ts';

let stripe: FakeStripe;
let stack: BillingStack;
let seller: StripeSeller;
beforeAll(async () => {
  stripe = await startFakeStripe();
  stack = await startBilling({ stripeUrl: stripe.url, tax: 'stripe' });
});
beforeEach(async () => {
  seller = await makeStripeSeller(stack, stripe);
});
afterAll(async () => {
  await stack.stop();
  await stripe.stop();
});

/** What Stripe's reports of the seller hold. */
const reported = () =>
  stripe
    .of('tax.transaction')
    .filter(({ account }) => account === seller.account)
    .map(({ reference, type, amount }) => ({ reference, type, amount }));
const inFrance = { country: 'FR' };

describe('tax by Stripe', () => {
  it('comes on top of the price, and says how it came about', async () => {
    const { checkout } = await openCheckout(stack, {
      seller,
      body: { customer_billing_address: inFrance },
    });
    expect(checkout).toMatchObject({
      net_amount: 1000,
      tax_amount: 200,
      total_amount: 1200,
      tax_behavior: 'exclusive',
      taxability_reason: 'standard_rated',
      tax_breakdown: [{ type: 'vat', country: 'FR', state: null, percentage: '20', amount: 200 }],
    });
    expect(JSON.stringify(checkout)).not.toContain('taxcalc_');
  });

  it('is inside of a price that contains it, and none of what is exempt', async () => {
    const body = { customer_billing_address: inFrance };
    const inside = await openCheckout(stack, { seller, product: { taxBehavior: 'inclusive' }, body });
    expect(inside.checkout).toMatchObject({ net_amount: 833, tax_amount: 167, total_amount: 1000 });
    const exempt = await openCheckout(stack, { seller, product: { isTaxApplicable: false }, body });
    expect(exempt.checkout).toMatchObject({ tax_amount: 0, taxability_reason: 'product_exempt' });
  });

  it('is owed by a business of another country itself', async () => {
    const { checkout } = await openCheckout(stack, {
      seller,
      body: { customer_billing_address: inFrance, customer_tax_id: 'FR40303265045' },
    });
    expect(checkout).toMatchObject({ tax_amount: 0, taxability_reason: 'reverse_charge' });
  });

  it('is none in the country in which the seller is exempt as a small business', async () => {
    const body = { organization_id: seller.organizationId, is_small_business: true, address: inFrance };
    expect((await stack.send('PATCH', '/seller-details', { as: seller.owner, body })).status).toBe(200);
    const opened = (country: string) =>
      openCheckout(stack, { seller, body: { customer_billing_address: { country } } });
    const home = await opened('FR');
    expect(home.checkout).toMatchObject({ tax_amount: 0, taxability_reason: 'not_collecting' });
    const abroad = await opened('DE');
    expect(abroad.checkout).toMatchObject({ tax_amount: 190, taxability_reason: 'standard_rated' });
  });

  it('is not known where Stripe cannot place the address, and then nothing is sold', async () => {
    const { checkout, path } = await openCheckout(stack, {
      seller,
      body: { customer_billing_address: { country: 'US' } },
    });
    expect(checkout.tax_amount).toBeNull();
    const refused = await confirm(stack, path, {
      ...details(freshEmail()),
      customer_billing_address: { country: 'US' },
      confirmation_token_id: 'ctoken_ok',
    });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'customer_billing_address']]);
  });

  it('is told to Stripe with the sale and with what goes back, each once', async () => {
    const paid = await payBy(stack, seller, 'ctoken_ok');
    const order = await orderOfCheckout(stack, paid);
    expect(order).toMatchObject({ tax_amount: 200, total_amount: 1200 });
    await eventually(() =>
      expect(reported()).toEqual([{ reference: order.id, type: 'transaction', amount: 1200 }]),
    );
    const made = await stack.send('POST', '/refunds/', {
      as: seller.owner,
      body: { order_id: order.id, reason: 'other', amount: 500 },
    });
    expect(made.body).toMatchObject({ status: 'succeeded', amount: 500, tax_amount: 100 });
    await eventually(() =>
      expect(reported()).toEqual([
        { reference: order.id, type: 'transaction', amount: 1200 },
        { reference: made.body.id, type: 'reversal', amount: -600 },
      ]),
    );
  });

  it('is told again where Stripe did not answer', async () => {
    stripe.plan('server_error', /tax\/transactions/, 2);
    const paid = await payBy(stack, seller, 'ctoken_ok');
    const order = await orderOfCheckout(stack, paid);
    await eventually(() =>
      expect(reported()).toEqual([{ reference: order.id, type: 'transaction', amount: 1200 }]),
    );
  });

  it('is by the table for sellers without an account', async () => {
    const other = await makeSeller(stack);
    const { checkout, path } = await openCheckout(stack, {
      seller: other,
      body: { customer_billing_address: inFrance },
    });
    expect(checkout).toMatchObject({ tax_amount: 0, taxability_reason: 'not_collecting' });
    expect((await confirm(stack, path)).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
  });
});
