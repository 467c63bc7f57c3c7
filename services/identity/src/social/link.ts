/** Links an account to the user who requested it (contracts/auth.md, section 13.3; section 16, item 4). */
import { violates } from '@tessera/kit/database/data-source';
import { sql } from '@tessera/kit/database/sql';
import { transact } from '@tessera/kit/events/outbox';
import type { EntityManager } from 'typeorm';
import { encryptTokens } from '../accounts/encryption.ts';
import { linkAccount, type ProviderAccount } from '../accounts/link.ts';
import { accountConstraint, findAccount, updateTokens } from '../accounts/rows.ts';
import type { Identity } from '../identity.ts';
import { lockUser, noteProof } from '../users/change.ts';
import { enterErrors } from './errors.ts';
import { wrapFailure } from './sign-in.ts';

/** The account to link, with the user and session that requested it. */
type Linking = ProviderAccount & {
  userId: string;
  sessionId: string | undefined;
  /** The address that the provider has verified; null: none. */
  provenEmail: string | null;
};

/** Links an account, or updates its tokens if it is already linked to the user. */
export const linkToUser = async (identity: Identity, account: Linking): Promise<void> => {
  try {
    await tryToLink(identity, account);
  } catch (error) {
    // A concurrent request has linked it: the second try finds the account.
    if (!violates(error, accountConstraint)) throw error;
    await tryToLink(identity, account);
  }
};

const tryToLink = (identity: Identity, account: Linking): Promise<void> =>
  transact(identity.db, async (em) => {
    const present = await findAccount(em, account);
    if (present && present.userId !== account.userId) throw enterErrors.OtherUser();
    // Since the flow started, the user may have been deleted, or the session ended with all that it may authorize.
    const user = await lockUser(em, account.userId);
    if (!user || !(await isLive(em, account, identity.now()))) throw enterErrors.NotLinkable();
    if (user.email === account.provenEmail) await noteProof(em, user.id);
    if (present) {
      await updateTokens(em, present.id, encryptTokens(identity.vault, account.tokens));
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
