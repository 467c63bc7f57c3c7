import { randomUUID } from 'node:crypto';
import { withCommitMark } from '@tessera/kit/background/commit-mark';
import { sql } from '@tessera/kit/database/sql';
import { transact } from '@tessera/kit/events/outbox';
import { oauthClientOf } from '@tessera/kit/test/oauth-clients';
import type { Caller } from '@tessera/proto/api/passport';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../test/factories.ts';
import { buy, confirm, freshEmail, openCheckout } from '../../test/purchases.ts';
import { claimKey, markEffect, purgeKeys } from './entity.ts';
import { fingerprintOf, idOf, isKey, ownerOf, seal, unseal } from './rules.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const create = (key: string, body: object, as = seller.owner) =>
  stack.send('POST', '/customers/', { as, body, headers: { 'idempotency-key': key } });
const wish = () => ({ organization_id: seller.organizationId, email: freshEmail() });
const customers = async () =>
  (await stack.send('GET', '/customers/', { as: seller.owner })).body.pagination.total_count;

describe('a POST with an idempotency key', () => {
  it('is done once, and answered again as it was', async () => {
    const key = randomUUID();
    const body = wish();
    const first = await create(key, body);
    const again = await create(key, body);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('content-type')).toBe('application/json');
    expect(await customers()).toBe(1);
  });

  it('is refused with another body, and with another path', async () => {
    const key = randomUUID();
    await create(key, wish());
    const other = await create(key, wish());
    expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused']);
    expect(other.body.detail).toMatchObject([{ loc: ['header', 'idempotency-key'] }]);
    const elsewhere = await stack.send('POST', '/products/', {
      as: seller.owner,
      body: {},
      headers: { 'idempotency-key': key },
    });
    expect([elsewhere.status, elsewhere.body.error]).toEqual([422, 'idempotency_key_reused']);
  });

  it('is answered again when it was refused', async () => {
    const key = randomUUID();
    const body = { organization_id: seller.organizationId, email: 'none' };
    const first = await create(key, body);
    expect([first.status, (await create(key, body)).text]).toEqual([422, first.text]);
  });

  it('is another one of another caller, and after a day', async () => {
    const key = randomUUID();
    const body = wish();
    const first = await create(key, body);
    const stranger = await makeSeller(stack);
    const theirs = await create(key, { ...body, organization_id: stranger.organizationId }, stranger.owner);
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(first.body.id);
    stack.clock.advance(86_400);
    // The address is taken: it was really tried again.
    expect((await create(key, body)).status).toBe(422);
  });

  it('is done once of many at once, and nobody waits for ever', async () => {
    const key = randomUUID();
    const body = wish();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(key, body)));
    const made = replies.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const { status, body: emitted } of replies)
      if (status !== 201) expect([status, emitted.error]).toEqual([409, 'idempotency_key_in_flight']);
    expect(await customers()).toBe(1);
    expect((await create(key, body)).text).toBe(made[0]?.text);
  });

  it('gives no money back twice', async () => {
    const { order } = await buy(stack, { seller });
    const key = randomUUID();
    const body = { order_id: order.id, reason: 'other', amount: 100 };
    const headers = { 'idempotency-key': key };
    const replies = [];
    for (let count = 0; count < 3; count += 1)
      replies.push(await stack.send('POST', '/refunds/', { as: seller.owner, body, headers }));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    const { body: now } = await stack.send('GET', `/orders/${order.id}`, { as: seller.owner });
    expect(now.refunded_amount).toBe(100);
  });

  it('confirms a checkout once for whoever holds its secret, and keeps no secret that can be read', async () => {
    const { path } = await openCheckout(stack, { seller });
    const headers = { 'idempotency-key': randomUUID() };
    const body = {
      customer_email: freshEmail(),
      customer_name: 'Grace',
      customer_billing_address: { country: 'FR' },
      confirmation_token_id: 'tok_success',
    };
    const first = await stack.send('POST', `${path}/confirm`, { body, headers });
    const again = await stack.send('POST', `${path}/confirm`, { body, headers });
    expect([first.status, again.text]).toEqual([200, first.text]);
    const rows = await sql<{ reply: Buffer }>(stack.db, 'SELECT reply FROM idempotency_keys');
    for (const { reply } of rows)
      expect(reply.toString('latin1')).not.toContain(first.body.customer_session_token ?? 'tessera_');
    expect((await confirm(stack, path)).status).toBe(403);
  });

  it('is refused with a key that is none', async () => {
    for (const key of ['x'.repeat(256), 'ä']) {
      const reply = await create(key, wish());
      expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ['header', 'idempotency-key']]);
    }
    expect(await customers()).toBe(0);
  });
});

