/** What a request stores for a user whose account is being deleted or banned, or already was. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { outboxRow, transact } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { askUser } from '@tessera/proto/api/asks';
import type { UserCaller } from '@tessera/proto/api/passport';
import { userBanned, userDeleted, userUnbanned } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import {
  freshSlug,
  makeSeller,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../test/factories.ts';
import { consent, oauthBase, registerClient, requestOf } from '../../test/oauth.ts';
import { createMember } from '../members/service.ts';
import { lockFreeUser, lockUser } from './departure.ts';
import { findUsers } from './service.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

const query = (text: string, ...args: string[]) =>
  started.stack.db.query(text, args) as Promise<Record<string, unknown>[]>;
const publish = ({ userId, email }: UserCaller) =>
  started.stack.bus.publish(outboxRow(userDeleted, { userId, email }));

/** Someone whose account was deleted while a passport of theirs is still good. */
const departed = async (): Promise<UserCaller> => {
  const as = signIn(started.identity);
  await publish(as);
  await eventually(async () =>
    expect(await query('SELECT 1 FROM departed_users WHERE user_id = $1', as.userId)).toHaveLength(1),
  );
  return as;
};

/** Runs `store` while the event that `announce` publishes waits for its transaction. */
const storeMeanwhile = (announce: () => Promise<unknown>, store: (em: EntityManager) => Promise<void>) =>
  transact(started.stack.db, async (em) => {
    await store(em);
    await announce();
    const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await eventually(async () => expect(await query(waiting)).not.toEqual([]));
  });

describe('someone whose account was deleted', () => {
  it('makes no organization', async () => {
    const as = await departed();
    const slug = freshSlug();
    const body = { name: 'Late', slug };
    const reply = await started.send('POST', '/api/auth/organization/create', { as, body });
    expect(reply).toMatchObject({ status: 401, body: { code: 'USER_NOT_FOUND' } });
    const selling = await started.send('POST', '/api/billing/v1/organizations/', { as, body });
    expect(selling.status).toBe(401);
    expect(await query('SELECT 1 FROM organizations WHERE slug = $1', slug)).toEqual([]);
  });

  it('accepts no invitation', async () => {
    const owner = await makeSeller(started);
    const as = await departed();
    const invited = await started.send('POST', '/api/auth/organization/invite-member', {
      as: owner.as,
      body: { email: as.email, role: 'owner', organizationId: owner.organizationId },
    });
    const body = { invitationId: invited.body['id'] };
    const reply = await started.send('POST', '/api/auth/organization/accept-invitation', { as, body });
    expect(reply).toMatchObject({ status: 401, body: { code: 'USER_NOT_FOUND' } });
    expect(await query('SELECT 1 FROM members WHERE user_id = $1', as.userId)).toEqual([]);
  });

  it('registers no client, and allows none to act', async () => {
    const client = await registerClient(started, signIn(started.identity));
    const as = await departed();
    const body = { client_name: 'Late', redirect_uris: ['https://late.example/callback'] };
    expect((await started.send('POST', `${oauthBase}/register`, { as, body })).status).toBe(401);
    const asked = { request: requestOf(client), action: 'allow' };
    const reply = await started.send('POST', `${oauthBase}/authorization`, { as, body: asked });
    expect(reply.status).toBe(401);
    expect(await query('SELECT 1 FROM oauth_consents WHERE user_id = $1', as.userId)).toEqual([]);
  });

  it('is not copied again, even if identity has just answered that it knows them', async () => {
    const as = await departed();
    expect(await started.stack.bus.ask(askUser, { userId: as.userId })).not.toBeNull();
    expect(await findUsers(started.parts, [as.userId])).toEqual(new Map());
    expect(await query('SELECT 1 FROM users WHERE id = $1', as.userId)).toEqual([]);
  });

  it('loses what was being stored when the deletion became known', async () => {
    const { organizationId } = await makeSeller(started);
    const as = signIn(started.identity);
    const { userId } = as;
    await storeMeanwhile(
      () => publish(as),
      async (em) => {
        expect(await lockUser(em, userId)).toBe(true);
        await createMember(em, started.parts, { organizationId, userId, role: 'member', teamId: null });
      },
    );
    await eventually(async () =>
      expect(await query('SELECT 1 FROM departed_users WHERE user_id = $1', as.userId)).toHaveLength(1),
    );
    expect(await query('SELECT 1 FROM members WHERE user_id = $1', as.userId)).toEqual([]);
  });
});

describe('someone who is banned', () => {
  const ban = ({ userId }: UserCaller, expiresAt?: Date) =>
    started.stack.bus.publish(
      outboxRow(userBanned, {
        ...{ userId, reason: 'Fraud' },
        ...(expiresAt && { expiresAt: timestampFromDate(expiresAt) }),
      }),
    );
  const bansOf = ({ userId }: UserCaller) => query('SELECT 1 FROM banned_users WHERE user_id = $1', userId);
  /** Someone who was banned while a passport of theirs is still good. */
  const banned = async (expiresAt?: Date): Promise<UserCaller> => {
    const as = signIn(started.identity);
    await ban(as, expiresAt);
    await eventually(async () => expect(await bansOf(as)).toHaveLength(1));
    return as;
  };
  const register = (as: UserCaller) => {
    const body = { client_name: 'Late', redirect_uris: ['https://late.example/callback'] };
    return started.send('POST', `${oauthBase}/register`, { as, body });
  };

  it('allows no client to act, and registers none, until the ban is lifted', async () => {
    const client = await registerClient(started, signIn(started.identity));
    const as = await banned();
    expect((await consent(started, as, requestOf(client))).status).toBe(401);
    expect((await register(as)).status).toBe(401);
    expect(await query('SELECT 1 FROM oauth_consents WHERE user_id = $1', as.userId)).toEqual([]);
    await started.stack.bus.publish(outboxRow(userUnbanned, { userId: as.userId }));
    await eventually(async () => expect((await register(as)).status).toBe(200));
    expect((await consent(started, as, requestOf(client))).status).toBe(302);
  });

  it('does so again once the ban has expired, which nobody tells until the next sign-in', async () => {
    const client = await registerClient(started, signIn(started.identity));
    const until = new Date(started.stack.clock.now().getTime() + 3_600_000);
    const as = await banned(until);
    expect((await consent(started, as, requestOf(client))).status).toBe(401);
    started.stack.clock.advance(3_601);
    expect((await consent(started, as, requestOf(client))).status).toBe(302);
  });

  it('loses what was being stored when the ban became known', async () => {
    const client = await registerClient(started, signIn(started.identity));
    const as = signIn(started.identity);
    const { userId } = as;
    const now = started.stack.clock.now();
    await storeMeanwhile(
      () => ban(as),
      async (em) => {
        expect(await lockFreeUser(em, userId, now)).toBe(true);
        await em.query(
          `INSERT INTO oauth_consents (id, client_id, sub_type, user_id, scopes, created_at)
           SELECT gen_random_uuid(), id, 'user', $1, '["openid"]', now() FROM oauth_clients WHERE client_id = $2`,
          [userId, client.clientId],
        );
      },
    );
    await eventually(async () => expect(await bansOf(as)).toHaveLength(1));
    expect(await query('SELECT 1 FROM oauth_consents WHERE user_id = $1', userId)).toEqual([]);
  });
});
