/**
 * An account that somebody opened with an address they never proved, and its address's owner at the door: whoever
 * came first may be waiting for just this (pre-hijacking), so nothing that they know or hold opens the account any more.
 */
import type { EntityManager } from 'typeorm';
import { unlinkAll } from '../accounts/link.ts';
import type { Identity } from '../identity.ts';
import type { Provider } from '../providers/engine.ts';
import type { Profile } from '../providers/provider.ts';
import { endUserSessions } from '../sessions/end.ts';
import { changeUser } from '../users/change.ts';
import type { User } from '../users/entity.ts';
import { isEmailProven, proven } from '../users/rules.ts';

/**
 * Whether the owner of an address is at the door that the user never proved: the profile proves it, or the configuration
 * believes the provider without proof, and then in this, too. In development nobody proves any.
 */
export const isClaimed = (
  { isDevelopment, options }: Pick<Identity, 'isDevelopment' | 'options'>,
  user: User,
  { provider, profile }: { provider: Pick<Provider, 'id'>; profile: Profile },
): boolean => !isDevelopment && !isEmailProven(user) && isBelieved(options, provider, profile);

/** Whether an address that a provider names counts as that of whoever comes from there. */
export const isBelieved = (
  { account }: Pick<Identity['options'], 'account'>,
  { id }: Pick<Provider, 'id'>,
  { isEmailProven }: Profile,
): boolean => isEmailProven || account.accountLinking.trustedProviders.includes(id);

/** Takes password, linked accounts and sessions from a locked user. Answers the user and the ended sessions' tokens. */
export const claimUser = async (em: EntityManager, user: User): Promise<{ user: User; ended: string[] }> => {
  await unlinkAll(em, user.id);
  const ended = await endUserSessions(em, user.id);
  return { user: await changeUser(em, user, proven), ended };
};
