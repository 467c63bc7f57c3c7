/**
 * Keys derived from `TESSERA_SECRET`, one per purpose: a signature for one purpose is invalid for any other. The
 * secret itself is the key only where contracts/auth.md (section 3) demands it: session cookies, their cache, and
 * verification tokens, which others recompute (`getCookieCache` of better-auth does).
 */
import { hkdfSync } from 'node:crypto';

export type Keys = {
  /** Signs the cookie that binds a sign-in with a provider to a browser. */
  oauthState: Buffer;
  /** Derives the one-time tokens of mails. */
  oneTimeTokens: Buffer;
  /** Hashes accounts and addresses in throttle counters. */
  attempts: Buffer;
};

/** Derives the keys by HKDF with SHA-256 (RFC 5869), 32 bytes each. Pure. */
export const deriveKeys = (secret: string): Keys => {
  const keyFor = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `tessera identity ${purpose}`, 32));
  return {
    oauthState: keyFor('oauth state'),
    oneTimeTokens: keyFor('one-time tokens'),
    attempts: keyFor('attempts'),
  };
};
