/** Nobody reads or writes across organizations, with whatever they hold: a session, a token, a client secret. */
import { oauthClientOf } from '@tessera/kit/test/oauth-clients';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { benefitGrantCreated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeBenefit,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../test/factories.ts';
import { buy, confirm, openCheckout } from '../test/purchases.ts';

type Sale = Awaited<ReturnType<typeof buy>> & { benefitId: string };

let stack: BillingStack;
let sale: Sale;
let stranger: Seller;
beforeAll(async () => {
  stack = await startBilling();
  const seller = await makeSeller(stack);
  stranger = await makeSeller(stack);
  const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
  const bought = await buy(stack, { seller, product: { recurringInterval: 'month', benefits: [benefit] } });
  await stack.events.next(benefitGrantCreated);
  sale = { ...bought, benefitId: benefit.id };
});
afterAll(() => stack.stop());

const everything = ['checkouts:write', 'orders:read', 'orders:write', 'subscriptions:read', 'benefits:read'];
const items = (): [string, string, object?][] => [
  ['GET', `/checkouts/${sale.checkout.id}`],
  ['PATCH', `/checkouts/${sale.checkout.id}`, { metadata: {} }],
  ['GET', `/orders/${sale.order.id}`],
  ['PATCH', `/orders/${sale.order.id}`, { billing_name: 'Mallory', billing_address: null }],
  ['POST', `/orders/${sale.order.id}/invoice`],
  ['GET', `/orders/${sale.order.id}/invoice`],
  ['GET', `/subscriptions/${sale.order.subscription_id}`],
  ['GET', `/benefits/${sale.benefitId}/grants`],
];
const lists = ['/checkouts/', '/orders/', '/subscriptions/'];

/** An OAuth client that acts for a user. */
const oauthClientFor = (user: PassportClaims, ...scopes: string[]) =>
  oauthClientOf(user.kind === 'user' ? user.userId : '', ...(scopes.length > 0 ? scopes : everything));

const strangers = (): [string, PassportClaims][] => [
  ['a session of another organization', stranger.owner],
  ['a token of another organization', tokenOf(stranger.organizationId, ...everything)],
  ['an OAuth client of somebody of another organization', oauthClientFor(stranger.owner)],
];

describe('things of another organization', () => {
  it('are not found, neither to read nor to write', async () => {
    for (const [, as] of strangers())
      for (const [method, path, body] of items()) {
        const reply = await stack.send(method, path, { as, body });
        expect([method, path, reply.status, reply.body.error]).toEqual([
          method,
          path,
          404,
          'ResourceNotFound',
        ]);
      }
  });

  it('cannot be sold, and are refused as what does not exist, price or product', async () => {
    const priceId = sale.checkout.product_price_id;
    const named = [
      ['product_id', sale.order.product_id],
      ['product_price_id', priceId],
    ] as const;
    const scopes = ['checkouts:write', 'checkout_links:write'];
    for (const as of [
      stranger.owner,
      tokenOf(stranger.organizationId, ...scopes),
      oauthClientFor(stranger.owner, ...scopes),
    ])
      for (const path of ['/checkouts/', '/checkout-links/'])
        for (const [key, id] of named) {
          const send = (value: string) =>
            stack.send('POST', path, { as, body: { payment_processor: 'stripe', [key]: value } });
          const [there, nowhere] = [await send(id), await send(uuidv7())];
          expect([path, key, there.status, there.body]).toEqual([path, key, 422, nowhere.body]);
        }
  });

  it('are in no list, even when the list asks for that organization', async () => {
    for (const [, as] of strangers())
      for (const path of lists)
        for (const query of [
          '',
          `?organization_id=${sale.seller.organizationId}`,
          `?customer_id=${sale.order.customer_id}`,
        ]) {
          const { status, body } = await stack.send('GET', path + query, { as });
          expect([path, status, body.items, body.pagination]).toEqual([
            path,
            200,
            [],
            { total_count: 0, max_page: 0 },
          ]);
        }
  });

  it('cannot be sold', async () => {
    for (const [, as] of strangers()) {
      const { status, body } = await stack.send('POST', '/checkouts/', {
        as,
        body: { products: [sale.product.id] },
      });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'products', 0]]);
    }
  });

  it('cannot be linked to a checkout', async () => {
    const { product } = await openCheckout(stack, { seller: stranger });
    for (const link of [
      { customer_id: sale.order.customer_id },
      { subscription_id: sale.order.subscription_id },
    ]) {
      const reply = await stack.send('POST', '/checkouts/', {
        as: stranger.owner,
        body: { products: [product.id], ...link },
      });
      expect(reply.status).toBe(422);
    }
  });

  it('are not chosen by a client secret', async () => {
    const { path } = await openCheckout(stack, { seller: stranger });
    for (const body of [{ product_id: sale.product.id }, { product_price_id: sale.product.prices[0]?.id }])
      expect((await stack.send('PATCH', path, { body })).status).toBe(422);
  });

  it('are not paid with a card token of another checkout', async () => {
    const mine = await openCheckout(stack, { seller: stranger });
    const theirs = await openCheckout(stack, { seller: sale.seller });
    const card = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2030, cvc: '123' };
    const token = await stack.send('POST', '/sandbox/confirmation-tokens', {
      body: { client_secret: mine.checkout.client_secret, card },
    });
    const reply = await confirm(stack, theirs.path, { confirmation_token_id: token.body.id });
    expect([reply.status, reply.body.error]).toEqual([400, 'PaymentError']);
  });
});

