import type { Mail } from '@tessera/kit/mail/mailer';
import { createToken, sha256 } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import {
  customerCreated,
  customerUpdated,
  orderCreated,
  subscriptionRepeated,
} from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeCustomer,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { makeLicenses } from '../../../test/licenses.ts';
import { buyerOf, customerOf } from '../../../test/portal.ts';
import { buy, confirm, details, freshEmail, openCheckout, untilStatus } from '../../../test/purchases.ts';
import { findCustomerSession } from '../../customer-sessions/sessions.ts';

/** Whoever holds a client secret may type any address: what that must not do, nor tell. */
let stack: BillingStack;
const sent: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
afterAll(() => stack.stop());

const monthly = { recurringInterval: 'month' as const };
const free = { ...monthly, price: { amountType: 'free' as const } };
const mallory = (email: string) => ({
  customer_email: email.toUpperCase(),
  customer_name: 'Mallory',
  customer_billing_name: 'Mallory Ltd',
  customer_billing_address: { country: 'DE', city: 'Bonn', line1: 'Weg 1', postal_code: '53111' },
  customer_tax_id: 'DE136695976',
});
const customersOf = ({ organizationId }: Seller): Promise<Record<string, unknown>[]> =>
  stack.db.query('SELECT * FROM customers WHERE organization_id = $1', [organizationId]);
const asSeller = async (seller: Seller, path: string) =>
  (await stack.send('GET', path, { as: seller.owner })).body;
const scopeOf = async (token: string) =>
  (await findCustomerSession(stack.db.manager, stack.clock.now(), sha256(token)))?.scope ?? null;
const activeOf = async (seller: Seller): Promise<number> =>
  (await asSeller(seller, '/subscriptions/?active=true')).items.length;

/** Ids, moments, keys, numbers, names and addresses differ from purchase to purchase. */
const differing =
  /(^|_)(id|ids|at|secret|url|keys?|display_key|number|email|name|start|end)$|^(success_url|slug)$/;
const without = (shown: unknown): unknown =>
  JSON.parse(JSON.stringify(shown), (key, value) =>
    differing.test(key) && (typeof value === 'string' || Array.isArray(value)) ? '…' : value,
  );