describe('a request that a crash has cut off', () => {
  const owner = () => ownerOf({ ...seller.owner }, '/customers/') ?? '';
  /** As if a process had died with it a minute ago. */
  const cutOff = async (key: string, body: object, hasEffect: boolean) => {
    const now = stack.clock.now();
    const id = idOf(owner(), key);
    const fingerprint = fingerprintOf({ path: '/customers/', query: {}, body });
    const expiresAt = new Date(now.getTime() + 86_400_000);
    const claim = await claimKey(stack.db, { id, fingerprint, now, expiresAt });
    if (!claim) throw new Error('the key is not free');
    const mark = async (em: Parameters<typeof markEffect>[0]) => void (await markEffect(em, claim));
    if (hasEffect) await withCommitMark(mark, () => transact(stack.db, async () => undefined));
    return () =>
      stack.db.query(`UPDATE idempotency_keys SET leased_until = now() - interval '1 second' WHERE id = $1`, [
        id,
      ]);
  };

  it('is done again when it had changed nothing, once it is sure', async () => {
    const key = randomUUID();
    const body = wish();
    const pass = await cutOff(key, body, false);
    expect((await create(key, body)).status).toBe(409);
    await pass();
    expect((await create(key, body)).status).toBe(201);
  });

  it('is not done again when it had taken effect', async () => {
    const key = randomUUID();
    const body = wish();
    const pass = await cutOff(key, body, true);
    await pass();
    const reply = await create(key, body);
    expect([reply.status, reply.body.error]).toEqual([409, 'idempotency_outcome_unknown']);
    expect(await customers()).toBe(0);
  });

  it('is forgotten after a day', async () => {
    await create(randomUUID(), wish());
    await purgeKeys(stack.db, new Date(stack.clock.now().getTime() + 86_400_001));
    expect(await sql(stack.db, 'SELECT id FROM idempotency_keys')).toEqual([]);
  });
});

describe('rules of keys', () => {
  it('open a reply to whoever has the key alone', () => {
    const sealed = seal('user 1', 'key', '{"token":"tessera_cst_1"}');
    expect(unseal('user 1', 'key', sealed)).toBe('{"token":"tessera_cst_1"}');
    expect(() => unseal('user 1', 'other', sealed)).toThrow();
    expect(sealed.toString('latin1')).not.toContain('tessera');
  });

  it.each<[Caller, string]>([
    [oauthClientOf('user-1'), 'userId'],
    [{ kind: 'token', tokenId: 't', organizationId: 'o', scopes: [], clientId: 'c' }, 'organizationId'],
  ])('know an OAuth client by itself and whom it acts for, whichever token it has: %j', (client, whom) => {
    const ownerFor = (changes: object) => ownerOf({ ...client, ...changes }, '/orders/');
    expect(ownerFor({ tokenId: 'another' })).toBe(ownerFor({}));
    const others = [{ clientId: 'another' }, { [whom]: 'another' }].map(ownerFor);
    expect(new Set([...others, ownerFor({}), 'user user-1']).size).toBe(4);
  });

  it('know no owner of what anybody may send', () => {
    expect(ownerOf({ kind: 'anonymous' }, '/checkouts/client/')).toBeNull();
    expect(ownerOf({ kind: 'anonymous' }, '/checkouts/client/secret/confirm')).toBe(
      'path /checkouts/client/secret/confirm',
    );
    expect([isKey(''), isKey(' '), isKey('a b'), isKey('a'.repeat(255))]).toEqual([false, false, true, true]);
  });
});
