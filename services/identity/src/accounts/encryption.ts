/** Encrypts provider tokens at rest, so that a copy of the database gives no access to accounts at providers. */
import type { Vault } from '@tessera/kit/secrets';
import type { Tokens } from '../providers/provider.ts';
import type { AccountRow, EncryptedTokens } from './rows.ts';

/** Encrypts tokens for storage. Absent tokens stay absent. */
export const encryptTokens = (vault: Vault, tokens: Tokens): EncryptedTokens => ({
  ...(tokens.accessToken !== undefined && { accessToken: vault.encrypt(tokens.accessToken) }),
  ...(tokens.refreshToken !== undefined && { refreshToken: vault.encrypt(tokens.refreshToken) }),
  ...(tokens.idToken !== undefined && { idToken: vault.encrypt(tokens.idToken) }),
  ...(tokens.accessTokenExpiresAt && { accessTokenExpiresAt: tokens.accessTokenExpiresAt }),
  ...(tokens.refreshTokenExpiresAt && { refreshTokenExpiresAt: tokens.refreshTokenExpiresAt }),
  ...(tokens.scopes && { scope: tokens.scopes.join(',') }),
});

/** Decrypts stored tokens. Throws if the key that encrypted them is no longer configured. */
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

/** Location of the encrypted tokens, for key rotation. */
export const encryptedTokens = { table: 'accounts', columns: ['access_token', 'refresh_token', 'id_token'] };
