import { sha256 } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import { accessTokenUsedSubject, askAccessToken } from '@tessera/proto/api/asks';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import type { UserCaller } from '@tessera/proto/api/passport';
import { accessTokenRevoked } from '@tessera/proto/events/organization';
import { createClient } from 'redis';
import {
  addMember,
  makeSeller,
  mintToken,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../test/factories.ts';
import { AccessTokenEntity } from './entity.ts';
import { noteRevocation, startSweeper, sweepRevocations } from './revocations.ts';
import { revokeAccessToken } from './service.ts';

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

const base = '/api/billing/v1/organization-access-tokens';
const mint = (as: UserCaller, wanted: Parameters<typeof mintToken>[2]) => mintToken(started, as, wanted);
const seller = () => makeSeller(started);
const ask = (tokenHash: string) => started.stack.bus.ask(askAccessToken, { tokenHash });
const inRedis = (hash: string) => redis.get(accessTokenKey(hash));

describe('an access token at the gateway', () => {
  it('is found by its hash, and Redis is warmed for as long as it is good', async () => {
    const { as, organizationId } = await seller();
    const expires = new Date(started.stack.clock.now().getTime() + 3_600_000).toISOString();
    const { id, hash } = await mint(as, { organizationId, expires_at: expires });
    const record = { id, organizationId, scopes: ['products:read'], expiresAt: expires };
    expect(await inRedis(hash)).toBeNull();
    expect(await ask(hash)).toEqual(record);
    expect(JSON.parse((await inRedis(hash)) ?? '')).toEqual(record);
    const left = await redis.pTTL(accessTokenKey(hash));
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
  });

  it('is not found when unknown or expired', async () => {
    const { as, organizationId } = await seller();
    const expires = new Date(started.stack.clock.now().getTime() + 1_000).toISOString();
    const { hash } = await mint(as, { organizationId, expires_at: expires });
    started.stack.clock.advance(1);
    expect(await ask(hash)).toBeNull();
    expect(await ask(sha256('never minted'))).toBeNull();
    expect(await inRedis(hash)).toBeNull();
  });

  it('remembers when it was used last', async () => {
    const { as, organizationId } = await seller();
    const { id } = await mint(as, { organizationId });
    const note = (at: string, tokenId = id) =>
      started.stack.bus.broadcast(accessTokenUsedSubject, { tokenId, at });
    const lastUse = async () => {
      const { body } = await started.send('GET', `${base}/?organization_id=${organizationId}`, { as });
      return body.items[0].last_used_at;
    };
    note('yesterday');
    note('2026-01-16T00:00:00.000Z', 'no-id');
    note('2026-01-16T12:00:00.000Z');
    await eventually(async () => expect(await lastUse()).toBe('2026-01-16T12:00:00.000Z'));
    note('2026-01-16T11:00:00.000Z');
    note('2026-01-16T13:00:00.000Z');
    await eventually(async () => expect(await lastUse()).toBe('2026-01-16T13:00:00.000Z'));
  });
});

describe('revoking an access token', () => {
  const revoke = (as: UserCaller, id: string) => started.send('DELETE', `${base}/${id}`, { as });

  it('takes effect before the answer', async () => {
    const { as, organizationId } = await seller();
    const { id, hash } = await mint(as, { organizationId });
    await ask(hash);
    const reply = await revoke(as, id);
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(await inRedis(hash)).toBeNull();
    expect(await ask(hash)).toBeNull();
    expect((await revoke(as, id)).status).toBe(404);
    const event = await started.stack.events.next(
      accessTokenRevoked,
      ({ accessTokenId }) => accessTokenId === id,
    );
    expect(event).toMatchObject({ organizationId, tokenHash: hash });
  });

  it('leaves no record behind however many warm it at the same time', async () => {
    const { as, organizationId } = await seller();
    for (let round = 0; round < 10; round += 1) {
      const { id, hash } = await mint(as, { organizationId });
      const warming = Array.from({ length: 6 }, () => ask(hash));
      const [reply] = await Promise.all([revoke(as, id), ...warming]);
      expect(reply.status).toBe(204);
      expect(await inRedis(hash)).toBeNull();
      expect(await ask(hash)).toBeNull();
    }
  });

  it('is "not found" for people of other organizations and refused to plain members', async () => {
    const { as, organizationId } = await seller();
    const { id, hash } = await mint(as, { organizationId });
    const member = signIn(started.identity);
    await addMember(started, organizationId, { userId: member.userId });
    expect((await revoke((await seller()).as, id)).status).toBe(404);
    const refused = await revoke(member, id);
    expect([refused.status, refused.body.error]).toEqual([403, 'NotPermitted']);
    expect(await ask(hash)).not.toBeNull();
  });

  it('is made good after a crash between the commit and Redis', async () => {
    const { as, organizationId } = await seller();
    const { id, hash } = await mint(as, { organizationId });
    await ask(hash);
    await started.stack.db.transaction(async (em) => {
      await em.query('DELETE FROM access_tokens WHERE id = $1', [id]);
      await noteRevocation(em, hash);
    });
    expect(await inRedis(hash)).not.toBeNull();
    const sweeper = startSweeper(started.parts);
    await eventually(async () => expect(await inRedis(hash)).toBeNull());
    await sweeper.stop();
  });

  it('is made good later when Redis cannot be reached, and says so', async () => {
    const { as, organizationId } = await seller();
    const { id, hash } = await mint(as, { organizationId });
    await ask(hash);
    const away = () => Promise.reject(new Error('redis is away'));
    const token = await started.parts.db.manager.findOneByOrFail(AccessTokenEntity, { id });
    await revokeAccessToken({ ...started.parts, redis: { ...started.parts.redis, ask: away } }, token);
    const line = started.stack.log
      .lines()
      .find(({ msg }) => String(msg).startsWith('the record of a revoked'));
    expect(line).toMatchObject({ level: 50 });
    await sweepRevocations(started.parts);
    expect(await inRedis(hash)).toBeNull();
  });

  it('is watched for a minute and then forgotten', async () => {
    const { as, organizationId } = await seller();
    const { id, hash } = await mint(as, { organizationId });
    await revoke(as, id);
    const noted = async () =>
      (await started.stack.db.query('SELECT 1 FROM access_token_revocations WHERE token_hash = $1', [
        hash,
      ])) as unknown[];
    await sweepRevocations(started.parts);
    expect(await noted()).toHaveLength(1);
    await started.stack.db.query(
      `UPDATE access_token_revocations SET revoked_at = now() - interval '61 seconds' WHERE token_hash = $1`,
      [hash],
    );
    await sweepRevocations(started.parts);
    expect(await noted()).toHaveLength(0);
  });
});
