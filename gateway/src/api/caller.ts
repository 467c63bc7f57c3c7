/**
 * The step that authenticates the caller: from a session cookie, an access token or a customer session to a passport.
 */
import { sessionKey } from '@tessera/proto/api/cache-keys';
import type { Gateway } from '../gateway.ts';
import { invalidToken, refuse } from '../request/errors.ts';
import type { Outcome, Request, Step } from '../request/headers.ts';
import { isJudgedBehind } from '../routes.ts';
import { customerSessionHash, keyOfBearer, tokenClaims, usable } from '../sessions/access-token.ts';
import { passportOf } from '../sessions/passport.ts';
import { goOnWith } from '../sessions/record-cache.ts';
import { live, userClaims } from '../sessions/session-cookie.ts';

/** Sets the caller's passport on the request, or answers 401 where the route needs a caller. */
export const caller =
  (gateway: Gateway): Step =>
  (request) => {
    const { req, route } = request;
    if (route.who === 'anyone') return 'next';
    const { authorization } = req.headers;
    if (isJudgedBehind(route, authorization)) return 'next';
    if (route.who === 'holder' && authorization === undefined) return 'next';
    const key = route.who === 'holder' && authorization !== undefined ? keyOfBearer(authorization) : null;
    if (key !== null) return besideAccessToken(gateway, request, key);
    if (route.who === 'customer' || route.who === 'holder') return byCustomerSession(gateway, request);
    return route.dialect.casing === 'snake' && authorization !== undefined
      ? byAccessToken(gateway, request, authorization)
      : bySession(gateway, request);
  };

const byAccessToken = (gateway: Gateway, request: Request, bearer: string): Outcome | Promise<Outcome> => {
  const { res, route, facts } = request;
  const key = keyOfBearer(bearer);
  return goOnWith(key === null ? null : gateway.accessTokens.find(key), (found) => {
    const kept = usable(found, gateway.clock);
    if (!kept) {
      refuse(res, route.dialect, invalidToken);
      return 'done';
    }
    facts.accessTokenId = kept.value.id;
    const { clientId } = kept.value;
    if (clientId !== undefined) facts.clientId = clientId;
    if ('userId' in kept.value) facts.userId = kept.value.userId;
    gateway.noteUse(kept.value.id);
    return goOnWith(passportOf(kept, tokenClaims, gateway.mint), carry(request));
  });
};

/**
 * Sellers' programs send their token with every request. Where the path or the body authorizes, a valid access token
 * is ignored: the service is called without a caller.
 */
const besideAccessToken = (
  gateway: Gateway,
  { res, route }: Request,
  key: string,
): Outcome | Promise<Outcome> =>
  goOnWith(gateway.accessTokens.find(key), (found) => {
    if (usable(found, gateway.clock)) return 'next';
    refuse(res, route.dialect, invalidToken);
    return 'done';
  });

const bySession = (gateway: Gateway, request: Request): Outcome | Promise<Outcome> => {
  const { req, res, route, facts } = request;
  const token = gateway.readToken(req.headers.cookie);
  return goOnWith(token === null ? null : gateway.sessions.find(sessionKey(token)), (found) => {
    const kept = live(found, gateway.clock);
    if (kept) {
      facts.userId = kept.value.user.id;
      return goOnWith(passportOf(kept, userClaims, gateway.mint), carry(request));
    }
    request.passport = null;
    if (route.who !== 'known') return 'next';
    refuse(res, route.dialect, route.dialect.unauthorized);
    return 'done';
  });
};

/**
 * Asks billing each time instead of caching: requests of customers are few, and an ended session must end
 * immediately.
 */
const byCustomerSession = async (gateway: Gateway, request: Request): Promise<Outcome> => {
  const { req, res, route, facts } = request;
  const { authorization } = req.headers;
  const tokenHash = authorization === undefined ? null : customerSessionHash(authorization);
  const session = tokenHash === null ? null : await gateway.findCustomerSession(tokenHash);
  if (session) {
    facts.customerSessionId = session.sessionId;
    request.passport = await gateway.mint({ kind: 'customer', ...session });
    return 'next';
  }
  refuse(res, route.dialect, authorization === undefined ? route.dialect.unauthorized : invalidToken);
  return 'done';
};

const carry =
  (request: Request) =>
  (passport: string): Outcome => {
    request.passport = passport;
    return 'next';
  };
