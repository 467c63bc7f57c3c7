/** Bans (contracts/auth.md, section 11): steps of a transaction that has the user's row locked. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { emit } from '@tessera/kit/outbox';
import { userBanned, userUnbanned } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { changeUser } from './change.ts';
import type { User } from './entity.ts';

/** Bans a user; the sessions are ended by the verb that calls. */
export const imposeBan = async (
  em: EntityManager,
  user: User,
  ban: { reason: string; expires: Date | null; now: Date },
): Promise<User> => {
  const change = { banned: true, banReason: ban.reason, banExpires: ban.expires, updatedAt: ban.now };
  const banned = await changeUser(em, user, change);
  await emit(em, userBanned, {
    userId: user.id,
    reason: ban.reason,
    ...(ban.expires && { expiresAt: timestampFromDate(ban.expires) }),
  });
  return banned;
};

/** Lifts a ban, or the mark that one has been there. `updatedAt` moves when somebody does it. */
export const liftBan = async (
  em: EntityManager,
  user: User,
  moved: Partial<Pick<User, 'updatedAt'>> = {},
): Promise<User> => {
  const change = { banned: false, banReason: null, banExpires: null, ...moved };
  const free = await changeUser(em, user, change);
  await emit(em, userUnbanned, { userId: user.id });
  return free;
};
