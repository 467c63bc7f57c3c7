import { extractText, getDocumentProxy } from 'unpdf';
import { type BillingStack, makeSeller, type Seller, startBilling, tokenOf } from '../../test/factories.ts';
import { polarAs } from '../../test/polar.ts';
import { buy, details, freshEmail, makePaper, openCheckout } from '../../test/purchases.ts';
import { subscribersOf } from '../../test/subscribers.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const register = (body: object, as = seller.owner) =>
  stack.send('POST', '/tax-registrations', { as, body: { organization_id: seller.organizationId, ...body } });
const registerIn = async (country: string, more: object = {}) => {
  const { status, body, text } = await register({ country, ...more });
  if (status !== 201) throw new Error(text);
  return body;
};
const describeSeller = (body: object, as = seller.owner) =>
  stack.send('PATCH', '/seller-details', { as, body: { organization_id: seller.organizationId, ...body } });
const type = (path: string, body: object) => stack.send('PATCH', path, { body });

describe('tax registrations', () => {
  it('are made, listed, changed and ended by who manages the organization', async () => {
    const made = await registerIn('DE', { tax_number: 'DE 136 695 976' });
    expect(made).toMatchObject({
      country: 'DE',
      state: null,
      scheme: 'standard',
      tax_number: 'DE136695976',
      percentage: '19',
      valid_until: null,
      organization_id: seller.organizationId,
    });
    const path = `/tax-registrations/${made.id}`;
    const list = await stack.send('GET', `/tax-registrations?organization_id=${seller.organizationId}`, {
      as: seller.owner,
    });
    expect(list.body).toEqual({ items: [made], pagination: { total_count: 1, max_page: 1 } });
    const until = new Date(stack.clock.now().getTime() + 86_400_000).toISOString();
    const changed = await stack.send('PATCH', path, { as: seller.owner, body: { valid_until: until } });
    expect([changed.status, changed.body.valid_until]).toEqual([200, until]);
    expect((await stack.send('GET', path, { as: seller.owner })).body.valid_until).toBe(until);
    expect((await stack.send('DELETE', path, { as: seller.owner })).status).toBe(204);
    expect((await stack.send('GET', path, { as: seller.owner })).status).toBe(404);
  });

  it('are refused for places without rates, without a state, twice, and with a wrong number', async () => {
    const refused = async (body: object) => {
      const { status, body: reply } = await register(body);
      return [status, reply.detail[0].loc.at(-1)];
    };
    expect(await refused({ country: 'AQ' })).toEqual([422, 'country']);
    expect(await refused({ country: 'US' })).toEqual([422, 'state']);
    expect(await refused({ country: 'US', state: 'ZZ' })).toEqual([422, 'state']);
    expect(await refused({ country: 'US', scheme: 'eu_oss' })).toEqual([422, 'country']);
    expect(await refused({ country: 'DE', tax_number: 'DE136695977' })).toEqual([422, 'tax_number']);
    expect(await refused({ country: 'DE', valid_until: '2020-01-01T00:00:00Z' })).toEqual([
      422,
      'valid_until',
    ]);
    await registerIn('DE');
    expect(await refused({ country: 'DE' })).toEqual([422, 'country']);
    expect((await registerIn('US', { state: 'ny' })).state).toBe('US-NY');
  });

  it.each([
    ['US', 'OR', 'This state has no sales tax of its own'],
    ['US', 'us-ak', 'This state has no sales tax of its own'],
    ['CA', 'AB', 'This state has no sales tax of its own'],
    ['CA', 'ON', 'The tax of this province is collected with that of its country'],
    ['US', 'PR', 'No tax rates are known for this state'],
  ])('are refused in %s-%s, with the reason', async (country, state, msg) => {
    const { status, body } = await register({ country, state });
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'state'], msg }]]);
  });

  it('in a state without a sales tax are kept, changed and ended like others, and collect nothing', async () => {
    const { id } = await registerIn('US', { state: 'CA' });
    await stack.db.query(`UPDATE tax_registrations SET state = 'US-OR' WHERE id = $1`, [id]);
    const as = seller.owner;
    const path = `/tax-registrations/${id}`;
    const changed = await stack.send('PATCH', path, { as, body: { tax_number: '12' } });
    expect(changed.body).toMatchObject({ state: 'US-OR', tax_number: '12', percentage: null });
    const { path: checkout } = await openCheckout(stack, { seller });
    const { body } = await type(checkout, { customer_billing_address: { country: 'US', state: 'OR' } });
    expect(body).toMatchObject({ tax_amount: 0, taxability_reason: 'not_subject_to_tax' });
    expect((await stack.send('DELETE', path, { as })).status).toBe(204);
  });

  it('are nobody else’s, and members who do not manage only read them', async () => {
    const { id } = await registerIn('DE');
    const other = await makeSeller(stack);
    const path = `/tax-registrations/${id}`;
    expect((await stack.send('GET', path, { as: other.owner })).status).toBe(404);
    expect((await stack.send('DELETE', path, { as: other.owner })).status).toBe(404);
    const { member } = seller;
    expect((await stack.send('GET', path, { as: member })).status).toBe(200);
    expect((await stack.send('DELETE', path, { as: member })).status).toBe(403);
    const reading = tokenOf(seller.organizationId, 'organizations:read');
    expect((await stack.send('GET', path, { as: reading })).status).toBe(200);
    expect((await stack.send('DELETE', path, { as: reading })).status).toBe(403);
  });
});

