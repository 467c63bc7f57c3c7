/** Links and unlinks provider accounts (contracts/auth.md, section 8), and emits the events. */
import { emit, transact } from '@tessera/kit/events/outbox';
import type { UnlinkAccount } from '@tessera/proto/api/identity/social';
import { accountLinked, accountUnlinked } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Identity } from '../identity.ts';
import type { Tokens } from '../providers/provider.ts';
import { lockUser } from '../users/change.ts';
import { encryptTokens } from './encryption.ts';
import { accountErrors } from './errors.ts';
import { type AccountRow, deleteAccount, insertAccount, listAccounts } from './rows.ts';

/** An account by its provider's ids, with the tokens that the provider issued. */
export type ProviderAccount = {
  providerId: string;
  accountId: string;
  tokens: Tokens;
  /** True if an app presented an id token itself, so that the provider was never asked for scopes. */
  isShown?: boolean;
};

export const linkAccount = async (
  em: EntityManager,
  identity: Pick<Identity, 'vault' | 'now'>,
  { userId, providerId, accountId, tokens, isShown = false }: ProviderAccount & { userId: string },
): Promise<void> => {
  const account = { id: uuidv7(), userId, providerId, accountId, createdAt: identity.now() };
  // Distinguishes "no scopes returned" from "never asked" (contracts/auth.md, section 8, GET /list-accounts).
  await insertAccount(em, account, {
    ...(!isShown && { scope: '' }),
    ...encryptTokens(identity.vault, tokens),
  });
  await emit(em, accountLinked, { accountId: account.id, userId, providerId, providerAccountId: accountId });
};

const unlink = async (em: EntityManager, account: AccountRow): Promise<void> => {
  await deleteAccount(em, account.id);
  const { id, userId, providerId, accountId } = account;
  await emit(em, accountUnlinked, { accountId: id, userId, providerId, providerAccountId: accountId });
};

/** Unlinks all accounts of a locked user, without any limit, except those that `isKept` selects. */
export const unlinkAll = async (
  em: EntityManager,
  userId: string,
  isKept: (account: AccountRow) => boolean = () => false,
): Promise<void> => {
  for (const account of await listAccounts(em, userId, null)) if (!isKept(account)) await unlink(em, account);
};

/** Unlinks one account. Throws if it is the user's last one, unless the options allow that. */
export const unlinkAccount = (identity: Identity, userId: string, wanted: UnlinkAccount): Promise<void> =>
  transact(identity.db, async (em) => {
    // Lock: two concurrent calls must not unlink the last two accounts.
    await lockUser(em, userId);
    const accounts = await listAccounts(em, userId);
    if (accounts.length === 1 && !identity.options.account.accountLinking.allowUnlinkingAll)
      throw accountErrors.LastAccount();
    const account = accounts.find(
      ({ providerId, accountId }) =>
        providerId === wanted.providerId &&
        // As in better-auth, an empty id is none: forms send empty fields too.
        (!wanted.accountId || accountId === wanted.accountId),
    );
    if (!account) throw accountErrors.NotFound();
    await unlink(em, account);
  });
