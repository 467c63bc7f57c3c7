/** The service under test on real servers, with a fake of identity, and its callers. */
import { startRelay } from '@tessera/kit/events/relay';
import type { Mail } from '@tessera/kit/mail/mailer';
import { connectRedis } from '@tessera/kit/redis';
import { createVault, sha256 } from '@tessera/kit/secrets';
import { createClient, type Reply, type Send } from '@tessera/kit/test/client';
import { eventually } from '@tessera/kit/test/eventually';
import { type Stack, startStack } from '@tessera/kit/test/stack';
import {
  askAdminRight,
  askClearActiveOrganization,
  askSetActiveOrganization,
  askUser,
  type UserFacts,
} from '@tessera/proto/api/asks';
import type { TokenCaller, UserCaller } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import { createOrganizationApp, entities, startWorkers } from '../src/app.ts';
import { OrganizationOptions, SharedOptions } from '../src/config.ts';
import { migrations } from '../src/migrations/all.ts';
import type { OrganizationParts } from '../src/organization.ts';

/** A fake of identity on the bus: its users and sessions, and the questions that it was asked. */
export type FakeIdentity = {
  users: Map<string, UserFacts>;
  /** Ids of users who may impersonate others. */
  admins: Set<string>;
  /** Session id -> active organization. */
  active: Map<string, string | null>;
  /** Session id -> user id. */
  owners: Map<string, string>;
  /** Sessions that have ended. */
  ended: Set<string>;
  questions: { userIds: string[]; cookies: string[] };
};

export type OrganizationStack = {
  stack: Stack;
  parts: OrganizationParts;
  identity: FakeIdentity;
  mails: Mail[];
  base: string;
  send: Send;
};

/** Starts the service; stop it with `stack.stop`. */
export const startOrganization = async (
  options: Record<string, unknown> = {},
  { withIdentity = true } = {},
): Promise<OrganizationStack> => {
  const stack = await startStack({ service: 'organization', entities, migrations, redis: true });
  const { db, bus, metrics, passports } = stack;
  const log = stack.log.logger;
  const redis = connectRedis({ url: stack.redisUrl, log });
  stack.own(redis);
  await eventually(() => redis.check());
  const mails: Mail[] = [];
  const parts: OrganizationParts = {
    db,
    bus,
    redis,
    now: stack.clock.now,
    log,
    options: OrganizationOptions.parse(options),
    maxListed: SharedOptions.parse({}).advanced.database.defaultFindManyLimit,
    mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
    vault: createVault(`test:${Buffer.alloc(32, 5).toString('base64')}`),
    publicUrl: 'http://localhost:3000',
    areMailsLimited: true,
    appName: 'Tessera',
  };
  const identity = fakeIdentity();
  if (withIdentity) await answerAsIdentity(stack, identity);
  stack.own(startRelay({ db, bus, log, metrics }));
  stack.own(await startWorkers(parts));
  const base = await stack.serve(createOrganizationApp(parts, { metrics, passports, checkReplies: true }));
  return { stack, parts, identity, mails, base, send: createClient(stack, base) };
};

/** Serves another instance with other options on the same database and identity. */
export const withOptions = async (
  started: OrganizationStack,
  options: Record<string, unknown>,
): Promise<OrganizationStack> => {
  const parts = { ...started.parts, options: OrganizationOptions.parse(options) };
  const { metrics, passports } = started.stack;
  const app = createOrganizationApp(parts, { metrics, passports, checkReplies: true });
  const base = await started.stack.serve(app);
  return { ...started, parts, base, send: createClient(started.stack, base) };
};

const fakeIdentity = (): FakeIdentity => ({
  users: new Map(),
  admins: new Set(),
  active: new Map(),
  owners: new Map(),
  ended: new Set(),
  questions: { userIds: [], cookies: [] },
});