describe('the tax of a checkout', () => {
  it('is nothing for a seller who is registered nowhere', async () => {
    const { path } = await openCheckout(stack, { seller, product: { price: { priceAmount: 5000 } } });
    const { body } = await type(path, { customer_billing_address: { country: 'DE' } });
    expect(body).toMatchObject({
      tax_amount: 0,
      total_amount: 5000,
      taxability_reason: 'not_collecting',
      tax_breakdown: [],
    });
  });

  it('is unknown until the place is, and then comes on top', async () => {
    await registerIn('DE');
    const product = { price: { priceAmount: 4999 } };
    const { checkout, path } = await openCheckout(stack, { seller, product });
    expect(checkout).toMatchObject({ tax_amount: null, total_amount: 4999 });
    const { body } = await type(path, { customer_billing_address: { country: 'DE' } });
    expect(body).toMatchObject({
      net_amount: 4999,
      tax_amount: 950,
      total_amount: 5949,
      tax_behavior: 'exclusive',
      tax_breakdown: [{ type: 'vat', country: 'DE', state: null, percentage: '19', amount: 950 }],
    });
  });

  it('is paid, written down with its order, and goes back by its share', async () => {
    await registerIn('DE', { scheme: 'eu_oss' });
    const { order } = await buy(stack, { seller, product: { price: { priceAmount: 4999 } } });
    expect(order).toMatchObject({
      subtotal_amount: 4999,
      net_amount: 4999,
      tax_amount: 1000,
      total_amount: 5999,
      taxability_reason: 'standard_rated',
      tax_breakdown: [{ type: 'vat', country: 'FR', state: null, percentage: '20', amount: 1000 }],
      items: [{ amount: 4999, tax_amount: 1000 }],
    });
    const as = seller.owner;
    const reason = 'customer_request';
    const part = await stack.send('POST', '/refunds/', {
      as,
      body: { order_id: order.id, reason, amount: 2500 },
    });
    expect(part.body).toMatchObject({ amount: 2500, tax_amount: 500 });
    const rest = await stack.send('POST', '/refunds/', {
      as,
      body: { order_id: order.id, reason, amount: 2499 },
    });
    expect(rest.body).toMatchObject({ amount: 2499, tax_amount: 500 });
  });

  it('is within the price of a product that says so', async () => {
    await registerIn('DE', { scheme: 'eu_oss' });
    const made = await stack.send('POST', '/products/', {
      as: seller.owner,
      body: {
        name: 'Inclusive',
        recurring_interval: null,
        tax_behavior: 'inclusive',
        prices: [{ amount_type: 'fixed', price_amount: 1200 }],
        organization_id: seller.organizationId,
      },
    });
    const opened = await stack.send('POST', '/checkouts/', {
      as: seller.owner,
      body: { products: [made.body.id], customer_billing_address: { country: 'FR' } },
    });
    expect(opened.body).toMatchObject({
      amount: 1200,
      net_amount: 1000,
      tax_amount: 200,
      total_amount: 1200,
      tax_behavior: 'inclusive',
    });
    const exempt = await stack.send('PATCH', `/products/${made.body.id}`, {
      as: seller.owner,
      body: { is_tax_applicable: false },
    });
    expect(exempt.body).toMatchObject({ is_tax_applicable: false, tax_behavior: 'inclusive' });
    const path = `/checkouts/client/${opened.body.client_secret}`;
    const { body } = await type(path, { customer_name: 'Ada' });
    expect(body).toMatchObject({ net_amount: 1200, tax_amount: 0, taxability_reason: 'product_exempt' });
  });

  it('is inside of what is sold and renewed where prices contain it', async () => {
    await registerIn('FR');
    const people = subscribersOf(stack, seller);
    stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
    const { id, order, customerId } = await people.subscribe({
      taxBehavior: 'inclusive',
      price: { priceAmount: 1200 },
    });
    const sums = {
      subtotal_amount: 1200,
      net_amount: 1000,
      tax_amount: 200,
      total_amount: 1200,
      due_amount: 1200,
    };
    expect(order).toMatchObject({ ...sums, status: 'paid', tax_behavior: 'inclusive' });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect(await people.ordered(id, 2)).toMatchObject(sums);
    expect(await people.charged(customerId)).toEqual([1200]);
  });

  it('needs the state where taxes differ by it', async () => {
    await registerIn('US', { state: 'CA' });
    const { path } = await openCheckout(stack, { seller, product: { price: { priceAmount: 1000 } } });
    const unknown = await type(path, { customer_billing_address: { country: 'US' } });
    expect([unknown.status, unknown.body.tax_amount]).toEqual([200, null]);
    const refused = await stack.send('POST', `${path}/confirm`, {
      body: {
        ...details(freshEmail()),
        customer_billing_address: { country: 'US' },
        confirmation_token_id: 'tok_success',
      },
    });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'customer_billing_address']]);
    const known = await type(path, { customer_billing_address: { country: 'US', state: 'CA' } });
    expect(known.body).toMatchObject({ tax_amount: 73, total_amount: 1073 });
  });
});

