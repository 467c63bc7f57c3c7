import { checkoutCreated } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeDiscount,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { confirm, untilStatus } from '../../test/purchases.ts';
import { purgeVisits, visitLimit } from './visits.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
type Body = any;

const link = async (body: object = {}): Promise<Body> => {
  const products = [(await makeProduct(stack, { organizationId: seller.organizationId })).id];
  const reply = await stack.send('POST', '/checkout-links/', {
    as: seller.owner,
    body: { payment_processor: 'stripe', products, ...body },
  });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body;
};
const visit = (secret: string, query = '', init: RequestInit = {}): Promise<Response> =>
  fetch(`${stack.url}/api/billing/v1/checkout-links/${secret}/redirect${query}`, {
    redirect: 'manual',
    ...init,
  });
const targetOf = (response: Response): URL => new URL(response.headers.get('location') ?? '');
const secretOf = (response: Response): string => targetOf(response).pathname.split('/').at(-1) ?? '';
/** The checkout that a visit has opened, as its seller sees it. */
const opened = async (response: Response): Promise<Body> => {
  const { body } = await stack.send('GET', `/checkouts/client/${secretOf(response)}`);
  return (await stack.send('GET', `/checkouts/${body.id}`, { as: seller.owner })).body;
};
const countCheckouts = async (): Promise<number> =>
  (await stack.send('GET', '/checkouts/', { as: seller.owner })).body.pagination.total_count;

