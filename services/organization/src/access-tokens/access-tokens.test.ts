import { isToken, sha256 } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import { accessTokenUsedSubject, askAccessToken } from '@tessera/proto/api/asks';
import type { UserCaller } from '@tessera/proto/api/passport';
import { accessTokenCreated, accessTokenRevoked } from '@tessera/proto/events/organization';
import { createClient } from 'redis';
import {
  addMember,
  type House,
  makeOrganization,
  signIn,
  startHouse,
  withToken,
} from '../../test/factories.ts';
import { recordKey } from './records.ts';
import { noteRevocation, startSweeper, sweepRevocations } from './revocations.ts';
import { revokeAccessToken } from './service.ts';

let house: House;
let redis: ReturnType<typeof createClient>;
beforeAll(async () => {
  house = await startHouse();
  redis = createClient({ url: house.stack.redisUrl });
  await redis.connect();
});
afterAll(async () => {
  redis.destroy();
  await house.stack.stop();
});

const base = '/api/billing/v1/organization-access-tokens';
const ask = (tokenHash: string) => house.stack.bus.ask(askAccessToken, { tokenHash });

const mint = async (as: UserCaller, organizationId: string, more: Record<string, unknown> = {}) => {
  const body = { organization_id: organizationId, comment: 'Server', scopes: ['products:read'], ...more };
  const reply = await house.send('POST', `${base}/`, { as, body });
  return {
    ...reply,
    hash: sha256(reply.body.token ?? ''),
    id: reply.body.organization_access_token?.id as string,
  };
};
const seller = async () => {
  const as = signIn(house.identity);
  const { id } = await makeOrganization(house, as);
  return { as, organizationId: id as string };
};
const inRedis = (hash: string) => redis.get(recordKey(hash));

describe('creating an access token', () => {
  it('shows its text once and stores only the hash', async () => {
    const { as, organizationId } = await seller();
    const { status, body, hash } = await mint(as, organizationId, {
      comment: '  Server ',
      scopes: ['products:read', 'orders:read', 'products:read'],
      expires_at: '2026-02-01T00:00:00+01:00',
    });
    expect(status).toBe(201);
    expect(isToken('tessera_oat_', body.token)).toBe(true);
    expect(body.organization_access_token).toEqual({
      id: expect.any(String),
      created_at: '2026-01-15T12:00:00.000Z',
      modified_at: null,
      scopes: ['products:read', 'orders:read'],
      expires_at: '2026-01-31T23:00:00.000Z',
      comment: 'Server',
      last_used_at: null,
      organization_id: organizationId,
    });
    const rows = (await house.stack.db.query('SELECT * FROM access_tokens WHERE token_hash = $1', [
      hash,
    ])) as unknown[];
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(body.token);
    expect(JSON.stringify(house.stack.log.lines())).not.toContain(body.token);
    const list = await house.send('GET', `${base}/`, { as });
    expect(list.text).not.toContain(body.token);
    expect(list.text).not.toContain(hash);
    const event = await house.stack.events.next(
      accessTokenCreated,
      (message) => message.organizationId === organizationId,
    );
    expect(event.scopes).toEqual(['products:read', 'orders:read']);
  });

  it('is for people whose role grants it, in their own organizations', async () => {
    const { organizationId } = await seller();
    const [member, outsider] = [signIn(house.identity), signIn(house.identity)];
    await addMember(house, organizationId, { userId: member.userId });
    const outcome = async (as: UserCaller) => {
      const { status, body } = await mint(as, organizationId);
      return [status, body.error];
    };
    expect(await outcome(member)).toEqual([403, 'NotPermitted']);
    expect(await outcome(outsider)).toEqual([404, 'ResourceNotFound']);
  });

  it('is not for access tokens, whatever their scopes, nor for nobody', async () => {
    const { as, organizationId } = await seller();
    const { id } = await mint(as, organizationId);
    const token = withToken(organizationId, 'organizations:write', 'products:write');
    for (const [method, path] of [
      ['POST', base],
      ['GET', `${base}/`],
      ['DELETE', `${base}/${id}`],
    ] as const) {
      const refused = await house.send(method, path, { as: token, ...(method === 'POST' && { body: {} }) });
      expect([refused.status, refused.body.error]).toEqual([403, 'NotPermitted']);
      const nobody = await house.send(method, path);
      expect([nobody.status, nobody.body.error]).toEqual([401, 'Unauthorized']);
    }
  });

  it.each([
    [{ scopes: [] }, ['body', 'scopes']],
    [{ scopes: ['admin'] }, ['body', 'scopes', 0]],
    [{ scopes: 'products:read' }, ['body', 'scopes']],
    [{ comment: '   ' }, ['body', 'comment']],
    [{ comment: undefined }, ['body', 'comment']],
    [{ organization_id: 'mine' }, ['body', 'organization_id']],
    [{ expires_at: '2026-01-15T12:00:00.000Z' }, ['body', 'expires_at']],
    [{ expires_at: 'tomorrow' }, ['body', 'expires_at']],
  ])('refuses %j', async (more, loc) => {
    const { as, organizationId } = await seller();
    const { status, body } = await mint(as, organizationId, more);
    expect([status, body.detail?.[0].loc]).toEqual([422, loc]);
  });
});

