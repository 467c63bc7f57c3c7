import {
  type BillingStack,
  makeDiscount,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { buy, openCheckout } from '../../../test/purchases.ts';

const german = '193.99.144.80';
const american = '8.8.8.8';
const noLines = { line1: null, line2: null, postal_code: null, city: null, state: null };

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  const body = { organization_id: seller.organizationId, country: 'DE', tax_id: 'DE123456789' };
  const made = await stack.send('POST', '/tax-registrations', { as: seller.owner, body });
  if (made.status !== 201) throw new Error(made.text);
});
afterAll(() => stack.stop());

const open = async (body: object) => (await openCheckout(stack, { seller, body })).checkout;

describe('the IP address of a buyer', () => {
  it('sets the country, by which the tax is known at once, and asks for nothing more', async () => {
    expect(await open({ customer_ip_address: german })).toMatchObject({
      customer_billing_address: { ...noLines, country: 'DE' },
      require_billing_address: false,
      customer_billing_address_fields: { country: true, line1: false, postal_code: false },
      tax_amount: 190,
      total_amount: 1190,
    });
  });

  it('is that of the request for a visitor, and of a link', async () => {
    const product = await makeProduct(stack, { organizationId: seller.organizationId });
    const headers = { 'x-forwarded-for': german };
    const made = await stack.send('POST', '/checkouts/client/', {
      body: { product_id: product.id },
      headers,
    });
    expect(made.body).toMatchObject({ customer_billing_address: { country: 'DE' }, tax_amount: 190 });
    const link = await stack.send('POST', '/checkout-links/', {
      as: seller.owner,
      body: { payment_processor: 'stripe', products: [product.id] },
    });
    const visit = await fetch(
      `${stack.url}/api/billing/v1/checkout-links/${link.body.client_secret}/redirect`,
      {
        redirect: 'manual',
        headers,
      },
    );
    const secret = new URL(visit.headers.get('location') ?? '').pathname.split('/').at(-1);
    const { body } = await stack.send('GET', `/checkouts/client/${secret}`);
    expect(body).toMatchObject({ customer_billing_address: { country: 'DE' }, tax_amount: 190 });
  });

  it.each(['127.0.0.1', '10.0.0.7', '192.0.2.1', 'fd00::1'])(
    'says nothing where it is %s',
    async (address) => {
      expect(await open({ customer_ip_address: address })).toMatchObject({
        customer_ip_address: address,
        customer_billing_address: null,
        tax_amount: null,
      });
    },
  );

  it('gives way to an address, that of a known customer too', async () => {
    const french = { ...noLines, country: 'FR' };
    const given = await open({ customer_ip_address: german, customer_billing_address: { country: 'FR' } });
    expect(given.customer_billing_address).toEqual(french);
    const { order } = await buy(stack, { seller });
    const known = await open({ customer_ip_address: german, customer_id: order.customer_id });
    expect(known.customer_billing_address).toEqual(french);
  });

  it('sets the country of a checkout that has none when the seller tells it later, and no other time', async () => {
    const { id } = await open({});
    const tell = async (body: object) =>
      (await stack.send('PATCH', `/checkouts/${id}`, { as: seller.owner, body })).body;
    expect(await tell({ customer_ip_address: german })).toMatchObject({
      customer_billing_address: { country: 'DE' },
      tax_amount: 190,
    });
    const moved = await tell({ customer_ip_address: american });
    expect([moved.customer_ip_address, moved.customer_billing_address.country]).toEqual([american, 'DE']);
    expect((await tell({ customer_billing_address: null })).customer_billing_address).toBeNull();
  });

  it('chooses among the currencies of a product', async () => {
    const prices = [
      { amount_type: 'fixed', price_amount: 2000, price_currency: 'usd' },
      { amount_type: 'fixed', price_amount: 1900, price_currency: 'eur' },
    ];
    const product = await stack.send('POST', '/products/', {
      as: seller.owner,
      body: { name: 'Two', recurring_interval: null, prices, organization_id: seller.organizationId },
    });
    const make = async (body: object) =>
      (
        await stack.send('POST', '/checkouts/', {
          as: seller.owner,
          body: { products: [product.body.id], ...body },
        })
      ).body;
    expect(await make({ customer_ip_address: german })).toMatchObject({ currency: 'eur', amount: 1900 });
    expect(await make({ customer_ip_address: american })).toMatchObject({ currency: 'usd', amount: 2000 });
    expect(await make({ customer_ip_address: german, currency: 'usd' })).toMatchObject({
      currency: 'usd',
      customer_billing_address: { country: 'DE' },
    });
  });

  it('changes no price that the seller names, and costs no discount', async () => {
    const prices = [
      { amount_type: 'fixed', price_amount: 2000, price_currency: 'usd' },
      { amount_type: 'fixed', price_amount: 1900, price_currency: 'eur' },
    ];
    const { body: product } = await stack.send('POST', '/products/', {
      as: seller.owner,
      body: { name: 'Two', recurring_interval: null, prices, organization_id: seller.organizationId },
    });
    const discount = await makeDiscount(stack, {
      organizationId: seller.organizationId,
      type: 'fixed',
      amount: 150,
      currency: 'usd',
    });
    const make = (body: object) =>
      stack.send('POST', '/checkouts/', { as: seller.owner, body: { customer_ip_address: german, ...body } });
    const inDollars = { currency: 'usd', amount: 2000, customer_billing_address: { country: 'DE' } };
    const named = await make({ product_price_id: product.prices[0].id });
    expect([named.status, named.body]).toMatchObject([201, inDollars]);
    const reduced = await make({ products: [product.id], discount_id: discount.id });
    expect([reduced.status, reduced.body]).toMatchObject([201, { ...inDollars, discount_amount: 150 }]);
  });
});
