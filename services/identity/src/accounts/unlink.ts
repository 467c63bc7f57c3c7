/** Unlinking an account (contracts/auth.md, section 8). */
import { transact } from '@tessera/kit/outbox';
import type { UnlinkAccount } from '@tessera/proto/api/identity/social';
import type { Identity } from '../identity.ts';
import { lockUser } from '../users/change.ts';
import { accountErrors } from './errors.ts';
import { unlink } from './link.ts';
import { listAccounts } from './rows.ts';

/** Takes one account from a user, who keeps at least one other unless the options say otherwise. */
export const unlinkAccount = (identity: Identity, userId: string, wanted: UnlinkAccount): Promise<void> =>
  transact(identity.db, async (em) => {
    // Two at once must not take the last two.
    await lockUser(em, userId);
    const accounts = await listAccounts(em, userId);
    if (accounts.length === 1 && !identity.options.account.accountLinking.allowUnlinkingAll)
      throw accountErrors.LastAccount();
    const account = accounts.find(
      ({ providerId, accountId }) =>
        providerId === wanted.providerId &&
        (wanted.accountId === undefined || accountId === wanted.accountId),
    );
    if (!account) throw accountErrors.NotFound();
    await unlink(em, account);
  });
