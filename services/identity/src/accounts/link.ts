/** Adding an account of another provider to a user, in a transaction; and saying so. */
import { emit } from '@tessera/kit/outbox';
import { accountLinked, accountUnlinked } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Identity } from '../identity.ts';
import type { Tokens } from '../providers/provider.ts';
import { type AccountRow, deleteAccount, insertAccount } from './rows.ts';
import { sealTokens } from './sealing.ts';

/** An account as its provider names it, with what the provider gave us. */
export type ProviderAccount = { providerId: string; accountId: string; tokens: Tokens };

export const linkAccount = async (
  em: EntityManager,
  identity: Pick<Identity, 'vault' | 'now'>,
  { userId, providerId, accountId, tokens }: ProviderAccount & { userId: string },
): Promise<void> => {
  const account = { id: uuidv7(), userId, providerId, accountId, createdAt: identity.now() };
  // "None returned" is told apart from "never asked" (contracts/auth.md, section 8, GET /list-accounts).
  await insertAccount(em, account, { scope: '', ...sealTokens(identity.vault, tokens) });
  await emit(em, accountLinked, { accountId: account.id, userId, providerId, providerAccountId: accountId });
};

export const unlink = async (em: EntityManager, account: AccountRow): Promise<void> => {
  await deleteAccount(em, account.id);
  const { id, userId, providerId, accountId } = account;
  await emit(em, accountUnlinked, { accountId: id, userId, providerId, providerAccountId: accountId });
};
