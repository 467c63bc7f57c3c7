/** Each caller's passport is minted once a minute, not once a request: signing costs more than the proxy hop. */
import { type PassportClaims, passportLifetime } from '@tessera/proto/api/passport';
import type { CacheEntry } from './record-cache.ts';

/** Seconds before its end at which a passport is replaced: it must outlive the request that carries it. */
const margin = 15;

/** The passport of a kept record: the present one while it is good, else a new one. */
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
