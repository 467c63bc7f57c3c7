/**
 * Protects against pre-hijacking: an attacker may have opened an account with an address that they never proved. When
 * the address's owner signs in, every credential that the attacker knows or holds is revoked.
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
 * Whether a sign-in proves an address that the account's user never proved: the profile proves it, or the
 * configuration trusts the provider without proof. Never in development, where no address is proved.
 */
export const isClaimed = (
  { isDevelopment, options }: Pick<Identity, 'isDevelopment' | 'options'>,
  user: User,
  { provider, profile }: { provider: Pick<Provider, 'id'>; profile: Profile },
): boolean => !isDevelopment && !isEmailProven(user) && isBelieved(options, provider, profile);

/** Whether an address from a provider counts as proved. */
export const isBelieved = (
  { account }: Pick<Identity['options'], 'account'>,
  { id }: Pick<Provider, 'id'>,
  { isEmailProven }: Profile,
): boolean => isEmailProven || account.accountLinking.trustedProviders.includes(id);

/**
 * Removes password, linked accounts and sessions of a locked user. Returns the user and the ended sessions' tokens.
 */
export const claimUser = async (em: EntityManager, user: User): Promise<{ user: User; ended: string[] }> => {
  await unlinkAll(em, user.id);
  const ended = await endUserSessions(em, user.id);
  return { user: await changeUser(em, user, proven), ended };
};
