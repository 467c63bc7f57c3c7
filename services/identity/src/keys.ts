/**
 * Keys drawn from `TESSERA_SECRET`, one for each purpose: what is signed for one is worth nothing for another. The secret
 * itself keys only what contracts/auth.md (section 3) keys with it: the session's cookies, their cache, and
 * verification tokens, which others recompute (`getCookieCache` of better-auth does).
 */
import { hkdfSync } from 'node:crypto';

export type Keys = {
  /** Signs the cookie that names a browser on its way to a provider. */
  oauthState: Buffer;
  /** Makes the tokens of mails that are good once. */
  oneTimeTokens: Buffer;
  /** Hides whose guesses and mails are counted. */
  attempts: Buffer;
};

/** HKDF with SHA-256 (RFC 5869), 32 bytes each. Pure. */
export const deriveKeys = (secret: string): Keys => {
  const keyFor = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `tessera identity ${purpose}`, 32));
  return {
    oauthState: keyFor('oauth state'),
    oneTimeTokens: keyFor('one-time tokens'),
    attempts: keyFor('attempts'),
  };
};