describe('an anonymous confirmation with the address of a customer', () => {
  it('changes nothing that is known of the customer, and fills what is empty once it is paid', async () => {
    const seller = await makeSeller(stack);
    const known = await makeCustomer(stack, {
      ...seller,
      name: 'Ada',
      billingAddress: { country: 'FR', line1: null, line2: null, city: null, state: null, postalCode: null },
    });
    const { path, checkout } = await openCheckout(stack, { seller });
    const reply = await confirm(stack, path, mallory(known.email));
    expect([reply.status, reply.body.customer_id]).toEqual([200, null]);
    const done = await untilStatus(stack, path, 'succeeded');
    expect(done).toMatchObject({ customer_id: null, customer_name: 'Mallory' });
    const customer = await asSeller(seller, `/customers/${known.id}`);
    expect(customer).toMatchObject({
      email: known.email,
      name: 'Ada',
      billing_address: { country: 'FR' },
      tax_id: ['DE136695976', 'eu_vat'],
    });
    const order = (await asSeller(seller, `/orders/?checkout_id=${checkout.id}`)).items[0];
    expect(order).toMatchObject({
      customer_id: known.id,
      billing_name: 'Mallory Ltd',
      billing_address: { city: 'Bonn' },
    });
  });

  it('opens a session of its own purchase only', async () => {
    const { email, seller, confirmed, checkout } = await buy(stack);
    expect(await scopeOf(confirmed.customer_session_token)).toEqual({ checkoutId: checkout.id });
    const again = await openCheckout(stack, { seller });
    const reply = await confirm(stack, again.path, details(email));
    await untilStatus(stack, again.path, 'succeeded');
    expect(await scopeOf(reply.body.customer_session_token)).toEqual({ checkoutId: again.checkout.id });
    expect(await scopeOf(createToken('tessera_cst_'))).toBeNull();
  });

  it('is shown what was typed, and nothing of what the customer or the seller has told elsewhere', async () => {
    const seller = await makeSeller(stack);
    const address = { country: 'FR', line1: '1 rue Vraie', line2: null, city: 'Lyon', state: null };
    const known = await makeCustomer(stack, {
      ...seller,
      name: 'Ada Real',
      externalId: 'seller-7',
      billingAddress: { ...address, postalCode: '69001' },
      taxId: ['FR40303265045', 'eu_vat'],
      metadata: { plan: 'secret' },
    });
    const benefits = [
      await makeLicenses(stack, seller, {
        activations: { limit: 1, enable_customer_admin: false },
      }),
    ];
    const { path, checkout } = await openCheckout(stack, { seller, product: { benefits } });
    await confirm(stack, path, { ...details(known.email), customer_name: 'Mallory' });
    const as = buyerOf(seller, checkout.id);
    const keys = '/customer-portal/license-keys/';
    const key = await eventually(async () => {
      const [found] = (await stack.send('GET', keys, { as })).body.items;
      if (!found) throw new Error('no key yet');
      return found;
    });
    const held = { key: key.key, organization_id: seller.organizationId };
    const shown = await Promise.all([
      stack.send('GET', `${keys}${key.id}`, { as }),
      stack.send('GET', '/customer-portal/benefit-grants', { as }),
      stack.send('POST', `${keys}validate`, { body: held }),
      stack.send('POST', `${keys}validate`, { body: { ...held, increment_usage: 1 } }),
      stack.send('POST', `${keys}activate`, { body: { ...held, label: 'Mac' } }),
    ]);
    for (const { status, text } of [...shown, { status: 200, text: JSON.stringify(key) }]) {
      expect(status).toBe(200);
      expect(text).toContain('"name":"Mallory"');
      expect(text).not.toMatch(/Ada Real|rue Vraie|Lyon|69001|FR40303265045|seller-7|secret/);
    }
    const own = await stack.send('GET', `${keys}${key.id}`, { as: customerOf(seller, known.id) });
    expect(own.body.customer).toMatchObject({ name: 'Ada Real', metadata: { plan: 'secret' } });
  });

  it('leaves no trace at a decline, now or later', async () => {
    const seller = await makeSeller(stack);
    const known = await makeCustomer(stack, { ...seller, name: 'Ada' });
    for (const confirmation_token_id of ['tok_declined', 'tok_fails_later'])
      for (const email of [known.email, freshEmail()]) {
        const { path } = await openCheckout(stack, { seller, product: monthly });
        await confirm(stack, path, { ...mallory(email), confirmation_token_id });
        await untilStatus(stack, path, 'open');
      }
    expect(await customersOf(seller)).toMatchObject([{ id: known.id, name: 'Ada', modified_at: null }]);
    const emitted = stack.events.all(customerUpdated).filter(({ customerId }) => customerId === known.id);
    expect(emitted).toEqual([]);
  });

  it('tells of the customer before it tells of the order', async () => {
    const { order } = await buy(stack, { product: monthly });
    const created = await stack.events.next(customerCreated, (it) => it.customerId === order.customer_id);
    const ordered = await stack.events.next(orderCreated, (it) => it.orderId === order.id);
    expect([created.customerId, ordered.customerId]).toEqual([order.customer_id, order.customer_id]);
    const subjects = stack.events.about(order.customer_id, order.id);
    expect(subjects).toContain('billing.customer.created');
    expect(subjects.indexOf('billing.customer.created')).toBeLessThan(
      subjects.indexOf('billing.order.created'),
    );
  });
});

