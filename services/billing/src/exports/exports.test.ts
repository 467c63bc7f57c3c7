import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { passportHeader } from '@tessera/proto/api/passport';
import {
  apiPath,
  type BillingStack,
  makeBenefit,
  makeCustomer,
  makeDiscount,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { polarAs } from '../../test/polar.ts';
import { buy, confirm, freshEmail, openCheckout, untilStatus } from '../../test/purchases.ts';
import { uploadFile } from '../../test/uploads.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const download = (path: string, as = seller.owner) => stack.send('GET', path, { as });
/** Rows of a file without quoted cells, by their columns' names. */
const rowsOf = (text: string): Record<string, string>[] => {
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  const names = head.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])),
  );
};

describe('an export', () => {
  it('has the tax id of an order’s buyer, printed as on the invoice', async () => {
    const own = await makeSeller(stack);
    const { path } = await openCheckout(stack, { seller: own });
    const address = { line1: 'Rua A 1', city: 'Recife', state: 'BR-PE', postal_code: '50000-000' };
    const customer_billing_address = { country: 'BR', ...address };
    const entered = { customer_billing_address, customer_tax_id: '16727230000197' };
    expect((await confirm(stack, path, entered)).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    const { text } = await download(`/orders/export?organization_id=${own.organizationId}`, own.owner);
    expect(rowsOf(text)).toEqual([
      expect.objectContaining({
        billing_country: 'BR',
        billing_tax_id: '16.727.230/0001-97',
        billing_tax_id_type: 'br_cnpj',
      }),
    ]);
  });

  it('holds orders and subscriptions with what was answered', async () => {
    const { organizationId, owner: as } = seller;
    const { body: field } = await stack.send('POST', '/custom-fields/', {
      as,
      body: { type: 'text', slug: 'size', name: 'Size', properties: {}, organization_id: organizationId },
    });
    const product = await makeProduct(stack, {
      organizationId,
      name: 'Plan',
      recurringInterval: 'month',
      price: { priceAmount: 1999 },
      attachedCustomFields: [{ id: field.id, required: true }],
    });
    const { body: checkout } = await stack.send('POST', '/checkouts/', {
      as,
      body: { products: [product.id] },
    });
    const path = `/checkouts/client/${checkout.client_secret}`;
    const email = freshEmail();
    const answered = { customer_email: email, custom_field_data: { size: 'XL' } };
    expect((await confirm(stack, path, answered)).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');

    const orders = await download('/orders/export');
    expect(orders.status).toBe(200);
    expect(rowsOf(orders.text)).toEqual([
      expect.objectContaining({
        invoice_number: expect.stringMatching(/-0001$/),
        status: 'paid',
        customer_email: email,
        product_name: 'Plan',
        total_amount: '19.99',
        applied_balance_amount: '0.00',
        due_amount: '19.99',
        currency: 'usd',
        'custom_field_data.size': 'XL',
      }),
    ]);
    const payments = await download(
      `/payments/export?organization_id=${organizationId}&customer_email=${email}`,
    );
    expect(rowsOf(payments.text)).toEqual([
      expect.objectContaining({
        status: 'succeeded',
        amount: '19.99',
        currency: 'usd',
        customer_email: email,
      }),
    ]);
    const subscriptions = await download(`/subscriptions/export?organization_id=${organizationId}`);
    expect(rowsOf(subscriptions.text)).toEqual([
      expect.objectContaining({
        status: 'active',
        customer_email: email,
        amount: '19.99',
        recurring_interval: 'month',
        recurring_interval_count: '1',
        cancel_at_period_end: 'false',
        'custom_field_data.size': 'XL',
      }),
    ]);
    expect(rowsOf((await download('/subscriptions/export?active=false')).text)).toEqual([]);
  });

  it('holds events as they are listed, page after page, and meters', async () => {
    const { organizationId } = await makeSeller(stack);
    const as = tokenOf(organizationId, 'events:read', 'events:write', 'meters:read', 'meters:write');
    const meter = await makeMeter(stack, {
      organizationId,
      name: 'Calls',
      aggregation: { func: 'sum', property: 'n' },
    });
    const { email } = await makeCustomer(stack, { organizationId, externalId: 'ada' });
    const events = Array.from({ length: 700 }, (_, n) => ({
      name: n % 7 === 0 ? 'ping' : 'call',
      external_customer_id: 'ada',
      external_id: `e${n}`,
      timestamp: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 100)).toISOString(),
      metadata: { n },
    }));
    await stack.send('POST', '/events/ingest', { as, body: { events } });

    const all = rowsOf((await download('/events/export', as)).text).filter(({ source }) => source === 'user');
    expect(all).toHaveLength(events.length);
    expect(new Set(all.map(({ external_id: name }) => name))).toEqual(
      new Set(events.map((event) => event.external_id)),
    );
    const times = all.map(({ timestamp = '' }) => timestamp);
    expect(times.every((time, place) => place === 0 || time <= (times[place - 1] ?? ''))).toBe(true);
    expect(all.at(-1)).toMatchObject({
      customer_email: email,
      external_customer_id: 'ada',
      is_late: 'false',
    });

    const some = await download(
      `/events/export?organization_id=${organizationId}&meter_id=${meter.id}&name=ping&metadata[n]=7`,
      as,
    );
    expect(some.text.trimEnd().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/,ping,user,.*,e7,,,false,"\{""n"":7\}"$/),
    ]);
    expect(rowsOf((await download('/meters/export', as)).text)).toEqual([
      expect.objectContaining({ id: meter.id, name: 'Calls', aggregation: 'sum', property: 'n' }),
    ]);
    const wrong = await download('/events/export?metadata[n]=1&start_timestamp=never', as);
    expect(wrong.status).toBe(422);
    expect((await download('/events/export', tokenOf(organizationId, 'orders:read'))).status).toBe(403);
  });

  it('says of what a product costs in which currency, and how often', async () => {
    const { organizationId, owner: as } = await makeSeller(stack);
    const prices = [{ amount_type: 'fixed', price_amount: 4500, price_currency: 'jpy' }];
    const wish = { recurring_interval: 'month', recurring_interval_count: 3, prices };
    await stack.send('POST', '/products/', {
      as,
      body: { organization_id: organizationId, name: 'Quarterly', ...wish },
    });
    expect(rowsOf((await download('/products/export', as)).text)).toEqual([
      expect.objectContaining({
        recurring_interval: 'month',
        recurring_interval_count: '3',
        price_amount: '4500',
        price_currency: 'jpy',
      }),
    ]);
  });

  it('holds all prices of a product, as the API names them', async () => {
    const { organizationId, owner: as } = await makeSeller(stack);
    const meter = await stack.send('POST', '/meters/', {
      as,
      body: {
        organization_id: organizationId,
        name: 'Calls',
        filter: { conjunction: 'and', clauses: [] },
        aggregation: { func: 'count' },
      },
    });
    const prices = [
      { amount_type: 'fixed', price_amount: 4500, price_currency: 'usd' },
      { amount_type: 'metered_unit', meter_id: meter.body.id, unit_amount: '0.5', price_currency: 'usd' },
    ];
    const body = { organization_id: organizationId, name: 'Metered', recurring_interval: 'month', prices };
    const product = await stack.send('POST', '/products/', { as, body });
    const { text } = await download('/products/export', as);
    expect(text).toContain(`"${JSON.stringify(product.body.prices).replaceAll('"', '""')}"`);
  });

  it('is a file, with a head even where there is nothing', async () => {
    const empty = await makeSeller(stack);
    const { text, headers } = await download('/customers/export', empty.owner);
    expect(text).toBe(
      'id,created_at,email,email_verified,name,external_id,billing_country,tax_id,metadata\r\n',
    );
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const day = stack.clock.now().toISOString().slice(0, 10);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="customers-${day}.csv"`);
  });

  it('says that it is UTF-8 to browsers, whose files Excel opens, and not to programs', async () => {
    const { owner: as } = await makeSeller(stack);
    const passport = await stack.passport(as);
    const beginOf = async (headers: Record<string, string>) => {
      const request = get(`${stack.url}${apiPath}/customers/export`, {
        headers: { ...headers, [passportHeader]: passport },
      });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return (await buffer(response)).toString('utf8').slice(0, 3);
    };
    expect(await beginOf({ accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })).toBe('\uFEFFid');
    // As Chromium asks for what a link saves.
    expect(await beginOf({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' })).toBe('\uFEFFid');
    expect(await beginOf({ accept: '*/*', 'sec-fetch-mode': 'cors' })).toBe('id,');
    expect(await beginOf({})).toBe('id,');
  });

  it('leaves amounts below 0 to be numbers, and no formula that begins like one', async () => {
    const { organizationId, owner } = await makeSeller(stack);
    for (const name of ['-13.33', '-1+1']) await makeCustomer(stack, { organizationId, name });
    const { text } = await download('/customers/export', owner);
    expect(rowsOf(text).map(({ name }) => name)).toEqual(["'-1+1", '-13.33']);
  });

  it('keeps what is written in cells apart from columns, lines and formulas', async () => {
    const own = await makeSeller(stack);
    const { organizationId } = own;
    await makeCustomer(stack, { organizationId, name: '=HYPERLINK("https://evil.example")' });
    await makeCustomer(stack, { organizationId, name: 'Ada, "the first"\nof them', metadata: { a: 1 } });
    const { text } = await download('/customers/export', own.owner);
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(text).toContain('"Ada, ""the first""\nof them"');
    expect(text).toContain('"{""a"":1}"');
  });

  it.each(['', ' ', '\t', '\r', '\n', '\n ', '\r\n'])(
    'writes no formula that comes after %j',
    async (before) => {
      const own = await makeSeller(stack);
      await makeCustomer(stack, { organizationId: own.organizationId, name: `${before}=HYPERLINK(1)` });
      const { text } = await download('/customers/export', own.owner);
      const again = /[\t\r\n]/.test(before) ? "'" : '';
      expect(text).toContain(`'${before}${again}=HYPERLINK(1)`);
    },
  );

  it.each(['\n', '\r', '\r\n'])('lets nobody write rows of their own with %j', async (end) => {
    const own = await makeSeller(stack);
    const { organizationId } = own;
    await makeCustomer(stack, { organizationId, name: `Ada${end}=HYPERLINK(1)` });
    const { text } = await download('/customers/export', own.owner);
    expect(text).toContain(`,"Ada${end}'=HYPERLINK(1)",`);
  });

  it('starts no formula in another cell where semicolons separate them', async () => {
    const own = await makeSeller(stack);
    const { organizationId } = own;
    await makeCustomer(stack, { organizationId, name: 'Ada;=HYPERLINK(1)', metadata: { note: 'a;=1+1' } });
    const { text } = await download('/customers/export', own.owner);
    expect(text).toContain(`,"Ada;'=HYPERLINK(1)",`);
    expect(text).not.toContain(';=');
    expect(text).toContain('"{""note"":""a;\\u003d1+1""}"');
  });

  it('names what a custom field holds as the API does', async () => {
    const { organizationId, owner: as } = await makeSeller(stack);
    const properties = { form_label: 'Your size', min_length: 1 };
    await stack.send('POST', '/custom-fields/', {
      as,
      body: { type: 'text', slug: 'size', name: 'Size', properties, organization_id: organizationId },
    });
    const { text } = await download('/custom-fields/export', as);
    expect(text).toContain('"{""form_label"":""Your size"",""min_length"":1}"');
  });

  it('goes on over many pages, each row once, with the list’s filters', async () => {
    const own = await makeSeller(stack);
    const { organizationId, owner: as } = own;
    await stack.db.query(
      `INSERT INTO customers (id, created_at, organization_id, email, email_verified, name, metadata)
       SELECT gen_random_uuid(), '2026-01-01'::timestamptz + (number / 3) * interval '1 microsecond', $1,
         'c' || number || '@example.com', false, CASE WHEN number % 2 = 0 THEN 'even' ELSE 'odd' END, '{}'
       FROM generate_series(1, 1203) AS number`,
      [organizationId],
    );
    const all = rowsOf((await download('/customers/export', as)).text);
    expect(new Set(all.map(({ email }) => email)).size).toBe(1203);
    expect(all).toHaveLength(1203);
    const even = rowsOf((await download('/customers/export?query=even', as)).text);
    expect(even).toHaveLength(601);
  });

  it.each([
    ['/products/export', 'name'],
    ['/benefits/export', 'description'],
    ['/files/export', 'name'],
    ['/discounts/export', 'code'],
    ['/checkout-links/export', 'label'],
    ['/custom-fields/export', 'slug'],
  ])('is there for %s', async (path, column) => {
    const own = await makeSeller(stack);
    const { organizationId, owner: as } = own;
    const product = await makeProduct(stack, { organizationId, name: 'mine' });
    await makeDiscount(stack, { organizationId, code: 'mine', name: 'mine' });
    await makeBenefit(stack, { organizationId, description: 'mine' });
    await uploadFile(stack, {
      as,
      bytes: Buffer.from('x'),
      body: { organization_id: organizationId, name: 'mine' },
    });
    await stack.send('POST', '/checkout-links/', {
      as,
      body: { payment_processor: 'stripe', products: [product.id], label: 'mine' },
    });
    await stack.send('POST', '/custom-fields/', {
      as,
      body: { type: 'text', slug: 'mine', name: 'Mine', properties: {}, organization_id: organizationId },
    });
    const { text } = await download(path, as);
    const names = text.split('\r\n')[0]?.split(',') ?? [];
    expect(text.split('\r\n')[1]?.split(',')[names.indexOf(column)]).toBe('mine');
  });

  it('shows nothing of other organizations, and needs the right to read', async () => {
    const stranger = await makeSeller(stack);
    const foreign = await download(`/orders/export?organization_id=${seller.organizationId}`, stranger.owner);
    expect(foreign.text.split('\r\n')).toHaveLength(2);
    for (const name of [
      'orders',
      'subscriptions',
      'customers',
      'products',
      'discounts',
      'benefits',
      'files',
      'payments',
    ]) {
      const path = `/${name}/export`;
      expect((await stack.send('GET', path)).status).toBe(401);
      const as = tokenOf(seller.organizationId, 'metrics:read');
      expect((await stack.send('GET', path, { as })).status).toBe(403);
      const reader = tokenOf(seller.organizationId, `${name}:read`);
      expect((await stack.send('GET', path, { as: reader })).status).toBe(200);
    }
    expect((await download('/orders/export?organization_id=x')).status).toBe(422);
  });
});

describe('the contract’s client, which reads JSON only', () => {
  it('gets the file as one string', async () => {
    const own = await makeSeller(stack);
    const { email } = await buy(stack, {
      seller: own,
      product: { recurringInterval: 'month', name: 'A "quoted", plan' },
    });
    const polar = await polarAs(stack, tokenOf(own.organizationId, 'subscriptions:read'));
    const file = await polar.subscriptions.export({ organizationId: own.organizationId });
    const { text } = await download('/subscriptions/export', own.owner);
    expect(file).toBe(text);
    expect(text).toContain(email);
  });
});
