/** Opens sessions, for every way of signing in. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { defineErrors } from '@tessera/kit/errors';
import { emit } from '@tessera/kit/events/outbox';
import { randomText } from '@tessera/kit/secrets';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { defaultBannedUserMessage } from '@tessera/proto/api/identity/banned';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import { sessionCreated } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Client } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { rememberAddress } from '../login-throttle/guard.ts';
import { insertSession } from '../session-store/rows.ts';
import { liftBan } from '../users/change.ts';
import { type User, UserEntity } from '../users/entity.ts';
import { isBanned } from '../users/rules.ts';
import { meetDevice } from './known-devices.ts';
import { firstExpiry } from './rules.ts';

const openErrors = defineErrors({
  NotCreated: { status: 401, message: 'Failed to create session' },
  BannedUser: { status: 403, message: defaultBannedUserMessage, code: 'BANNED_USER' },
});

/**
 * Inserts a session with a new token and emits the event. The copy is written after the commit
 * (`syncCachedSessions`).
 */
export const openSession = async (
  em: EntityManager,
  identity: Identity,
  opening: {
    user: Pick<User, 'id'>;
    client: Client;
    isBrowserSession?: boolean;
    impersonation?: Impersonation;
  },
): Promise<SessionRecord> => {
  const now = identity.now();
  const user = await admit(em, identity, opening.user.id);
  const { impersonation } = opening;
  const session: AuthSession = {
    id: uuidv7(),
    token: randomText(32),
    userId: user.id,
    expiresAt:
      impersonation?.expiresAt ??
      firstExpiry(identity.options.session, now, opening.isBrowserSession ?? false),
    createdAt: now,
    updatedAt: now,
    ipAddress: opening.client.ipAddress,
    userAgent: opening.client.userAgent,
    activeOrganizationId: null,
    impersonatedBy: impersonation?.adminId ?? null,
  };
  const additional = identity.fields.sessionDefaults(now);
  await insertSession(em, session, additional);
  await emit(em, sessionCreated, {
    sessionId: session.id,
    userId: session.userId,
    expiresAt: timestampFromDate(session.expiresAt),
  });
  // An administrator's device is not the user's, nor is their address.
  if (!impersonation) {
    await meetDevice(em, session);
    rememberAddress(identity, user, opening.client.address);
  }
  const shown = { ...session, ...identity.fields.showSessionValues(additional) };
  return { session: shown, user: identity.fields.show(user) };
};

/** Facts of a session that an administrator opens as another user. */
export type Impersonation = { adminId: string; expiresAt: Date };

/**
 * Returns the user, locked, unless banned (contracts/auth.md, section 11). With the row locked until the session is
 * inserted, a concurrent ban or deletion is either seen here, or sees the session and ends it.
 */
const admit = async (em: EntityManager, { options, now }: Identity, userId: string): Promise<User> => {
  const user = await em.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  if (!user) throw openErrors.NotCreated();
  if (isBanned(user, now())) throw openErrors.BannedUser(options.admin.bannedUserMessage);
  return user.banned ? liftBan(em, user) : user;
};