describe('a checkout that the seller made for a customer', () => {
  it('opens all that the customer has, and keeps the details that they give', async () => {
    const seller = await makeSeller(stack);
    const known = await makeCustomer(stack, { ...seller, name: 'Ada' });
    const { path } = await openCheckout(stack, { seller, body: { customer_id: known.id } });
    const reply = await confirm(stack, path, { customer_name: 'Ada Lovelace' });
    expect(reply.body.customer_id).toBe(known.id);
    await untilStatus(stack, path, 'succeeded');
    expect(await scopeOf(reply.body.customer_session_token)).toEqual({ customerId: known.id });
    expect((await asSeller(seller, `/customers/${known.id}`)).name).toBe('Ada Lovelace');
  });

  it('counts as theirs by the address that the seller gave, until another is typed', async () => {
    const seller = await makeSeller(stack);
    const known = await makeCustomer(stack, { ...seller, name: 'Ada' });
    const victim = await makeCustomer(stack, { ...seller, name: 'Victim' });
    const open = () => openCheckout(stack, { seller, body: { customer_email: known.email } });
    const own = await open();
    const reply = await confirm(stack, own.path, details(known.email));
    await untilStatus(stack, own.path, 'succeeded');
    expect(await scopeOf(reply.body.customer_session_token)).toEqual({ customerId: known.id });
    const other = await open();
    await stack.send('PATCH', other.path, { body: { customer_email: victim.email } });
    const taken = await confirm(stack, other.path, details(victim.email));
    await untilStatus(stack, other.path, 'succeeded');
    expect(await scopeOf(taken.body.customer_session_token)).toEqual({ checkoutId: other.checkout.id });
    expect((await asSeller(seller, `/customers/${victim.id}`)).name).toBe('Victim');
  });

  it('keeps the seller’s own id of a customer whose address is known already', async () => {
    const seller = await makeSeller(stack);
    const known = await makeCustomer(stack, seller);
    const { path } = await openCheckout(stack, { seller, body: { customer_external_id: 'user-1' } });
    await confirm(stack, path, details(known.email));
    await untilStatus(stack, path, 'succeeded');
    expect((await asSeller(seller, '/customers/external/user-1')).id).toBe(known.id);
    const given = await buy(stack, { seller });
    const named = { customer_external_id: 'user-2', customer_email: given.email };
    const second = await openCheckout(stack, { seller, body: named });
    await confirm(stack, second.path, details(given.email));
    await untilStatus(stack, second.path, 'succeeded');
    expect((await asSeller(seller, '/customers/external/user-2')).id).toBe(given.order.customer_id);
  });

  it('gives nobody’s purchases to a user of the seller who only typed their address', async () => {
    const victim = await buy(stack);
    const { seller } = victim;
    const { path } = await openCheckout(stack, { seller, body: { customer_external_id: 'mallory' } });
    await confirm(stack, path, details(victim.email));
    await untilStatus(stack, path, 'succeeded');
    const reply = await stack.send('GET', '/customers/external/mallory', { as: seller.owner });
    expect(reply.status).toBe(404);
  });
});

describe('an address that subscribes already, where one subscription is allowed', () => {
  it('is answered as any other, and has what anybody would have', async () => {
    const seller = await makeSeller(stack);
    const benefits = [await makeLicenses(stack, seller)];
    const first = await buy(stack, { seller, product: { ...monthly, benefits } });
    const seen: unknown[] = [];
    for (const price of [undefined, free.price])
      for (const typed of [first.email, freshEmail()]) {
        const product = { ...monthly, ...(price && { price }), benefits };
        const { path, checkout } = await openCheckout(stack, { seller, product });
        const patched = await stack.send('PATCH', path, { body: { customer_email: typed } });
        const paid = price ? { confirmation_token_id: null } : {};
        const reply = await confirm(stack, path, { ...details(typed), ...paid });
        const done = await untilStatus(stack, path, 'succeeded');
        seen.push([
          [patched.status, reply.status, Object.keys(reply.body), done.status, done.customer_id],
          await seenBy(reply.body.customer_session_token, checkout.client_secret),
        ]);
      }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[2]).toEqual(seen[3]);
    expect(seen[0]).toMatchObject([
      {},
      { subscriptions: [{ status: 'active' }], orders: [{ status: 'paid' }] },
    ]);
  });

  /** What a session and the page of a checkout show once all is granted, but for ids, names, times and numbers. */
  const seenBy = async (token: string, clientSecret: string) => {
    const scope = await scopeOf(token);
    if (!scope || !('checkoutId' in scope)) throw new Error('no session of a checkout');
    const as = buyerOf({ organizationId: await organizationOf(scope.checkoutId) }, scope.checkoutId);
    const list = async (path: string) =>
      (await stack.send('GET', `/customer-portal/${path}/`, { as })).body.items;
    const page = await eventually(async () => {
      const { body } = await stack.send('GET', `/checkouts/client/${clientSecret}/purchase`);
      if (!body.is_granted || !body.benefits[0]?.license_keys[0]) throw new Error('nothing is granted yet');
      return body;
    });
    const [subscriptions, orders, grants] = [
      await list('subscriptions'),
      await list('orders'),
      await list('benefit-grants'),
    ];
    const asked = await stack.send('GET', `/customer-portal/subscriptions/${subscriptions[0].id}/duplicate`, {
      as,
    });
    return without({ page, subscriptions, orders, grants, duplicate: asked.body });
  };
  const organizationOf = async (checkoutId: string): Promise<string> => {
    const rows = await stack.db.query('SELECT organization_id FROM checkouts WHERE id = $1', [checkoutId]);
    return rows[0].organization_id;
  };

  it('hears of it by mail, and its owner of where to end one', async () => {
    const first = await buy(stack, { product: monthly });
    const { seller, email, product } = first;
    const { path, checkout } = await openCheckout(stack, { seller, body: { products: [product.id] } });
    await confirm(stack, path, details(email));
    await untilStatus(stack, path, 'succeeded');
    await stack.events.next(subscriptionRepeated, ({ checkoutId }) => checkoutId === checkout.id);
    expect(await activeOf(seller)).toBe(2);
    const mail = await eventually(() => {
      const found = sent.find(({ to, type }) => to === email && type === 'subscription-exists');
      if (!found) throw new Error('no mail yet');
      return found;
    });
    const order = (await asSeller(seller, `/orders/?checkout_id=${checkout.id}`)).items[0];
    expect(mail.url).toContain(`/subscriptions/${order.subscription_id}`);
    expect(mail.text).toContain('and $10.00 will be refunded');
  });

  it('has customers whose ids do not say when they were made', async () => {
    const { order, seller } = await buy(stack, { product: monthly });
    const known = await stack.send('POST', '/customers/', {
      as: seller.owner,
      body: { email: freshEmail(), organization_id: seller.organizationId },
    });
    for (const id of [order.customer_id, known.body.id]) expect(id[14]).toBe('4');
  });

  it('may have several where the seller allows it', async () => {
    const { seller, email } = await buy(stack, { product: monthly });
    await stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
      seller.organizationId,
    ]);
    const { path } = await openCheckout(stack, { seller, product: monthly });
    await confirm(stack, path, details(email));
    await untilStatus(stack, path, 'succeeded');
    expect(await activeOf(seller)).toBe(2);
  });
});