describe('a paper', () => {
  const read = async (url: string) => {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
    return text.replaceAll(/\s+/g, ' ');
  };
  const described = {
    legal_name: 'Acme Software GmbH',
    address: { country: 'DE', line1: 'Torstraße 1', postal_code: '10119', city: 'Berlin' },
    tax_id: 'DE136695976',
  };

  it('names the seller as the law knows them, and each tax with its rate', async () => {
    expect((await describeSeller(described)).status).toBe(200);
    await registerIn('DE', { scheme: 'eu_oss' });
    const { order } = await buy(stack, {
      seller,
      product: { price: { priceAmount: 5000 } },
      body: { locale: 'de' },
    });
    const text = await read(await makePaper(stack, `/orders/${order.id}/invoice`, seller.owner));
    for (const words of [
      'Acme Software GmbH',
      'Torstraße 1',
      '10119 Berlin',
      'DE136695976',
      'MwSt. 20 % 10,00',
      '60,00',
    ])
      expect(text).toContain(words);
  });

  it('says of a small business why it has no tax, also after that has grown', async () => {
    await registerIn('DE');
    await describeSeller({ is_small_business: true, address: { country: 'DE' }, invoice_note: 'HRB 12345' });
    const { order } = await buy(stack, {
      seller,
      product: { price: { priceAmount: 5000 } },
      body: { locale: 'de', customer_billing_address: { country: 'DE' } },
    });
    expect(order).toMatchObject({ tax_amount: 0, total_amount: 5000, taxability_reason: 'not_collecting' });
    await describeSeller({ is_small_business: false });
    const text = await read(await makePaper(stack, `/orders/${order.id}/invoice`, seller.owner));
    expect(text).toMatch(/Kleinunternehmer \(§ 19 UStG\)[^]*HRB 12345/u);
  });

  it('says that the buyer owes the tax, where that is so', async () => {
    await registerIn('DE');
    const product = { price: { priceAmount: 5000 } };
    const { order } = await buy(stack, {
      seller,
      product,
      body: {
        customer_billing_address: { country: 'FR' },
        customer_tax_id: 'FR40303265045',
      },
    });
    expect(order).toMatchObject({ tax_amount: 0, taxability_reason: 'reverse_charge' });
    const text = await read(await makePaper(stack, `/orders/${order.id}/invoice`, seller.owner));
    expect(text).toContain('Reverse charge');
    expect(text).toContain('FR40303265045');
  });
});

