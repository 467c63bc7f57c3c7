/** Custom fields from the checkout to what it sells. */
import { eventually } from '@tessera/kit/test/eventually';
import { checkoutUpdated, orderCreated } from '@tessera/proto/events/billing';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../../test/factories.ts';
import { confirm, details, freshEmail, untilStatus } from '../../../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
type Body = any;

const post = async (path: string, body: object): Promise<Body> => {
  const reply = await stack.send('POST', path, { as: seller.owner, body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body;
};
let count = 0;
const field = (type: string, properties: object = {}): Promise<Body> =>
  post('/custom-fields/', {
    type,
    slug: `${type}-${++count}`,
    name: type,
    properties,
    organization_id: seller.organizationId,
  });
/** A product that asks for fields; those named `!` are required. */
const product = (fields: [Body, '!'?][], body: object = {}): Promise<Body> =>
  post('/products/', {
    name: 'Shirt',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' }],
    attached_custom_fields: fields.map(([{ id }, mark]) => ({
      custom_field_id: id,
      required: mark === '!',
    })),
    organization_id: seller.organizationId,
    ...body,
  });
const open = async (products: Body[], body: object = {}) => {
  const checkout = await post('/checkouts/', { products: products.map(({ id }) => id), ...body });
  return { checkout, path: `/checkouts/client/${checkout.client_secret}` };
};
const answer = (path: string, data: object, body: object = {}) =>
  stack.send('PATCH', path, { body: { custom_field_data: data, ...body } });
const refusals = ({ body }: { body: Body }) =>
  body.detail.map(({ loc, type }: Body) => [loc.slice(2).join('.') || loc.join('.'), type]);

describe('a checkout', () => {
  it('says of a fraction that a whole number is asked for', async () => {
    const seats = await field('number');
    const { path } = await open([await product([[seats]])]);
    const refused = await answer(path, { [seats.slug]: 1.5 });
    expect([refused.status, refusals(refused)]).toEqual([422, [[seats.slug, 'int_type']]]);
    expect(refused.body.detail[0].msg).toBe('Must be a whole number');
  });

  it('asks for the fields of its product, and keeps answers as they are spelt', async () => {
    const [company, size, since] = [
      await field('text'),
      await field('select', { options: [{ value: 's', label: 'Small' }] }),
      await field('date'),
    ];
    const shirt = await product([[company, '!'], [size], [since]]);
    const { path } = await open([shirt]);
    const seen = await stack.send('GET', path);
    expect(seen.body.attached_custom_fields).toEqual(shirt.attached_custom_fields);
    // Each field that is asked has its key.
    expect(seen.body.custom_field_data).toEqual({
      [company.slug]: null,
      [size.slug]: null,
      [since.slug]: null,
    });
    const answered = await answer(path, {
      [company.slug]: 'Acme',
      [size.slug]: '',
      [since.slug]: '2026-03-01T00:00:00.000Z',
      unknown: 'x',
    });
    expect(answered.status).toBe(200);
    expect(answered.body.custom_field_data).toEqual({
      [company.slug]: 'Acme',
      [size.slug]: null,
      [since.slug]: '2026-03-01',
    });
    const emitted = await stack.events.next(checkoutUpdated, (event) => event.checkoutId === seen.body.id);
    expect(JSON.parse(emitted.snapshot).custom_field_data).toEqual(answered.body.custom_field_data);
    const fewer = await answer(path, { [company.slug]: 'Other' });
    const others = { [company.slug]: 'Other', [size.slug]: null, [since.slug]: null };
    expect(fewer.body.custom_field_data).toEqual(others);
    const other = await stack.send('PATCH', path, { body: { customer_name: 'Grace' } });
    expect(other.body.custom_field_data).toEqual(others);
  });

  it('refuses answers that do not do, all at once, and changes nothing', async () => {
    const [name, seats] = [await field('text', { max_length: 3 }), await field('number', { ge: 1 })];
    const { path } = await open([await product([[name], [seats]])]);
    const refused = await answer(path, { [name.slug]: 'long', [seats.slug]: 0 }, { customer_name: 'Grace' });
    expect(refused.status).toBe(422);
    expect(refusals(refused)).toEqual([
      [name.slug, 'too_long'],
      [seats.slug, 'greater_than_equal'],
    ]);
    expect(refused.body.detail[0].loc).toEqual(['body', 'custom_field_data', name.slug]);
    expect((await stack.send('GET', path)).body).toMatchObject({
      custom_field_data: { [name.slug]: null, [seats.slug]: null },
      customer_name: null,
    });
    const atCreate = await stack.send('POST', '/checkouts/', {
      as: seller.owner,
      body: { products: [(await product([[seats]])).id], custom_field_data: { [seats.slug]: 0 } },
    });
    expect([atCreate.status, refusals(atCreate)]).toEqual([422, [[seats.slug, 'greater_than_equal']]]);
  });

  it('keeps, when another product is chosen, what that one asks for too', async () => {
    const [both, first] = [await field('text'), await field('text')];
    const [one, two] = [await product([[both], [first]]), await product([[both]])];
    const { path } = await open([one, two], {
      custom_field_data: { [both.slug]: 'a', [first.slug]: 'b' },
    });
    const switched = await stack.send('PATCH', path, { body: { product_id: two.id } });
    expect(switched.body.custom_field_data).toEqual({ [both.slug]: 'a' });
    expect(switched.body.attached_custom_fields).toEqual(two.attached_custom_fields);
  });
});

describe('confirming', () => {
  it('needs what is required, and names all that is missing', async () => {
    const [company, terms, note] = [await field('text'), await field('checkbox'), await field('text')];
    const { path } = await open([await product([[company, '!'], [terms, '!'], [note]])]);
    const refused = await confirm(stack, path, { custom_field_data: { [terms.slug]: false } });
    expect(refused.status).toBe(422);
    expect(refusals(refused)).toEqual([
      [company.slug, 'missing'],
      [terms.slug, 'missing'],
    ]);
    expect((await stack.send('GET', path)).body.status).toBe('open');
    const data = { [company.slug]: 'Acme', [terms.slug]: true };
    expect((await confirm(stack, path, { custom_field_data: data })).status).toBe(200);
  });

  it('refuses what the seller does not take any more', async () => {
    const company = await field('text');
    const { path } = await open([await product([[company, '!']])]);
    await answer(path, { [company.slug]: 'Acme Limited' });
    await stack.send('PATCH', `/custom-fields/${company.id}`, {
      as: seller.owner,
      body: { type: 'text', properties: { max_length: 4 } },
    });
    const refused = await confirm(stack, path);
    expect([refused.status, refusals(refused)]).toEqual([422, [[company.slug, 'too_long']]]);
  });

  it('takes the answers to the order and the subscription', async () => {
    const [company, seats] = [await field('text'), await field('number')];
    const plan = await product([[company, '!'], [seats]], { recurring_interval: 'month' });
    const { checkout, path } = await open([plan]);
    const data = { [company.slug]: 'Acme', [seats.slug]: 3 };
    const confirmed = await confirm(stack, path, { ...details(freshEmail()), custom_field_data: data });
    expect(confirmed.body.custom_field_data).toEqual(data);
    await untilStatus(stack, path, 'succeeded');
    const { body: orders } = await stack.send('GET', `/orders/?checkout_id=${checkout.id}`, {
      as: seller.owner,
    });
    const [order] = orders.items;
    expect(order.custom_field_data).toEqual(data);
    const subscription = await stack.send('GET', `/subscriptions/${order.subscription_id}`, {
      as: seller.owner,
    });
    expect(subscription.body.custom_field_data).toEqual(data);
    const emitted = await stack.events.next(orderCreated, (event) => event.orderId === order.id);
    expect(JSON.parse(emitted.snapshot).custom_field_data).toEqual(data);
    const { body: state } = await stack.send('GET', `/customers/${order.customer_id}/state`, {
      as: seller.owner,
    });
    expect(state.active_subscriptions[0].custom_field_data).toEqual(data);
  });
});

describe('what is sold', () => {
  const sell = async (plan: Body, data: object, { email = freshEmail(), body = {} } = {}): Promise<Body> => {
    const { checkout, path } = await open([plan], body);
    const payment = plan.prices[0].amount_type === 'free' ? { confirmation_token_id: null } : {};
    const reply = await confirm(stack, path, { ...details(email), custom_field_data: data, ...payment });
    if (reply.status !== 200) throw new Error(reply.text);
    await untilStatus(stack, path, 'succeeded');
    const orders = await stack.send('GET', `/orders/?checkout_id=${checkout.id}`, { as: seller.owner });
    return orders.body.items[0];
  };
  const subscriptionOf = async ({ subscription_id }: Body): Promise<Body> =>
    (await stack.send('GET', `/subscriptions/${subscription_id}`, { as: seller.owner })).body;

  it('has a key for each field that was asked, also where its buyer left it blank', async () => {
    const [company, note, news] = [await field('text'), await field('text'), await field('checkbox')];
    const plan = await product([[company, '!'], [note], [news]], { recurring_interval: 'month' });
    const order = await sell(plan, { [company.slug]: 'Acme' });
    const kept = { [company.slug]: 'Acme', [note.slug]: null, [news.slug]: false };
    expect(order.custom_field_data).toEqual(kept);
    expect((await subscriptionOf(order)).custom_field_data).toEqual(kept);
    const emitted = await stack.events.next(orderCreated, ({ orderId }) => orderId === order.id);
    expect(JSON.parse(emitted.snapshot).custom_field_data).toEqual(kept);
  });

  it('keeps, where it replaces a subscription, what is not answered anew', async () => {
    const [company, note] = [await field('text'), await field('text')];
    const recurring = { recurring_interval: 'month' };
    const free = await product([[company]], { ...recurring, prices: [{ amount_type: 'free' }] });
    const paid = await product([[company], [note]], recurring);
    const email = freshEmail();
    const first = await sell(free, { [company.slug]: 'Acme' }, { email });
    const body = { subscription_id: first.subscription_id };
    const second = await sell(paid, { [note.slug]: 'Hello' }, { email, body });
    expect(second.subscription_id).toBe(first.subscription_id);
    expect(second.custom_field_data).toEqual({ [company.slug]: null, [note.slug]: 'Hello' });
    expect((await subscriptionOf(second)).custom_field_data).toEqual({
      [company.slug]: 'Acme',
      [note.slug]: 'Hello',
    });
  });
});

describe('renaming a slug', () => {
  const sell = async (asked: Body) => {
    const plan = await product([[asked]], { recurring_interval: 'month' });
    const { checkout, path } = await open([plan]);
    const custom_field_data = { [asked.slug]: 'Acme' };
    expect((await confirm(stack, path, { ...details(freshEmail()), custom_field_data })).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    const { body: orders } = await stack.send('GET', `/orders/?checkout_id=${checkout.id}`, {
      as: seller.owner,
    });
    return {
      checkout: checkout.id,
      order: orders.items[0].id,
      subscription: orders.items[0].subscription_id,
    };
  };
  const rename = (id: string, slug: string) =>
    stack.send('PATCH', `/custom-fields/${id}`, { as: seller.owner, body: { type: 'text', slug } });
  const dataOf = async (path: string) =>
    (await stack.send('GET', path, { as: seller.owner })).body.custom_field_data;

  it('moves what was answered, wherever it is kept', async () => {
    const [asked, other] = [await field('text'), await field('text')];
    const sold = await sell(asked);
    const { path } = await open([await product([[asked], [other]])], {
      custom_field_data: { [asked.slug]: 'Open', [other.slug]: 'stays' },
    });
    const renamed = await rename(asked.id, `${asked.slug}-new`);
    expect(renamed.body.slug).toBe(`${asked.slug}-new`);
    const moved = { [`${asked.slug}-new`]: 'Acme' };
    expect(await dataOf(`/orders/${sold.order}`)).toEqual(moved);
    expect(await dataOf(`/subscriptions/${sold.subscription}`)).toEqual(moved);
    expect(await dataOf(`/checkouts/${sold.checkout}`)).toEqual(moved);
    expect(await dataOf(path)).toEqual({ [`${asked.slug}-new`]: 'Open', [other.slug]: 'stays' });
  });

  it('there and back, and on to a third name, loses nothing', async () => {
    const asked = await field('text');
    const sold = await sell(asked);
    for (const slug of [`${asked.slug}-a`, asked.slug, `${asked.slug}-b`, `${asked.slug}-c`])
      expect((await rename(asked.id, slug)).status).toBe(200);
    expect(await dataOf(`/orders/${sold.order}`)).toEqual({ [`${asked.slug}-c`]: 'Acme' });
  });

  it('moves nothing of another organization', async () => {
    const asked = await field('text');
    const other = await makeSeller(stack);
    const { body: theirs } = await stack.send('POST', '/custom-fields/', {
      as: other.owner,
      body: {
        type: 'text',
        slug: asked.slug,
        name: 'Same',
        properties: {},
        organization_id: other.organizationId,
      },
    });
    const sold = await sell(asked);
    await stack.send('PATCH', `/custom-fields/${theirs.id}`, {
      as: other.owner,
      body: { type: 'text', slug: 'elsewhere' },
    });
    expect(await dataOf(`/orders/${sold.order}`)).toEqual({ [asked.slug]: 'Acme' });
  });

  it('is finished off the request where the request could not', async () => {
    const asked = await field('text');
    const sold = await sell(asked);
    await stack.db.query('UPDATE custom_fields SET slug = $2 WHERE id = $1', [asked.id, `${asked.slug}-new`]);
    await stack.db.query('INSERT INTO custom_field_renames VALUES ($1, $2, $3)', [
      asked.id,
      seller.organizationId,
      asked.slug,
    ]);
    const taken = await stack.send('POST', '/custom-fields/', {
      as: seller.owner,
      body: {
        type: 'text',
        slug: asked.slug,
        name: 'Too soon',
        properties: {},
        organization_id: seller.organizationId,
      },
    });
    expect([taken.status, taken.body.detail[0].loc]).toEqual([422, ['body', 'slug']]);
    await stack.db.query(
      `INSERT INTO catalog_changes (kind, subject_id, organization_id) VALUES ('custom_field', $1, $2)`,
      [asked.id, seller.organizationId],
    );
    await untilMoved(`/orders/${sold.order}`, { [`${asked.slug}-new`]: 'Acme' });
  });

  const untilMoved = async (path: string, data: object): Promise<void> => {
    await eventually(async () => expect(await dataOf(path)).toEqual(data));
  };
});