describe('listing access tokens', () => {
  it('answers those of the organizations that the caller manages, newest first, in pages', async () => {
    const { as, organizationId } = await seller();
    const other = await makeOrganization(house, as);
    for (const comment of ['One', 'Two', 'Three']) {
      house.stack.clock.advance(1);
      await mint(as, organizationId, { comment });
    }
    await mint(as, other.id, { comment: 'Elsewhere' });
    const comments = async (query: string) => {
      const { body } = await house.send('GET', `${base}?organization_id=${organizationId}${query}`, { as });
      return body.items.map(({ comment }: { comment: string }) => comment);
    };
    expect(await comments('')).toEqual(['Three', 'Two', 'One']);
    expect(await comments('&sorting=comment')).toEqual(['One', 'Three', 'Two']);
    expect(await comments('&limit=2&page=2')).toEqual(['One']);
    const all = await house.send('GET', `${base}/`, { as });
    expect(all.body.pagination).toEqual({ total_count: 4, max_page: 1 });
  });

  it('shows outsiders nothing and refuses plain members', async () => {
    const { as, organizationId } = await seller();
    await mint(as, organizationId);
    const member = signIn(house.identity);
    await addMember(house, organizationId, { userId: member.userId });
    const path = `${base}/?organization_id=${organizationId}`;
    expect((await house.send('GET', path, { as: signIn(house.identity) })).body.items).toEqual([]);
    expect((await house.send('GET', path, { as: member })).body.error).toBe('NotPermitted');
    expect((await house.send('GET', `${base}/`, { as: member })).body.items).toEqual([]);
  });
});

