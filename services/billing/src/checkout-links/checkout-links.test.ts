import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
type Body = any;

const create = (body: object, as = seller.owner) =>
  stack.send('POST', '/checkout-links/', { as, body: { payment_processor: 'stripe', ...body } });
const product = (values = {}, of: Seller = seller) =>
  makeProduct(stack, { organizationId: of.organizationId, ...values });
const link = async (body: object = {}): Promise<Body> => {
  const reply = await create({ products: [(await product()).id], ...body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body;
};
const locOf = ({ body }: { body: Body }) => body.detail[0]?.loc;

describe('creating a link', () => {
  it('keeps what checkouts will begin with', async () => {
    const [first, second] = [await product({ metadata: { tier: 1 } }), await product()];
    const made = await create({
      products: [first.id, second.id],
      label: 'Newsletter',
      allow_discount_codes: false,
      require_billing_address: true,
      success_url: 'https://example.com/thanks?id={CHECKOUT_ID}',
      metadata: { innerName: 'kept' },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      created_at: stack.clock.now().toISOString(),
      modified_at: null,
      organization_id: seller.organizationId,
      payment_processor: 'stripe',
      label: 'Newsletter',
      allow_discount_codes: false,
      require_billing_address: true,
      success_url: 'https://example.com/thanks?id={CHECKOUT_ID}',
      metadata: { innerName: 'kept' },
      discount_id: null,
      discount: null,
    });
    expect(made.body.client_secret).toMatch(/^tessera_cl_\w+$/);
    expect(made.body.url).toBe(
      `http://localhost:3000/api/billing/v1/checkout-links/${made.body.client_secret}/redirect`,
    );
    expect(made.body.products.map(({ id, metadata }: Body) => [id, metadata])).toEqual([
      [first.id, { tier: 1 }],
      [second.id, {}],
    ]);
    const read = await stack.send('GET', `/checkout-links/${made.body.id}`, { as: seller.member });
    expect(read.body).toEqual(made.body);
  });

  it('takes a product or a price too, as older clients name them', async () => {
    const sold = await product();
    for (const body of [{ product_id: sold.id }, { product_price_id: sold.prices[0]?.id }]) {
      const made = await create(body);
      expect([made.status, made.body.products[0].id]).toEqual([201, sold.id]);
      expect([made.body.allow_discount_codes, made.body.require_billing_address]).toEqual([true, false]);
    }
  });

  it('refuses what cannot be sold', async () => {
    const archived = await product({ isArchived: true });
    const theirs = await product({}, await makeSeller(stack));
    const mine = await product();
    for (const [body, loc] of [
      [{}, ['body', 'products']],
      [{ products: [] }, ['body', 'products']],
      [{ products: [mine.id, uuidv7()] }, ['body', 'products', 1]],
      [{ products: [archived.id] }, ['body', 'products', 0]],
      [{ products: [mine.id, theirs.id] }, ['body', 'products', 1]],
      [{ product_id: theirs.id }, ['body', 'product_id']],
      [{ product_price_id: uuidv7() }, ['body', 'product_price_id']],
      [{ products: [mine.id], success_url: 'javascript:alert(1)' }, ['body', 'success_url']],
      [{ products: [mine.id], discount_id: uuidv7() }, ['body', 'discount_id']],
      [{ products: [mine.id], payment_processor: 'other' }, ['body', 'payment_processor']],
    ] as const) {
      const refused = await create(body);
      expect([body, refused.status, locOf(refused)]).toEqual([body, 422, loc]);
    }
  });
});

describe('changing a link', () => {
  it('changes what is named, and clears what is null', async () => {
    const made = await link({ label: 'Before', success_url: 'https://example.com', metadata: { a: 1 } });
    const other = await product();
    const change = (body: object) =>
      stack.send('PATCH', `/checkout-links/${made.id}`, { as: seller.owner, body });
    const first = await change({ products: [other.id], allow_discount_codes: false });
    expect(first.body).toMatchObject({
      label: 'Before',
      success_url: 'https://example.com',
      metadata: { a: 1 },
      allow_discount_codes: false,
      client_secret: made.client_secret,
    });
    expect(first.body.products.map(({ id }: Body) => id)).toEqual([other.id]);
    const second = await change({ label: null, success_url: null, products: null, metadata: {} });
    expect(second.body).toMatchObject({ label: null, success_url: null, metadata: {} });
    expect(second.body.products).toEqual(first.body.products);
    expect((await change({ products: [] })).status).toBe(422);
  });
});

describe('the list of links', () => {
  it('begins with the oldest, and is filtered, sorted and paged', async () => {
    const own = await makeSeller(stack);
    const [one, two] = [await product({}, own), await product({}, own)];
    for (const [label, products] of [
      ['b', [one.id]],
      ['a', [one.id, two.id]],
      ['c', [two.id]],
    ] as const)
      await create({ label, products, allow_discount_codes: label !== 'b' }, own.owner);
    const labels = async (query: string) => {
      const { body } = await stack.send('GET', `/checkout-links/?${query}`, { as: own.owner });
      return [body.items.map(({ label }: Body) => label).join(''), body.pagination.total_count];
    };
    expect(await labels('')).toEqual(['bac', 3]);
    expect(await labels('sorting=-created_at')).toEqual(['cab', 3]);
    expect(await labels('sorting=label')).toEqual(['abc', 3]);
    expect(await labels('sorting=allow_discount_codes&sorting=-label')).toEqual(['bca', 3]);
    expect(await labels(`product_id=${two.id}`)).toEqual(['ac', 2]);
    expect(await labels(`product_id=${one.id}&product_id=${two.id}&limit=2&page=2`)).toEqual(['c', 3]);
    expect(await labels(`organization_id=${seller.organizationId}`)).toEqual(['', 0]);
    expect((await stack.send('GET', '/checkout-links/?sorting=name', { as: own.owner })).status).toBe(422);
  });
});

describe('the search for links', () => {
  it('finds by label and by what is sold, wildcards being letters', async () => {
    const own = await makeSeller(stack);
    const [book, course] = [
      await product({ name: 'Book' }, own),
      await product({ name: 'Course 100%' }, own),
    ];
    await create({ label: 'Newsletter', products: [book.id] }, own.owner);
    await create({ products: [course.id] }, own.owner);
    const found = async (words: string) => {
      const query = new URLSearchParams({ query: words }).toString();
      const { body } = await stack.send('GET', `/checkout-links/?${query}`, { as: own.owner });
      return body.items.map(({ products: [sold] }: Body) => sold.name);
    };
    expect(await found('newsl')).toEqual(['Book']);
    expect(await found('bOOk')).toEqual(['Book']);
    expect(await found('100%')).toEqual(['Course 100%']);
    expect(await found('_')).toEqual([]);
  });
});

describe('a deleted link', () => {
  it('is nowhere any more', async () => {
    const made = await link();
    const path = `/checkout-links/${made.id}`;
    const deleted = await stack.send('DELETE', path, { as: seller.owner });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE'])
      expect((await stack.send(method, path, { as: seller.owner })).status).toBe(404);
    expect((await stack.send('PATCH', path, { as: seller.owner, body: {} })).status).toBe(404);
  });
});

describe('links of another organization', () => {
  it('are not found, and scopes are needed', async () => {
    const made = await link();
    const path = `/checkout-links/${made.id}`;
    const stranger = await makeSeller(stack);
    for (const as of [
      stranger.owner,
      tokenOf(stranger.organizationId, 'checkout_links:read', 'checkout_links:write'),
    ])
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect((await stack.send(method, path, { as, ...(method === 'PATCH' && { body: {} }) })).status).toBe(
          404,
        );
    const reader = tokenOf(seller.organizationId, 'checkout_links:read');
    expect((await stack.send('GET', path, { as: reader })).status).toBe(200);
    expect((await stack.send('PATCH', path, { as: reader, body: {} })).status).toBe(403);
    expect((await stack.send('PATCH', path, { as: seller.member, body: {} })).status).toBe(403);
    expect((await stack.send('GET', path)).status).toBe(401);
  });
});
