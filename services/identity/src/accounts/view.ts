import type { LinkedAccount } from '@tessera/proto/api/identity/social';
import type { AccountRow } from './rows.ts';

/** An account as its owner sees it: without the tokens. */
export const viewAccount = (account: AccountRow): LinkedAccount => ({
  id: account.id,
  provider: account.providerId,
  createdAt: account.createdAt,
  updatedAt: account.updatedAt,
  accountId: account.accountId,
  scopes: account.scope?.split(',') ?? [],
});
