/** From a request's credentials to its caller's passport. */
import type { AccessTokenRecord, SessionRecord } from '@tessera/proto/api/asks';
import { keyOfBearer, tokenClaims, usable } from './access-token.ts';
import type { Gateway, Request } from './api.ts';
import type { Kept } from './kept.ts';
import { passportOf } from './passport.ts';
import { invalidToken, refuse } from './refuse.ts';
import { live, sessionKey, userClaims } from './session.ts';

/** Stands for a request that has been answered already. */
export const refused = Symbol('refused');

/** A passport; null for nobody. */
export type Identified = string | null | typeof refused;

export type Identify = (request: Request) => Identified | Promise<Identified>;

/** Finds the caller's passport, or answers that there has to be a caller. */
export const createIdentify =
  (gateway: Gateway): Identify =>
  (request) => {
    const { req, route } = request;
    if (route.who === 'anyone') return null;
    const { authorization, cookie } = req.headers;
    if (route.dialect.casing === 'snake' && authorization !== undefined) {
      const key = keyOfBearer(authorization);
      const found = key === null ? null : gateway.accessTokens.find(key);
      const conclude = (kept: Kept<AccessTokenRecord> | null) => admitToken(gateway, request, kept);
      return found instanceof Promise ? found.then(conclude) : conclude(found);
    }
    const token = gateway.readToken(cookie);
    const found = token === null ? null : gateway.sessions.find(sessionKey + token);
    const conclude = (kept: Kept<SessionRecord> | null) => admitSession(gateway, request, kept);
    return found instanceof Promise ? found.then(conclude) : conclude(found);
  };

const admitToken = (
  gateway: Gateway,
  { res, route, facts }: Request,
  found: Kept<AccessTokenRecord> | null,
): Identified | Promise<Identified> => {
  const kept = usable(found, gateway.clock);
  if (!kept) {
    refuse(res, route.dialect, invalidToken);
    return refused;
  }
  facts.accessTokenId = kept.value.id;
  gateway.noteUse(kept.value.id);
  return passportOf(kept, tokenClaims, gateway.mint);
};

const admitSession = (
  gateway: Gateway,
  { res, route, facts }: Request,
  found: Kept<SessionRecord> | null,
): Identified | Promise<Identified> => {
  const kept = live(found, gateway.clock);
  if (kept) {
    facts.userId = kept.value.user.id;
    return passportOf(kept, userClaims, gateway.mint);
  }
  if (route.who !== 'known') return null;
  refuse(res, route.dialect, route.dialect.unauthorized);
  return refused;
};