describe('rights', () => {
  it('are needed: nobody gets in without credentials', async () => {
    for (const [method, path, body] of [...items(), ...lists.map((path): [string, string] => ['GET', path])])
      expect((await stack.send(method, path, { body })).status).toBe(401);
    expect((await stack.send('POST', '/checkouts/', { body: { products: [sale.product.id] } })).status).toBe(
      401,
    );
  });

  it('of a token are its scopes', async () => {
    const { organizationId, owner } = sale.seller;
    for (const as of [tokenOf(organizationId, 'products:read'), oauthClientFor(owner, 'products:read')])
      for (const [method, path, body] of [
        ...items(),
        ...lists.map((path): [string, string] => ['GET', path]),
      ]) {
        const reply = await stack.send(method, path, { as, body });
        expect([path, reply.status, reply.body.error]).toEqual([path, 403, 'insufficient_scope']);
      }
    const scopes = ['checkouts:read', 'orders:read'];
    for (const reader of [tokenOf(organizationId, ...scopes), oauthClientFor(owner, ...scopes)]) {
      const path = `/checkouts/${sale.checkout.id}`;
      expect((await stack.send('GET', path, { as: reader })).status).toBe(200);
      expect((await stack.send('PATCH', path, { as: reader, body: {} })).status).toBe(403);
    }
  });

  it('of a member are to look', async () => {
    for (const as of [sale.seller.member, oauthClientFor(sale.seller.member)]) {
      for (const path of [...lists, `/orders/${sale.order.id}`, `/benefits/${sale.benefitId}/grants`])
        expect((await stack.send('GET', path, { as })).status).toBe(200);
      const writes = [
        await stack.send('POST', '/checkouts/', { as, body: { products: [sale.product.id] } }),
        await stack.send('PATCH', `/orders/${sale.order.id}`, {
          as,
          body: { billing_name: null, billing_address: null },
        }),
      ];
      for (const { status, body } of writes) expect([status, body.error]).toEqual([403, 'NotPermitted']);
    }
  });

  it('of a client secret end at its own checkout, and show only what is public', async () => {
    const { path } = await openCheckout(stack, {
      seller: sale.seller,
      body: { metadata: { margin: 80 }, customer_metadata: { vip: true } },
    });
    const { body } = await stack.send('GET', path);
    for (const key of ['metadata', 'customer_metadata', 'customer_external_id', 'subscription_id'])
      expect(body).not.toHaveProperty(key);
    expect(body.product).not.toHaveProperty('metadata');
    expect(
      (
        await stack.send('PATCH', path, {
          body: { metadata: { margin: 1 }, success_url: 'https://evil.example' },
        })
      ).body.success_url,
    ).not.toContain('evil');
  });
});

describe('ids that nothing has', () => {
  it('are not found', async () => {
    for (const path of [
      `/checkouts/${uuidv7()}`,
      `/orders/${uuidv7()}`,
      `/subscriptions/${uuidv7()}`,
      `/benefits/${uuidv7()}/grants`,
    ])
      expect((await stack.send('GET', path, { as: sale.seller.owner })).status).toBe(404);
  });
});
