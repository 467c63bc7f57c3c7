/** Passports identify callers: the only proof of identity that services trust. */
import {
  type Caller,
  type CustomerCaller,
  PassportClaims,
  passportHeader,
  passportIssuer,
  passportLifetime,
} from '@tessera/proto/api/passport';
import type { Request, RequestHandler } from 'express';
import { importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { withActor } from '../actor.ts';
import { ConfigError } from '../config.ts';
import { AppError, kitErrors } from '../errors.ts';

const algorithm = 'EdDSA';
const anonymous: Caller = { kind: 'anonymous' };
const maxKept = 10_000;
/** Maximum clock skew of gateway and service in seconds; beyond it all callers would be anonymous. */
const skewSeconds = 120;

/** Returns a passport's caller, synchronously if cached; anonymous if it is missing, forged or expired. */
export type PassportReader = (passport: string | undefined) => Caller | Promise<Caller>;

/**
 * Verifies passports with the gateway's public key: a JWK as JSON text, or several (`{"keys": […]}`) during key
 * rotation. A verified passport is cached until it expires, because an EdDSA check costs more than the rest of a
 * request.
 */
export const createPassportReader = async (publicKey: string): Promise<PassportReader> => {
  const keys = await importKeys(publicKey, 'public');
  const cache = new LRUCache<string, { caller: Caller; expiresAt: number }>({ max: maxKept });
  const verify = async (passport: string): Promise<Caller> => {
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(passport, key, {
          issuer: passportIssuer,
          algorithms: [algorithm],
          clockTolerance: skewSeconds,
        });
        const caller = PassportClaims.parse(payload);
        cache.set(passport, { caller, expiresAt: ((payload.exp ?? 0) + skewSeconds) * 1000 });
        return caller;
      } catch {
        // Try the next key.
      }
    }
    return anonymous;
  };
  return (passport) => {
    if (!passport) return anonymous;
    const known = cache.get(passport);
    return known && known.expiresAt > Date.now() ? known.caller : verify(passport);
  };
};

/** Issues passports with the gateway's private key (a JWK as JSON text), valid for one minute. */
export const createPassportIssuer = async (privateKey: string) => {
  const key = await importPrivateKey(privateKey);
  return (claims: PassportClaims): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm })
      .setIssuer(passportIssuer)
      .setIssuedAt()
      .setExpirationTime(`${passportLifetime}s`)
      .sign(key);
};

const importPrivateKey = async (text: string) => {
  const [key, ...more] = await importKeys(text, 'private');
  if (!key || more.length > 0)
    throw new ConfigError('environment variable PASSPORT_PRIVATE_KEY: must be one key');
  return key;
};

const variableOf = { public: 'PASSPORT_PUBLIC_KEY', private: 'PASSPORT_PRIVATE_KEY' };

/**
 * Imports keys and rejects the wrong half of the pair: the gateway cannot sign with a public key, and a service with
 * the private key could impersonate any caller.
 */
const importKeys = async (text: string, half: keyof typeof variableOf) => {
  try {
    const given = JSON.parse(text) as JWK | { keys: JWK[] };
    const keys = 'keys' in given ? given.keys : [given];
    if (keys.length === 0) throw new Error('no key');
    if (
      keys.some(
        ({ kty, crv, d }) => kty !== 'OKP' || crv !== 'Ed25519' || (d === undefined) !== (half === 'public'),
      )
    )
      throw new Error('another kind of key');
    return await Promise.all(keys.map((key) => importJWK(key, algorithm)));
  } catch (cause) {
    const message = `must be an Ed25519 ${half} key as JWK text`;
    throw new ConfigError(`environment variable ${variableOf[half]}: ${message}`, { cause });
  }
};

/** Middleware: reads the passport of a request and stores its caller, also as the actor of its events. */
export const readCaller =
  (read: PassportReader): RequestHandler =>
  (req, res, next) => {
    const goOn = (caller: Caller): void => {
      res.locals['caller'] = caller;
      withActor(caller, next);
    };
    const caller = read(req.headers[passportHeader] as string | undefined);
    return caller instanceof Promise ? caller.then(goOn) : goOn(caller);
  };

/** The caller of a request. */
export const callerOf = (req: Request): Caller =>
  (req.res?.locals['caller'] as Caller | undefined) ?? anonymous;

/** Middleware with the scopes that it requires, for the API description. */
export type ScopeGuard = RequestHandler & { scopes: string[] };

/** Passes signed-in users, and access tokens of any kind with one of the scopes. No customers. */
export const needsScope = (...scopes: [string, ...string[]]): ScopeGuard => {
  const guard: RequestHandler = (req, _res, next) => {
    const caller = callerOf(req);
    if (caller.kind === 'anonymous' || caller.kind === 'customer')
      throw new AppError({ name: 'Unauthorized', status: 401, message: 'Not authenticated' });
    if (caller.kind !== 'user' && !scopes.some((scope) => caller.scopes.includes(scope)))
      throw insufficientScope(scopes);
    next();
  };
  return Object.assign(guard, { scopes });
};

/** Returns the calling customer. Throws Unauthorized for any other caller. */
export const customerOf = (caller: Caller): CustomerCaller => {
  if (caller.kind === 'customer') return caller;
  throw new AppError({ name: 'Unauthorized', status: 401, message: 'Not authenticated' });
};

/** Throws NotPermitted for an administrator who impersonates the user: for what outlives the session. */
export const requireInPerson = (caller: Caller): void => {
  if (caller.kind === 'user' && caller.isImpersonated)
    throw kitErrors.NotPermitted('Not allowed while impersonating a user');
};

/** Passes customers only. Runs before the request is validated. */
export const needsCustomer: RequestHandler = (req, _res, next) => {
  customerOf(callerOf(req));
  next();
};

const insufficientScope = (scopes: string[]): AppError => {
  const message = `The access token lacks a scope: ${scopes.join(' or ')}`;
  return new AppError({
    name: 'insufficient_scope',
    status: 403,
    message,
    extra: { error_description: message, scope: scopes.join(' ') },
  });
};
