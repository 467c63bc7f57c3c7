import { startReencryption } from '@tessera/kit/database/reencrypt';
import { outboxRow } from '@tessera/kit/events/outbox';
import { createVault, sha256 } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import { askAccessToken } from '@tessera/proto/api/asks';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import { userBanned, userDeleted, userUnbanned } from '@tessera/proto/events/identity';
import { createClient } from 'redis';
import { makeSeller, type OrganizationStack, signIn, startOrganization } from '../../test/factories.ts';
import {
  allowed,
  authorize,
  connect,
  oauthBase,
  redeem,
  refreshWith,
  registerClient,
  requestOf,
} from '../../test/oauth.ts';
import { sealedSecrets } from './clients/entity.ts';
import { sweepOAuth } from './sweeper.ts';

let started: OrganizationStack;
let redis: ReturnType<typeof createClient>;
beforeAll(async () => {
  started = await startOrganization();
  redis = createClient({ url: started.stack.redisUrl });
  await redis.connect();
});
afterAll(async () => {
  redis.destroy();
  await started.stack.stop();
});

const fresh = () => signIn(started.identity);
const found = (token: string) => started.stack.bus.ask(askAccessToken, { tokenHash: sha256(token) });
const isInRedis = async (token: string) => (await redis.get(accessTokenKey(sha256(token)))) !== null;
const publish = (row: Parameters<OrganizationStack['stack']['bus']['publish']>[0]) =>
  started.stack.bus.publish(row);
const rows = (table: string) =>
  started.stack.db.query(`SELECT id FROM ${table}`) as Promise<{ id: string }[]>;

/** Tokens that gateways know. */
const inUse = async (...connected: Parameters<typeof connect>) => {
  const tokens = await connect(...connected);
  expect(await found(tokens.access)).not.toBeNull();
  expect(await isInRedis(tokens.access)).toBe(true);
  return tokens;
};

describe('tokens end', () => {
  it('when what allowed them is taken back, before the answer', async () => {
    const as = fresh();
    const client = await registerClient(started, fresh());
    const { access, refresh } = await inUse(started, as, client);
    const code = await allowed(started, as, requestOf(client));
    const { items } = (await started.send('GET', `${oauthBase}/consents/`, { as })).body;
    await started.send('DELETE', `${oauthBase}/consents/${items[0].id}`, { as });
    expect(await isInRedis(access)).toBe(false);
    expect(await found(access)).toBeNull();
    expect((await refreshWith(started, client, refresh)).status).toBe(400);
    expect((await redeem(started, client, code)).status).toBe(400);
  });

  it('with their client, whose name nobody knows any more', async () => {
    const [as, owner] = [fresh(), fresh()];
    const client = await registerClient(started, owner);
    const { access, refresh } = await inUse(started, as, client);
    await started.send('DELETE', `${oauthBase}/register/${client.clientId}`, { as: owner });
    expect(await isInRedis(access)).toBe(false);
    expect(await found(access)).toBeNull();
    expect((await refreshWith(started, client, refresh)).status).toBe(401);
    expect((await authorize(started, as, requestOf(client))).body.error).toBe('invalid_client');
  });

  it('with the account that allowed them, and with that of their client’s owner', async () => {
    const [as, owner] = [fresh(), fresh()];
    const client = await registerClient(started, owner);
    const own = await inUse(started, as, client);
    const others = await inUse(started, fresh(), client);
    await publish(outboxRow(userDeleted, { userId: as.userId, email: as.email }));
    await eventually(async () => expect(await isInRedis(own.access)).toBe(false));
    expect(await found(own.access)).toBeNull();
    expect(await found(others.access)).not.toBeNull();
    await publish(outboxRow(userDeleted, { userId: owner.userId, email: owner.email }));
    await eventually(async () => expect(await isInRedis(others.access)).toBe(false));
    expect(await found(others.access)).toBeNull();
  });

  it('with the organization that they act for, and not with whoever allowed them', async () => {
    const { as, organizationId } = await makeSeller(started);
    const client = await registerClient(started, fresh());
    const { access } = await inUse(started, as, client, { sub_type: 'organization', sub: organizationId });
    await started.send('POST', '/api/auth/organization/delete', { as, body: { organizationId } });
    expect(await isInRedis(access)).toBe(false);
    expect(await found(access)).toBeNull();
  });

  it('while an account is banned: its own, and those of its clients', async () => {
    const [as, owner] = [fresh(), fresh()];
    const client = await registerClient(started, owner);
    const [others, own] = [
      await inUse(started, as, client),
      await inUse(started, owner, await registerClient(started, fresh())),
    ];
    await publish(outboxRow(userBanned, { userId: owner.userId, reason: 'Fraud' }));
    for (const { access } of [others, own])
      await eventually(async () =>
        expect([await isInRedis(access), await found(access)]).toEqual([false, null]),
      );
    expect((await authorize(started, as, requestOf(client))).body.error).toBe('invalid_client');
    await publish(outboxRow(userUnbanned, { userId: owner.userId }));
    await eventually(async () => expect((await authorize(started, as, requestOf(client))).status).toBe(200));
  });
});

describe('what nobody can use any more', () => {
  it('is swept', async () => {
    const { stack } = started;
    const [owned, ofNobody, used] = [
      await registerClient(started, fresh()),
      await registerClient(started, null),
      await registerClient(started, null),
    ];
    const as = fresh();
    const { refresh } = await connect(started, as, used);
    await allowed(started, as, requestOf(owned));
    stack.clock.advance(30 * 86_400 + 1);
    await sweepOAuth(started.parts);
    expect(await rows('oauth_codes')).toEqual([]);
    expect((await authorize(started, as, requestOf(ofNobody))).body.error).toBe('invalid_client');
    for (const client of [owned, used])
      expect((await authorize(started, as, requestOf(client, { prompt: 'consent' }))).status).toBe(200);
    expect((await refreshWith(started, used, refresh)).status).toBe(200);
    stack.clock.advance(90 * 86_400 + 1);
    await sweepOAuth(started.parts);
    expect(await rows('oauth_tokens')).toEqual([]);
  });
});

describe('secrets of clients', () => {
  it('are sealed, and sealed again when the key changes', async () => {
    const { stack, parts } = started;
    const { clientId, clientSecret, registrationToken } = await registerClient(started, fresh());
    const read = async () =>
      (await stack.db.query('SELECT * FROM oauth_clients WHERE client_id = $1', [clientId])) as Record<
        string,
        string
      >[];
    for (const secret of [clientSecret, registrationToken])
      expect(JSON.stringify(await read())).not.toContain(secret);
    const keys = [
      `new:${Buffer.alloc(32, 6).toString('base64')}`,
      `test:${Buffer.alloc(32, 5).toString('base64')}`,
    ];
    await startReencryption({ ...parts, ...sealedSecrets, vault: createVault(keys.join(',')) }).done;
    const [row] = await read();
    expect(createVault(keys[0] ?? '').decrypt(row?.['secret_sealed'] ?? '')).toBe(clientSecret);
  });
});
