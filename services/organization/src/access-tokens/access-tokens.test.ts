import { isToken } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import type { UserCaller } from '@tessera/proto/api/passport';
import { accessTokenCreated } from '@tessera/proto/events/organization';
import {
  addMember,
  makeOrganization,
  makeSeller,
  mintToken,
  type OrganizationStack,
  signIn,
  startOrganization,
  withToken,
} from '../../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

const base = '/api/billing/v1/organization-access-tokens';
const mint = (as: UserCaller, wanted: Parameters<typeof mintToken>[2]) => mintToken(started, as, wanted);
const seller = () => makeSeller(started);

describe('creating an access token', () => {
  it('shows its text once and stores only the hash', async () => {
    const { as, organizationId } = await seller();
    const { status, body, hash } = await mint(as, {
      organizationId,
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
    const rows = (await started.stack.db.query('SELECT * FROM access_tokens WHERE token_hash = $1', [
      hash,
    ])) as unknown[];
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(body.token);
    expect(JSON.stringify(started.stack.log.lines())).not.toContain(body.token);
    const list = await started.send('GET', `${base}/`, { as });
    expect(list.text).not.toContain(body.token);
    expect(list.text).not.toContain(hash);
    const event = await started.stack.events.next(
      accessTokenCreated,
      (message) => message.organizationId === organizationId,
    );
    expect(event.scopes).toEqual(['products:read', 'orders:read']);
  });

  it('is for people whose role grants it, in their own organizations', async () => {
    const { organizationId } = await seller();
    const [member, outsider] = [signIn(started.identity), signIn(started.identity)];
    await addMember(started, organizationId, { userId: member.userId });
    const outcome = async (as: UserCaller) => {
      const { status, body } = await mint(as, { organizationId });
      return [status, body.error, body.detail[0].loc];
    };
    expect((await outcome(member)).slice(0, 2)).toEqual([403, 'NotPermitted']);
    expect(await outcome(outsider)).toEqual([422, 'RequestValidationError', ['body', 'organization_id']]);
  });

  it('is not for an administrator who acts as somebody for a while, who may still list and revoke', async () => {
    const { as, organizationId } = await seller();
    const impersonated = { ...as, isImpersonated: true };
    const { status, body } = await mint(impersonated, { organizationId });
    expect([status, body.error, body.detail]).toEqual([
      403,
      'NotPermitted',
      'Not allowed while impersonating a user',
    ]);
    const { id } = await mint(as, { organizationId });
    const list = await started.send('GET', `${base}/`, { as: impersonated });
    expect(list.body.items.map((token: { id: string }) => token.id)).toEqual([id]);
    expect((await started.send('DELETE', `${base}/${id}`, { as: impersonated })).status).toBe(204);
  });

  it('is not for someone who is being removed at the same time', async () => {
    const { as, organizationId } = await seller();
    const { db } = started.stack;
    const runner = db.createQueryRunner();
    await runner.startTransaction();
    await runner.query('DELETE FROM members WHERE user_id = $1', [as.userId]);
    const minting = mint(as, { organizationId });
    await eventually(async () => {
      const waiting = (await db.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )) as unknown[];
      expect(waiting).toHaveLength(1);
    });
    await runner.commitTransaction();
    await runner.release();
    const reply = await minting;
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ['body', 'organization_id']]);
  });

  it('is not for access tokens, whatever their scopes, nor for nobody', async () => {
    const { as, organizationId } = await seller();
    const { id } = await mint(as, { organizationId });
    const token = withToken(organizationId, 'organizations:write', 'products:write');
    for (const [method, path] of [
      ['POST', base],
      ['GET', `${base}/`],
      ['DELETE', `${base}/${id}`],
    ] as const) {
      const refused = await started.send(method, path, { as: token, ...(method === 'POST' && { body: {} }) });
      expect([refused.status, refused.body.error]).toEqual([403, 'NotPermitted']);
      const nobody = await started.send(method, path);
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
    [{ expires_in: 'P1M' }, ['body', 'expires_in']],
    [{ expires_in: 'PT0S' }, ['body', 'expires_in']],
    [{ expires_in: 'P99999999W' }, ['body', 'expires_in']],
    [{ expires_in: 0 }, ['body', 'expires_in']],
    [{ expires_in: 1e300 }, ['body', 'expires_in']],
    [{ expires_in: true }, ['body', 'expires_in']],
    [{ expires_in: 'P1D', expires_at: '2026-02-01T00:00:00Z' }, ['body', 'expires_in']],
  ])('refuses %j', async (more, loc) => {
    const { as, organizationId } = await seller();
    const { status, body } = await mint(as, { organizationId, ...more });
    expect([status, body.detail?.[0].loc]).toEqual([422, loc]);
  });
});

describe('an access token', () => {
  it.each([
    ['P30D', '2026-02-14T12:00:00.000Z'],
    ['P1W', '2026-01-22T12:00:00.000Z'],
    ['P1DT2H30M', '2026-01-16T14:30:00.000Z'],
    ['PT1.5S', '2026-01-15T12:00:01.500Z'],
    [3600, '2026-01-15T13:00:00.000Z'],
  ])('may end after %s', async (expires_in, end) => {
    const { as, organizationId } = await seller();
    const { body } = await mint(as, { organizationId, expires_in });
    const { created_at, expires_at } = body.organization_access_token;
    const length = Date.parse(end) - Date.parse('2026-01-15T12:00:00.000Z');
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(length);
  });

  it('keeps its scopes: who asks for others is told', async () => {
    const { as, organizationId } = await seller();
    const { id } = await mint(as, { organizationId, scopes: ['products:read', 'orders:read'] });
    const change = (body: object) => started.send('PATCH', `${base}/${id}`, { as, body });
    const wider = await change({ comment: 'New', scopes: ['products:write'] });
    expect([wider.status, wider.body.detail[0].loc]).toEqual([422, ['body', 'scopes']]);
    const same = await change({ comment: 'New', scopes: ['orders:read', 'products:read'] });
    expect([same.status, same.body.comment]).toEqual([200, 'New']);
  });
});

describe('listing access tokens', () => {
  it('answers those of the organizations that the caller manages, newest first, in pages', async () => {
    const { as, organizationId } = await seller();
    const other = await makeOrganization(started, as);
    for (const comment of ['One', 'Two', 'Three']) {
      started.stack.clock.advance(1);
      await mint(as, { organizationId, comment });
    }
    await mint(as, { organizationId: other.id, comment: 'Elsewhere' });
    const comments = async (query: string) => {
      const { body } = await started.send('GET', `${base}?organization_id=${organizationId}${query}`, { as });
      return body.items.map(({ comment }: { comment: string }) => comment);
    };
    expect(await comments('')).toEqual(['Three', 'Two', 'One']);
    expect(await comments('&sorting=comment')).toEqual(['One', 'Three', 'Two']);
    expect(await comments('&limit=2&page=2')).toEqual(['One']);
    const all = await started.send('GET', `${base}/`, { as });
    expect(all.body.pagination).toEqual({ total_count: 4, max_page: 1 });
  });

  it('shows outsiders nothing and refuses plain members', async () => {
    const { as, organizationId } = await seller();
    await mint(as, { organizationId });
    const member = signIn(started.identity);
    await addMember(started, organizationId, { userId: member.userId });
    const path = `${base}/?organization_id=${organizationId}`;
    expect((await started.send('GET', path, { as: signIn(started.identity) })).body.items).toEqual([]);
    expect((await started.send('GET', path, { as: member })).body.error).toBe('NotPermitted');
    expect((await started.send('GET', `${base}/`, { as: member })).body.items).toEqual([]);
  });
});
