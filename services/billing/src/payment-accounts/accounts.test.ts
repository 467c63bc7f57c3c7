import { startReencryption } from '@tessera/kit/database/reencrypt';
import { createVault } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import type { FakeStripe } from '@tessera/kit/test/stripe';
import { type BillingStack, makeSeller, type Seller, tokenOf } from '../../test/factories.ts';
import { makeStripeSeller, payBy, startWithStripe } from '../../test/stripe-seller.ts';
import { sweep } from '../checkouts/pay/sweep.ts';
import { encryptedKeys } from '../payments/accounts/entity.ts';

let stack: BillingStack;
let stripe: FakeStripe;
let stop: () => Promise<void>;
let seller: Seller;
beforeAll(async () => {
  ({ stack, stripe, stop } = await startWithStripe());
});
beforeEach(async () => {
  stripe.planned = [];
  seller = await makeSeller(stack);
});
afterAll(() => stop());

const keysOf = (account: ReturnType<FakeStripe['addAccount']>, changes: object = {}) => ({
  organization_id: seller.organizationId,
  secret_key: account.key,
  publishable_key: account.publishableKey,
  webhook_secret: account.webhookSecret,
  ...changes,
});
const connect = (body: object, as = seller.owner) => stack.send('POST', '/payment-accounts/', { as, body });

describe('connecting a payment account', () => {
  it('answers what is connected, and never shows what is secret', async () => {
    const account = stripe.addAccount();
    const { status, body, text } = await connect(keysOf(account));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      organization_id: seller.organizationId,
      processor: 'stripe',
      account: account.account,
      name: 'A shop',
      country: 'DE',
      publishable_key: account.publishableKey,
      is_test_mode: true,
      last_event_at: null,
    });
    const listed = await stack.send('GET', '/payment-accounts/', { as: seller.owner });
    expect(listed.body).toMatchObject({ items: [{ id: body.id }], pagination: { total_count: 1 } });
    for (const shown of [text, listed.text, JSON.stringify(stack.log.lines())]) {
      expect(shown).not.toContain(account.key);
      expect(shown).not.toContain(account.webhookSecret);
    }
    const [row] = await stack.db.query(
      'SELECT secret_key, webhook_secret FROM payment_accounts WHERE id = $1',
      [body.id],
    );
    expect(row.secret_key).toMatch(/^test\./);
    expect(row.webhook_secret).toMatch(/^test\./);
  });

  it('tells which key does not do, and why', async () => {
    const account = stripe.addAccount();
    const mistakes: [object, string, string][] = [
      [{ secret_key: 'rk_test_unknown123' }, 'secret_key', 'Stripe does not recognize this key.'],
      [{ secret_key: 'nonsense' }, 'secret_key', 'Must be a key such as rk_live_…'],
      [
        { publishable_key: 'pk_live_12345678' },
        'publishable_key',
        'One key is a test key and the other is a live key.',
      ],
      [{ publishable_key: account.key }, 'publishable_key', 'Must be a key such as pk_live_…'],
      [{ webhook_secret: 'secret' }, 'webhook_secret', 'Must be a secret such as whsec_…'],
    ];
    for (const [changes, field, message] of mistakes) {
      const { status, body } = await connect(keysOf(account, changes));
      expect(status).toBe(422);
      expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', field], msg: message })]);
    }
  });

  it('tells what a restricted key may not use', async () => {
    const account = stripe.addAccount();
    account.mayNot.add('/v1/refunds');
    const { body } = await connect(keysOf(account));
    expect(body.detail[0].msg).toBe('The key lacks access to: refunds.');
  });

  it('is 503, and nothing is changed, while Stripe does not answer', async () => {
    stripe.plan('server_error', /GET \/v1\/account/, 2);
    const { status, body } = await connect(keysOf(stripe.addAccount()));
    expect(status).toBe(503);
    expect(body.error).toBe('PaymentProcessorUnavailable');
  });

  it('is done once, by a person who may manage the organization', async () => {
    const account = stripe.addAccount();
    expect((await connect(keysOf(account), seller.member)).status).toBe(403);
    const token = tokenOf(seller.organizationId, 'organizations:write');
    expect((await connect(keysOf(account, { organization_id: undefined }), token)).status).toBe(403);
    const tried = await Promise.all([connect(keysOf(account)), connect(keysOf(account))]);
    expect(tried.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it('is nobody else’s to see, change or end', async () => {
    const { accountId } = await makeStripeSeller(stack, stripe);
    const path = `/payment-accounts/${accountId}`;
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
      expect((await stack.send(method, path, { as: seller.owner, ...(body && { body }) })).status).toBe(404);
  });
});

describe('changing the keys of a payment account', () => {
  it('takes new keys of the same account, not those of another', async () => {
    const connected = await makeStripeSeller(stack, stripe);
    const path = `/payment-accounts/${connected.accountId}`;
    const patch = (body: object) => stack.send('PATCH', path, { as: connected.owner, body });
    const rolled = `rk_test_rolled${connected.account.slice(5)}`;
    stripe.accounts
      .find(({ account }) => account === connected.account)
      ?.keys.add(rolled)
      .delete(connected.key);
    expect((await patch({ secret_key: stripe.addAccount().key })).status).toBe(422);
    const { status, body } = await patch({ secret_key: rolled });
    expect([status, body.account]).toEqual([200, connected.account]);
    expect((await payBy(stack, connected, 'ctoken_ok')).confirmed.status).toBe(200);
  });

  it('keeps them with the first key of the ring after a rotation', async () => {
    const connected = await makeStripeSeller(stack, stripe);
    const fresh = Buffer.alloc(32, 9).toString('base64');
    const vault = createVault(`next:${fresh},test:${Buffer.alloc(32, 7).toString('base64')}`);
    const { db, log } = stack.billing;
    expect(await startReencryption({ db, log, vault, ...encryptedKeys }).done).toBeGreaterThan(0);
    const [row] = await db.query('SELECT secret_key FROM payment_accounts WHERE id = $1', [
      connected.accountId,
    ]);
    expect(createVault(`next:${fresh}`).decrypt(row.secret_key)).toBe(connected.key);
    await db.query('DELETE FROM payment_accounts');
  });
});

describe('disconnecting a payment account', () => {
  const keyOf = async (id: string): Promise<string> => {
    const [row] = await stack.db.query('SELECT secret_key FROM payment_accounts WHERE id = $1', [id]);
    return row.secret_key;
  };

  it('deletes the keys, and payments go to the sandbox again', async () => {
    const connected = await makeStripeSeller(stack, stripe);
    const path = `/payment-accounts/${connected.accountId}`;
    expect((await stack.send('DELETE', path, { as: connected.owner })).status).toBe(204);
    expect((await stack.send('GET', path, { as: connected.owner })).status).toBe(404);
    expect(await keyOf(connected.accountId)).toBe('');
    expect((await payBy(stack, connected, 'tok_success')).confirmed.status).toBe(200);
  });

  it('keeps them for what is under way', async () => {
    const connected = await makeStripeSeller(stack, stripe);
    const { checkout } = await payBy(stack, connected, 'ctoken_3ds');
    await stack.send('DELETE', `/payment-accounts/${connected.accountId}`, { as: connected.owner });
    expect(await keyOf(connected.accountId)).not.toBe('');
    const [row] = await stack.db.query('SELECT processor_id FROM payments WHERE purpose_id = $1', [
      checkout.id,
    ]);
    stripe.authenticate(row.processor_id, true);
    await eventually(async () => {
      await sweep(stack.billing, 0);
      expect(await keyOf(connected.accountId)).toBe('');
    });
  });
});
