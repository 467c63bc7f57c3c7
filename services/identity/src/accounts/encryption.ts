/** Tokens of other providers are sealed at rest: a copy of the database opens no other account. */
import type { Vault } from '@tessera/kit/secrets';
import type { Tokens } from '../providers/provider.ts';
import type { AccountRow, EncryptedTokens } from './rows.ts';

/** Tokens as they are stored; what is absent stays absent. */
export const encryptTokens = (vault: Vault, tokens: Tokens): EncryptedTokens => ({
  ...(tokens.accessToken !== undefined && { accessToken: vault.encrypt(tokens.accessToken) }),
  ...(tokens.refreshToken !== undefined && { refreshToken: vault.encrypt(tokens.refreshToken) }),
  ...(tokens.idToken !== undefined && { idToken: vault.encrypt(tokens.idToken) }),
  ...(tokens.accessTokenExpiresAt && { accessTokenExpiresAt: tokens.accessTokenExpiresAt }),
  ...(tokens.refreshTokenExpiresAt && { refreshTokenExpiresAt: tokens.refreshTokenExpiresAt }),
  ...(tokens.scopes && { scope: tokens.scopes.join(',') }),
});

/** Tokens as they came. Throws when the key that sealed them is no longer configured. */
export const decryptTokens = (vault: Vault, account: AccountRow): Tokens => {
  const open = (sealed: string | null): string | undefined =>
    sealed === null ? undefined : vault.decrypt(sealed);
  return {
    accessToken: open(account.accessToken),
    refreshToken: open(account.refreshToken),
    idToken: open(account.idToken),
    accessTokenExpiresAt: account.accessTokenExpiresAt ?? undefined,
    refreshTokenExpiresAt: account.refreshTokenExpiresAt ?? undefined,
    scopes: account.scope?.split(',') ?? [],
  };
};

/** Where encrypted tokens are, for the rotation of keys. */
export const encryptedTokens = { table: 'accounts', columns: ['access_token', 'refresh_token', 'id_token'] };
