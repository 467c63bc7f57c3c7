/** Linking an account to the user who asked for it (contracts/auth.md, section 13.3; section 16, item 4). */
import { violates } from '@tessera/kit/database';
import { transact } from '@tessera/kit/outbox';
import { sql } from '@tessera/kit/sql';
import type { EntityManager } from 'typeorm';
import { encryptTokens } from '../accounts/encryption.ts';
import { linkAccount, type ProviderAccount } from '../accounts/link.ts';
import { accountConstraint, findAccount, updateTokens } from '../accounts/rows.ts';
import type { Identity } from '../identity.ts';
import { lockUser, noteProof } from '../users/change.ts';
import { enterErrors } from './errors.ts';
import { wrapFailure } from './sign-in.ts';

/** An account on its way to a user, and the session in which they asked for it. */
type Linking = ProviderAccount & {
  userId: string;
  sessionId: string | undefined;
  /** The address that the provider proves to be theirs; null: none. */
  provenEmail: string | null;
};

/** Links an account, or renews what its provider gave us when it is linked already. */
export const linkToUser = async (identity: Identity, account: Linking): Promise<void> => {
  try {
    await tryToLink(identity, account);
  } catch (error) {
    // Two at once: the second finds the account there.
    if (!violates(error, accountConstraint)) throw error;
    await tryToLink(identity, account);
  }
};

const tryToLink = (identity: Identity, account: Linking): Promise<void> =>
  transact(identity.db, async (em) => {
    const present = await findAccount(em, account);
    if (present && present.userId !== account.userId) throw enterErrors.OtherUser();
    // Deleted since they went away; or the session was ended, and with it every way in that it may still open.
    const user = await lockUser(em, account.userId);
    if (!user || !(await isLive(em, account, identity.now()))) throw enterErrors.NotLinkable();
    if (user.email === account.provenEmail) await noteProof(em, user.id);
    if (present) {
      const key = { id: present.id, now: identity.now() };
      await updateTokens(em, key, encryptTokens(identity.vault, account.tokens));
      return;
    }
    await wrapFailure(linkAccount(em, identity, account), enterErrors.NotLinkable);
  });

const isLive = async (em: EntityManager, { userId, sessionId }: Linking, now: Date): Promise<boolean> => {
  if (sessionId === undefined) return true;
  const rows = await sql(em, 'SELECT 1 FROM sessions WHERE id = $1 AND user_id = $2 AND expires_at > $3', [
    sessionId,
    userId,
    now,
  ]);
  return rows.length > 0;
};