describe('an access token at the gateway', () => {
  it('is found by its hash, and Redis is warmed for as long as it is good', async () => {
    const { as, organizationId } = await seller();
    const expires = new Date(house.stack.clock.now().getTime() + 3_600_000).toISOString();
    const { id, hash } = await mint(as, organizationId, { expires_at: expires });
    const record = { id, organizationId, scopes: ['products:read'], expiresAt: expires };
    expect(await inRedis(hash)).toBeNull();
    expect(await ask(hash)).toEqual(record);
    expect(JSON.parse((await inRedis(hash)) ?? '')).toEqual(record);
    const left = await redis.pTTL(recordKey(hash));
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
  });

  it('is not found when unknown or expired', async () => {
    const { as, organizationId } = await seller();
    const expires = new Date(house.stack.clock.now().getTime() + 1_000).toISOString();
    const { hash } = await mint(as, organizationId, { expires_at: expires });
    house.stack.clock.advance(1);
    expect(await ask(hash)).toBeNull();
    expect(await ask(sha256('never minted'))).toBeNull();
    expect(await inRedis(hash)).toBeNull();
  });

  it('remembers when it was used last', async () => {
    const { as, organizationId } = await seller();
    const { id } = await mint(as, organizationId);
    const note = (at: string, tokenId = id) => house.stack.bus.note(accessTokenUsedSubject, { tokenId, at });
    const lastUse = async () => {
      const { body } = await house.send('GET', `${base}/?organization_id=${organizationId}`, { as });
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
  const revoke = (as: UserCaller, id: string) => house.send('DELETE', `${base}/${id}`, { as });

  it('takes effect before the answer', async () => {
    const { as, organizationId } = await seller();
    const { id, hash } = await mint(as, organizationId);
    await ask(hash);
    const reply = await revoke(as, id);
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(await inRedis(hash)).toBeNull();
    expect(await ask(hash)).toBeNull();
    expect((await revoke(as, id)).status).toBe(404);
    const event = await house.stack.events.next(
      accessTokenRevoked,
      ({ accessTokenId }) => accessTokenId === id,
    );
    expect(event).toMatchObject({ organizationId, tokenHash: hash });
  });

  it('leaves no record behind however many warm it at the same time', async () => {
    const { as, organizationId } = await seller();
    for (let round = 0; round < 10; round += 1) {
      const { id, hash } = await mint(as, organizationId);
      const warming = Array.from({ length: 6 }, () => ask(hash));
      const [reply] = await Promise.all([revoke(as, id), ...warming]);
      expect(reply.status).toBe(204);
      expect(await inRedis(hash)).toBeNull();
      expect(await ask(hash)).toBeNull();
    }
  });

  it('is "not found" for people of other organizations and refused to plain members', async () => {
    const { as, organizationId } = await seller();
    const { id, hash } = await mint(as, organizationId);
    const member = signIn(house.identity);
    await addMember(house, organizationId, { userId: member.userId });
    expect((await revoke((await seller()).as, id)).status).toBe(404);
    const refused = await revoke(member, id);
    expect([refused.status, refused.body.error]).toEqual([403, 'NotPermitted']);
    expect(await ask(hash)).not.toBeNull();
  });

  it('is made good after a crash between the commit and Redis', async () => {
    const { as, organizationId } = await seller();
    const { id, hash } = await mint(as, organizationId);
    await ask(hash);
    await house.stack.db.transaction(async (em) => {
      await em.query('DELETE FROM access_tokens WHERE id = $1', [id]);
      await noteRevocation(em, hash);
    });
    expect(await inRedis(hash)).not.toBeNull();
    const sweeper = startSweeper(house.service);
    await eventually(async () => expect(await inRedis(hash)).toBeNull());
    await sweeper.stop();
  });

  it('is made good later when Redis cannot be reached, and says so', async () => {
    const { as, organizationId } = await seller();
    const { id, hash } = await mint(as, organizationId);
    await ask(hash);
    const drop = () => Promise.reject(new Error('redis is away'));
    await revokeAccessToken({ ...house.service, cache: { ...house.service.cache, drop } }, as.userId, id);
    const line = house.stack.log.lines().find(({ msg }) => String(msg).startsWith('the record of a revoked'));
    expect(line).toMatchObject({ level: 50 });
    await sweepRevocations(house.service);
    expect(await inRedis(hash)).toBeNull();
  });

  it('is watched for a minute and then forgotten', async () => {
    const { as, organizationId } = await seller();
    const { id, hash } = await mint(as, organizationId);
    await revoke(as, id);
    const noted = async () =>
      (await house.stack.db.query('SELECT 1 FROM access_token_revocations WHERE token_hash = $1', [
        hash,
      ])) as unknown[];
    await sweepRevocations(house.service);
    expect(await noted()).toHaveLength(1);
    await house.stack.db.query(
      `UPDATE access_token_revocations SET revoked_at = now() - interval '61 seconds' WHERE token_hash = $1`,
      [hash],
    );
    await sweepRevocations(house.service);
    expect(await noted()).toHaveLength(0);
  });
});
