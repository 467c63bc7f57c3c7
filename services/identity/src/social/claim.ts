/**
 * An account that somebody opened with an address they never proved, and its address's owner at the door: whoever
 * came first may be waiting for just this (pre-hijacking), so nothing that they know or hold opens the account any more.
 */
import type { EntityManager } from 'typeorm';
import { unlinkAll } from '../accounts/link.ts';
import type { Identity } from '../identity.ts';
import type { Profile } from '../providers/provider.ts';
import { endUserSessions } from '../sessions/end.ts';
import { changeUser } from '../users/change.ts';
import type { User } from '../users/entity.ts';

/** Whether this profile proves an address that the user never did. In development nobody proves any. */
export const isClaimed = (
  { isDevelopment }: Pick<Identity, 'isDevelopment'>,
  user: User,
  profile: Profile,
): boolean => !isDevelopment && !user.emailVerified && profile.isEmailProven;

/** Takes password, linked accounts and sessions from a locked user. Answers the user and the ended sessions' tokens. */
export const claimUser = async (em: EntityManager, user: User): Promise<{ user: User; ended: string[] }> => {
  await unlinkAll(em, user.id);
  const ended = await endUserSessions(em, user.id);
  return { user: await changeUser(em, user, { emailVerified: true }), ended };
};
