/** Linking an account to the user who asked for it (contracts/auth.md, section 13.3; section 16, item 4). */
import { violates } from '@tessera/kit/database';
import { transact } from '@tessera/kit/outbox';
import { encryptTokens } from '../accounts/encryption.ts';
import { linkAccount, type ProviderAccount } from '../accounts/link.ts';
import { accountConstraint, findAccount, updateTokens } from '../accounts/rows.ts';
import type { Identity } from '../identity.ts';
import { lockUser } from '../users/change.ts';
import { enterErrors } from './errors.ts';
import { wrapFailure } from './sign-in.ts';

/** Links an account, or renews what its provider gave us when it is linked already. */
export const linkToUser = async (
  identity: Identity,
  account: ProviderAccount & { userId: string },
): Promise<void> => {
  try {
    await tryToLink(identity, account);
  } catch (error) {
    // Two at once: the second finds the account there.
    if (!violates(error, accountConstraint)) throw error;
    await tryToLink(identity, account);
  }
};

const tryToLink = (identity: Identity, account: ProviderAccount & { userId: string }): Promise<void> =>
  transact(identity.db, async (em) => {
    const present = await findAccount(em, account);
    if (present && present.userId !== account.userId) throw enterErrors.OtherUser();
    if (present) {
      const key = { id: present.id, now: identity.now() };
      await updateTokens(em, key, encryptTokens(identity.vault, account.tokens));
      return;
    }
    // Deleted since they went away.
    if (!(await lockUser(em, account.userId))) throw enterErrors.NotLinkable();
    await wrapFailure(linkAccount(em, identity, account), enterErrors.NotLinkable);
  });