const answerAsIdentity = async ({ bus, clock }: Stack, identity: FakeIdentity): Promise<void> => {
  await bus.answer(askUser, async ({ userId }) => {
    identity.questions.userIds.push(userId);
    return identity.users.get(userId) ?? null;
  });
  await bus.answer(askAdminRight, async ({ userId, permissions }) => ({
    isGranted: identity.admins.has(userId) && permissions['user']?.join() === 'impersonate',
  }));
  await bus.answer(askClearActiveOrganization, async ({ organizationId, userId, sessionId = '' }) => {
    let cleared = 0;
    for (const [sessionId, active] of identity.active) {
      const isTheirs = userId === null || identity.owners.get(sessionId) === userId;
      if (active !== organizationId || !isTheirs) continue;
      identity.active.set(sessionId, null);
      cleared += 1;
    }
    return { cleared, setCache: [`tessera.session_data=${sessionId}; Path=/; HttpOnly`] };
  });
  await bus.answer(askSetActiveOrganization, async ({ sessionId, organizationId, cookie }) => {
    identity.questions.cookies.push(cookie);
    if (identity.ended.has(sessionId)) return { session: null, setCookie: [], setCache: [] };
    identity.active.set(sessionId, organizationId);
    const now = clock.now();
    const session = {
      id: sessionId,
      token: 'session-token',
      userId: uuidv7(),
      expiresAt: now,
      createdAt: now,
      updatedAt: now,
      ipAddress: '',
      userAgent: '',
      activeOrganizationId: organizationId,
      impersonatedBy: null,
    };
    const setCookie = [`tessera.session_token=rewritten-${sessionId}; Path=/; HttpOnly`];
    return { session, setCookie, setCache: [`tessera.session_data=${sessionId}; Path=/; HttpOnly`] };
  });
};

/** Adds a user to identity, with a verified e-mail address, and returns the caller of their session. */
export const signIn = (identity: FakeIdentity, changes: Partial<UserCaller> = {}): UserCaller => {
  const userId = uuidv7();
  const name = `Person ${userId.slice(-6)}`;
  const email = `${userId.slice(-12)}@example.com`;
  identity.users.set(userId, { id: userId, email, name, image: null });
  const caller: UserCaller = {
    kind: 'user',
    userId,
    sessionId: uuidv7(),
    email,
    isEmailVerified: true,
    name,
    activeOrganizationId: null,
    ...changes,
  };
  identity.owners.set(caller.sessionId, caller.userId);
  return caller;
};

/** Returns a caller with an organization access token. */
export const withToken = (organizationId: string, ...scopes: string[]): TokenCaller => ({
  kind: 'token',
  tokenId: uuidv7(),
  organizationId,
  scopes,
});

/** Returns a unique slug. */
export const freshSlug = (): string => `shop-${uuidv7().slice(-12)}`;

/** Creates an organization through the auth API. */
export const makeOrganization = async (
  { send }: Pick<OrganizationStack, 'send'>,
  as: UserCaller,
  body: Record<string, unknown> = {},
): Promise<Reply['body']> => {
  const reply = await send('POST', '/api/auth/organization/create', {
    as,
    body: { name: 'Shop', slug: freshSlug(), ...body },
  });
  if (reply.status !== 200) throw new Error(`no organization: ${reply.status} ${reply.text}`);
  return reply.body;
};

/** Inserts a member. Returns the member's id. */
export const addMember = async (
  { stack }: Pick<OrganizationStack, 'stack'>,
  organizationId: string,
  { userId, role = 'member' }: { userId: string; role?: string },
): Promise<string> => {
  const memberId = uuidv7();
  await stack.db.query(
    `INSERT INTO members (id, organization_id, user_id, role, created_at, revision)
     VALUES ($1, $2, $3, $4, $5, nextval('revisions'))`,
    [memberId, organizationId, userId, role, stack.clock.now()],
  );
  return memberId;
};

/** Requests an access token; `id` is empty when it was refused. */
export const mintToken = async (
  { send }: Pick<OrganizationStack, 'send'>,
  as: UserCaller,
  { organizationId, ...more }: { organizationId: string } & Record<string, unknown>,
) => {
  const reply = await send('POST', '/api/billing/v1/organization-access-tokens/', {
    as,
    body: { organization_id: organizationId, comment: 'Server', scopes: ['products:read'], ...more },
  });
  const { token = '', organization_access_token: made } = reply.body as {
    token?: string;
    organization_access_token?: { id: string };
  };
  return { ...reply, hash: sha256(token), id: made?.id ?? '' };
};

/** Creates a user with their own organization. */
export const makeSeller = async (
  started: Pick<OrganizationStack, 'send' | 'identity'>,
): Promise<{ as: UserCaller; organizationId: string }> => {
  const as = signIn(started.identity);
  const { id } = await makeOrganization(started, as);
  return { as, organizationId: id as string };
};