describe('the details of a seller', () => {
  const read = (as = seller.owner) =>
    stack.send('GET', `/seller-details?organization_id=${seller.organizationId}`, { as });

  it('are empty first, kept as given, and left as they are by what is absent', async () => {
    expect((await read()).body).toEqual({
      organization_id: seller.organizationId,
      modified_at: null,
      legal_name: null,
      address: null,
      tax_id: null,
      is_small_business: false,
      invoice_note: null,
      invoice_prefix: expect.stringMatching(/^[A-Z0-9-]{1,12}$/),
    });
    await describeSeller({ legal_name: ' Acme Ltd ', address: { country: 'GB' } });
    await describeSeller({ tax_id: 'GB 980780684' });
    expect((await read()).body).toMatchObject({
      legal_name: 'Acme Ltd',
      address: { country: 'GB', city: null },
      tax_id: 'GB980780684',
    });
    await describeSeller({ legal_name: null, tax_id: '' });
    expect((await read()).body).toMatchObject({ legal_name: null, tax_id: null, address: { country: 'GB' } });
  });

  it('say what the numbers of the next orders begin with, and count on', async () => {
    const first = await buy(stack, { seller });
    expect(await describeSeller({ invoice_prefix: ' north-1 ' })).toMatchObject({
      status: 200,
      body: { invoice_prefix: 'NORTH-1', legal_name: null },
    });
    const second = await buy(stack, { seller });
    expect(first.order.invoice_number).toMatch(/-0001$/);
    expect(second.order.invoice_number).toBe('NORTH-1-0002');
    expect((await read()).body.invoice_prefix).toBe('NORTH-1');
    await describeSeller({ legal_name: 'Acme Ltd' });
    expect((await read()).body.invoice_prefix).toBe('NORTH-1');
  });

  it('take no prefix that is empty, long, or not of letters, digits and hyphens', async () => {
    for (const invoice_prefix of ['', '-A', 'A-', 'THIRTEENCHARS', 'Ä', 'A B', null, 7]) {
      const { status, body } = await describeSeller({ invoice_prefix });
      expect({ invoice_prefix, status }).toEqual({ invoice_prefix, status: 422 });
      expect(body.detail[0].loc).toEqual(['body', 'invoice_prefix']);
    }
    const other = await makeSeller(stack);
    expect((await describeSeller({ invoice_prefix: 'MALLORY' }, other.owner)).status).toBe(422);
  });

  it('say of a small business only in the European Union that it is one', async () => {
    const loc = async (body: object) => (await describeSeller(body)).body.detail?.[0].loc;
    expect(await loc({ is_small_business: true })).toEqual(['body', 'is_small_business']);
    const swiss = { is_small_business: true, address: { country: 'CH' } };
    expect(await loc(swiss)).toEqual(['body', 'is_small_business']);
    const small = await describeSeller({ is_small_business: true, address: { country: 'DE' } });
    expect(small.body.is_small_business).toBe(true);
    expect(await loc({ address: { country: 'CH' } })).toEqual(['body', 'is_small_business']);
    const note = await describeSeller({ invoice_note: ' HRB 12345\nHamburg ' });
    expect(note.body).toMatchObject({ is_small_business: true, invoice_note: 'HRB 12345\nHamburg' });
    expect((await describeSeller({ invoice_note: 'x'.repeat(1001) })).status).toBe(422);
    expect((await describeSeller({ invoice_note: ' ' })).body.invoice_note).toBeNull();
  });

  it('need a country for a tax id, a right one, and somebody who may change them', async () => {
    const loc = async (body: object) => (await describeSeller(body)).body.detail[0].loc;
    expect(await loc({ tax_id: 'DE136695976' })).toEqual(['body', 'address']);
    expect(await loc({ tax_id: 'DE1', address: { country: 'DE' } })).toEqual(['body', 'tax_id']);
    const { member } = seller;
    expect((await describeSeller({ legal_name: 'Mallory' }, member)).status).toBe(403);
    const other = await makeSeller(stack);
    expect((await describeSeller({ legal_name: 'Mallory' }, other.owner)).status).toBe(422);
    expect((await read(other.owner)).status).toBe(404);
  });
});

describe('the client of the contract', () => {
  it('reads what has tax, and passes over what it does not know', async () => {
    await registerIn('DE', { scheme: 'eu_oss' });
    const { order, checkout } = await buy(stack, { seller, product: { price: { priceAmount: 999 } } });
    const polar = await polarAs(stack, seller.owner);
    expect(await polar.orders.get({ id: order.id })).toMatchObject({
      netAmount: 999,
      taxAmount: 200,
      totalAmount: 1199,
    });
    expect(await polar.checkouts.get({ id: checkout.id })).toMatchObject({
      taxAmount: 200,
      totalAmount: 1199,
    });
  });
});