describe('a visit to a link', () => {
  it('opens a checkout with what the link says, and leads there', async () => {
    const made = await link({
      metadata: { campaign: 'spring' },
      success_url: 'https://example.com/thanks/{CHECKOUT_ID}',
      allow_discount_codes: false,
      require_billing_address: true,
    });
    const response = await visit(made.client_secret, '', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(response.status).toBe(307);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(targetOf(response).origin).toBe('http://localhost:3000');
    const checkout = await opened(response);
    expect(targetOf(response).href).toBe(checkout.url);
    expect(checkout).toMatchObject({
      status: 'open',
      metadata: { campaign: 'spring' },
      success_url: `https://example.com/thanks/${checkout.id}`,
      allow_discount_codes: false,
      require_billing_address: true,
      embed_origin: null,
      customer_email: null,
      customer_ip_address: '203.0.113.7',
    });
    await stack.events.next(checkoutCreated, (event) => event.checkoutId === checkout.id);
  });

  it('opens another one each time, also after a sale', async () => {
    const made = await link();
    const first = await visit(made.client_secret);
    const path = `/checkouts/client/${secretOf(first)}`;
    expect((await confirm(stack, path)).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    const second = await visit(made.client_secret);
    expect(second.status).toBe(307);
    expect(secretOf(second)).not.toBe(secretOf(first));
    expect((await opened(second)).status).toBe('open');
  });

  it('tells where it comes from, and who visits, as far as that can be', async () => {
    const other = await makeProduct(stack, {
      organizationId: seller.organizationId,
      price: { amountType: 'custom', minimumAmount: 500 },
    });
    const first = await makeProduct(stack, { organizationId: seller.organizationId });
    const made = await link({ products: [first.id, other.id], metadata: { utm_source: 'link', own: 1 } });
    const query = new URLSearchParams({
      reference_id: 'ref-1',
      utm_source: 'mail',
      utm_medium: 'm'.repeat(600),
      utm_campaign: '',
      utm_term: 'shirts',
      embed_origin: 'https://shop.example',
      product_id: other.id,
      amount: '700',
      customer_email: 'grace@example.com',
      customer_name: 'Grace',
      locale: 'de',
      theme: 'dark',
      embed: 'true',
    });
    const response = await visit(made.client_secret, `?${query.toString()}`);
    const checkout = await opened(response);
    expect(checkout).toMatchObject({
      metadata: { own: 1, utm_source: 'mail', utm_term: 'shirts', reference_id: 'ref-1' },
      embed_origin: 'https://shop.example',
      product_id: other.id,
      amount: 700,
      customer_email: 'grace@example.com',
      customer_name: 'Grace',
      locale: 'de',
    });
    expect(Object.keys(checkout.metadata)).toHaveLength(4);
    expect(Object.fromEntries(targetOf(response).searchParams)).toEqual({
      theme: 'dark',
      embed: 'true',
      embed_origin: 'https://shop.example',
      locale: 'de',
    });
  });

  it('takes the discount of the link off, or that of the visitor’s code, as long as there is one', async () => {
    const { organizationId } = seller;
    const half = await makeDiscount(stack, { organizationId, basisPoints: 5000 });
    const code = await makeDiscount(stack, { organizationId, basisPoints: 1000, code: `TENTH${Date.now()}` });
    const made = await link({ discount_id: half.id });
    expect([made.discount_id, made.discount.basis_points]).toEqual([half.id, 5000]);
    const amountAt = async (query = '') =>
      (await opened(await visit(made.client_secret, query))).discount_amount;
    expect(await amountAt()).toBe(500);
    expect(await amountAt(`?discount_code=${code.code}`)).toBe(100);
    expect(await amountAt('?discount_code=UNKNOWN')).toBe(500);
    await stack.send('DELETE', `/discounts/${half.id}`, { as: seller.owner });
    expect(await amountAt()).toBe(0);
    const shown = await stack.send('GET', `/checkout-links/${made.id}`, { as: seller.owner });
    expect([shown.body.discount_id, shown.body.discount]).toEqual([null, null]);
  });

  it('passes over what does not do', async () => {
    const made = await link();
    const query =
      '?customer_email=nobody&amount=x&product_id=1&embed_origin=javascript:alert(1)&discount_code=NONE&locale=%F0' +
      '&reference_id=a&reference_id=b&utm_source[a]=b&custom_field_data.nothing=x&__proto__=x';
    const response = await visit(made.client_secret, query);
    expect(response.status).toBe(307);
    expect(await opened(response)).toMatchObject({
      customer_email: null,
      embed_origin: null,
      metadata: {},
      amount: 1000,
    });
  });

  it('fills in custom fields, each for itself', async () => {
    const ids: string[] = [];
    for (const [type, slug] of [
      ['text', 'company'],
      ['number', 'seats'],
      ['checkbox', 'terms'],
    ] as const) {
      const field = await stack.send('POST', '/custom-fields/', {
        as: seller.owner,
        body: { type, slug, name: slug, properties: {}, organization_id: seller.organizationId },
      });
      ids.push(field.body.id);
    }
    const made = await link();
    await stack.send('PATCH', `/products/${made.products[0].id}`, {
      as: seller.owner,
      body: { attached_custom_fields: ids.map((id) => ({ custom_field_id: id, required: true })) },
    });
    const response = await visit(
      made.client_secret,
      '?custom_field_data.company=Acme&custom_field_data.seats=many&custom_field_data.terms=true',
    );
    expect((await opened(response)).custom_field_data).toEqual({ company: 'Acme', seats: null, terms: true });
    expect(targetOf(response).search).toBe('');
  });
});

describe('a link that sells nothing', () => {
  const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

  it('is not found, and says so to people and to programs', async () => {
    const gone = await link();
    await stack.send('DELETE', `/checkout-links/${gone.id}`, { as: seller.owner });
    const archived = await link();
    await stack.send('PATCH', `/products/${archived.products[0].id}`, {
      as: seller.owner,
      body: { is_archived: true },
    });
    for (const secret of [gone.client_secret, archived.client_secret, 'nothing', '%00', '<script>']) {
      const program = await visit(secret);
      expect([secret, program.status >= 400 && program.status < 500]).toEqual([secret, true]);
      expect(await program.json()).toHaveProperty('error');
      const person = await visit(secret, '', html);
      expect(person.status).toBe(program.status);
    }
    const page = await visit(gone.client_secret, '', html);
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toContain('text/html');
    const text = await page.text();
    expect(text).toContain('nothing is for sale here any longer');
    // In a frame above a shop it is read, not the shop through it.
    expect(text).toMatch(/body \{[^}]*background: /);
  });

  it('says so in the language of the visitor', async () => {
    const german = { headers: { ...html.headers, 'accept-language': 'de-AT,en;q=0.5' } };
    expect(await (await visit('nothing', '', german)).text()).toMatch(
      /lang="de"[^]*hier wird nichts mehr verkauft/,
    );
    // What the link asks for comes first.
    expect(await (await visit('nothing', '?locale=fr', german)).text()).toContain(
      'plus rien n’est vendu ici',
    );
    const other = { headers: { ...html.headers, 'accept-language': 'fi' } };
    expect(await (await visit('nothing', '', other)).text()).toContain('lang="en"');
  });

  it('sells what is left when one of its products is archived', async () => {
    const [left, archived] = [
      await makeProduct(stack, { organizationId: seller.organizationId }),
      await makeProduct(stack, { organizationId: seller.organizationId, isArchived: false }),
    ];
    const made = await link({ products: [archived.id, left.id] });
    await stack.send('PATCH', `/products/${archived.id}`, { as: seller.owner, body: { is_archived: true } });
    const checkout = await opened(await visit(made.client_secret));
    expect([checkout.product_id, checkout.products.length]).toEqual([left.id, 1]);
  });
});

describe('visits that nobody makes', () => {
  it('open nothing', async () => {
    const made = await link();
    const before = await countCheckouts();
    for (const init of [
      { method: 'HEAD' },
      { headers: { 'sec-purpose': 'prefetch;prerender' } },
      { headers: { purpose: 'prefetch' } },
      { headers: { 'x-moz': 'prefetch' } },
    ])
      expect((await visit(made.client_secret, '', init)).status).toBe(204);
    expect(await countCheckouts()).toBe(before);
  });

  it('are bounded for a network, whichever links they follow, until the window is over', async () => {
    const made = await link();
    const from = (address: string) =>
      visit(made.client_secret, '', { headers: { 'x-forwarded-for': address } });
    const network = '2001:db8:1:1';
    await stack.db.query(
      'INSERT INTO checkout_link_visits (network, started_at, visits) VALUES ($1, $2, $3)',
      [
        `${network}::`,
        new Date(Math.floor(stack.clock.now().getTime() / visitLimit.window) * visitLimit.window),
        visitLimit.most - 1,
      ],
    );
    expect((await from(`${network}:1:2:3:4`)).status).toBe(307);
    const before = await countCheckouts();
    const refused = await from(`${network}:5:6:7:8`);
    expect([refused.status, ((await refused.json()) as Body).error]).toEqual([429, 'TooManyVisits']);
    expect(await countCheckouts()).toBe(before);
    expect((await from('2001:db8:1:2:1:1:1:1')).status).toBe(307);
    stack.clock.advance(visitLimit.window / 1000);
    expect((await from(`${network}:5:6:7:8`)).status).toBe(307);
    expect(await purgeVisits(stack.billing)).toBe(0);
    stack.clock.advance(visitLimit.window / 500);
    expect(await purgeVisits(stack.billing)).toBeGreaterThan(0);
  });
});