describe('the cards of a customer', () => {
  const saved = async (seller: Seller, customerId: string) =>
    (await asSeller(seller, `/customers/${customerId}/payment-methods`)).items;
  const severalAllowed = ({ organizationId }: Seller) =>
    stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
      organizationId,
    ]);

  it('pay nothing that somebody subscribed to who only typed the address', async () => {
    const { seller, email, order } = await buy(stack, { product: monthly });
    await severalAllowed(seller);
    const dear = await makeProduct(stack, {
      ...seller,
      ...monthly,
      price: { amountType: 'fixed', priceAmount: 99_900 },
    });
    const { path, checkout } = await openCheckout(stack, { seller, product: free });
    await stack.send('POST', `${path}/confirm`, { body: { customer_email: email } });
    await untilStatus(stack, path, 'succeeded');
    const as = buyerOf(seller, checkout.id);
    const [bought] = (await stack.send('GET', '/customer-portal/subscriptions/', { as })).body.items;
    const own = `/customer-portal/subscriptions/${bought.id}`;
    const body = { product_id: dear.id };
    const refused = await stack.send('PATCH', own, { as, body });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('no payment method')]);
    const orders = (await asSeller(seller, `/orders/?customer_id=${order.customer_id}`)).items;
    expect(orders.map(({ total_amount }: { total_amount: number }) => total_amount).sort()).toEqual([
      0, 1000,
    ]);
    const taken = await stack.send('PATCH', own, { as: customerOf(seller, order.customer_id), body });
    expect([taken.status, taken.body.product_id]).toEqual([200, dear.id]);
  });

  it('stay as they are, whatever card somebody brings who typed the address', async () => {
    const { seller, email, order } = await buy(stack, { product: monthly });
    const before = await saved(seller, order.customer_id);
    for (const count of [2, 3]) {
      if (count === 3) await severalAllowed(seller);
      const { path } = await openCheckout(stack, { seller, product: monthly });
      await confirm(stack, path, details(email));
      await untilStatus(stack, path, 'succeeded');
      const after = await saved(seller, order.customer_id);
      expect(after[0]).toEqual(before[0]);
      expect(after).toHaveLength(count);
    }
  });
});

