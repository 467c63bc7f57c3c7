/** Caches each caller's passport for about a minute: signing costs more than proxying a request. */
import { type PassportClaims, passportLifetime } from '@tessera/proto/api/passport';
import type { CacheEntry } from './record-cache.ts';

/** Seconds before its expiry at which a passport is replaced: it must outlive the request that carries it. */
const margin = 15;

/** Returns the passport of a cached record: the present one while it is valid, else a new one. */
export const passportOf = <Value>(
  kept: CacheEntry<Value>,
  claimsOf: (value: Value) => PassportClaims,
  mint: (claims: PassportClaims) => Promise<string>,
): string | Promise<string> => {
  if (kept.passport && kept.passport.goodUntil > Date.now()) return kept.passport.text;
  return mint(claimsOf(kept.value)).then((text) => {
    kept.passport = { text, goodUntil: Date.now() + (passportLifetime - margin) * 1000 };
    return text;
  });
};