describe('a visitor who names a free subscription', () => {
  const subscribe = async () => {
    const opened = await openCheckout(stack, { product: free });
    const email = freshEmail();
    await stack.send('POST', `${opened.path}/confirm`, { body: { customer_email: email } });
    await untilStatus(stack, opened.path, 'succeeded');
    const [subscription] = (await asSeller(opened.seller, '/subscriptions/')).items;
    return { ...opened, email, subscription };
  };
  const upgrade = async (seller: Seller, subscriptionId: string) => {
    const product = await makeProduct(stack, { ...seller, ...monthly });
    const { body, status } = await stack.send('POST', '/checkouts/client/', {
      body: { product_id: product.id, subscription_id: subscriptionId },
    });
    expect(status).toBe(201);
    return { checkout: body, product, path: `/checkouts/client/${body.client_secret}` };
  };

  it('is told nothing of its owner', async () => {
    const { seller, subscription, email } = await subscribe();
    const { checkout, path } = await upgrade(seller, subscription.id);
    for (const shown of [checkout, (await stack.send('GET', path)).body]) {
      expect(shown).toMatchObject({ customer_id: null, customer_email: null, customer_name: null });
      expect(JSON.stringify(shown)).not.toContain(email);
      expect(JSON.stringify(shown)).not.toContain(subscription.customer_id);
    }
  });

  it('changes it with the owner’s address, and else subscribes for themselves', async () => {
    const { seller, subscription, email } = await subscribe();
    const other = await upgrade(seller, subscription.id);
    const stranger = freshEmail();
    expect((await confirm(stack, other.path, details(stranger))).status).toBe(200);
    await untilStatus(stack, other.path, 'succeeded');
    expect(await asSeller(seller, `/subscriptions/${subscription.id}`)).toMatchObject({ amount: 0 });
    expect(await activeOf(seller)).toBe(2);
    const own = await upgrade(seller, subscription.id);
    expect((await confirm(stack, own.path, details(email))).status).toBe(200);
    await untilStatus(stack, own.path, 'succeeded');
    expect(await asSeller(seller, `/subscriptions/${subscription.id}`)).toMatchObject({
      amount: 1000,
      product_id: own.product.id,
      // A session of the second checkout opens what is its own: not the subscription of whose address was typed.
      checkout_id: subscription.checkout_id,
    });
  });
});

describe('metadata that the seller adds to a customer', () => {
  it('is refused where the customer would have more than 50 keys', async () => {
    const seller = await makeSeller(stack);
    const keys = (prefix: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]));
    const customer = await makeCustomer(stack, { ...seller, metadata: keys('old', 40) });
    const product = await makeProduct(stack, seller);
    const body = { products: [product.id], customer_id: customer.id };
    const create = (customer_metadata: object) =>
      stack.send('POST', '/checkouts/', { as: seller.owner, body: { ...body, customer_metadata } });
    const refused = await create(keys('new', 11));
    expect([refused.status, refused.body.detail[0]]).toMatchObject([
      422,
      { loc: ['body', 'customer_metadata'], type: 'too_long' },
    ]);
    const made = await create(keys('new', 10));
    expect(made.status).toBe(201);
    const patched = await stack.send('PATCH', `/checkouts/${made.body.id}`, {
      as: seller.owner,
      body: { customer_metadata: keys('other', 11) },
    });
    expect(patched.status).toBe(422);
  });
});

describe('the site that embeds a checkout', () => {
  it('is an origin, over https except on this machine', async () => {
    const seller = await makeSeller(stack);
    const product = await makeProduct(stack, seller);
    const create = (embed_origin: string) =>
      stack.send('POST', '/checkouts/', {
        as: seller.owner,
        body: { products: [product.id], embed_origin },
      });
    const good = [
      ['https://Shop.Example', 'https://shop.example'],
      ['https://shop.example:8443/', 'https://shop.example:8443'],
      ['http://localhost:5173', 'http://localhost:5173'],
      ['http://127.0.0.1:80', 'http://127.0.0.1'],
      ['http://[::1]:5173', 'http://[::1]:5173'],
      ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ] as const;
    for (const [given, kept] of good) {
      const { status, body } = await create(given);
      expect([given, status, body.embed_origin]).toEqual([given, 201, kept]);
    }
    const bad = [
      '*',
      'null',
      '',
      'shop.example',
      'http://shop.example',
      'https://shop.example/page',
      'https://shop.example?x',
      'https://shop.example#x',
      'https://user@shop.example',
      'javascript:alert(1)',
      "https://shop.example'; script-src *",
      'http://localhost.evil.example',
      'https://*.shop.example',
      'https://shop.example;sandbox',
      'https://shop.example,x',
      "https://shop.example$'",
    ];
    for (const given of bad) {
      const { status, body } = await create(given);
      expect([given, status, body.detail?.[0]?.loc]).toEqual([given, 422, ['body', 'embed_origin']]);
    }
  });
});
