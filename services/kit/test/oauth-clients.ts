/** Checks the access of OAuth clients that act for a user, at every route of an API. */
import { OAuthScope } from '@tessera/proto/api/organization/oauth/scopes';
import type { UserTokenCaller } from '@tessera/proto/api/passport';
import type { Router } from 'express';
import { uuidv7 } from 'uuidv7';
import { endpointsOf } from '../src/http/openapi.ts';
import type { Reply, Send } from './client.ts';

/** Returns a caller with an OAuth access token of a user. */
export const oauthClientOf = (userId: string, ...scopes: string[]): UserTokenCaller => ({
  kind: 'user-token',
  tokenId: uuidv7(),
  clientId: `tessera_ci_${uuidv7()}`,
  userId,
  scopes,
});

/** All OAuth scopes, and all scopes that routes name. */
export const everyScopeOf = (router: Router): string[] => [
  ...new Set([...OAuthScope.options, ...endpointsOf(router).flatMap(({ scopes = [] }) => scopes)]),
];

/**
 * Returns the routes that an OAuth client of a user may use and should not, or the other way round, as text. A route
 * with scopes must accept a client with any one of them, and refuse one with all others; a route without scopes must
 * treat a client with every scope as anonymous. Paths are filled with unknown ids, bodies are empty.
 */
export const oauthClientFindings = async (
  router: Router,
  { send, userId }: { send: Send; userId: string },
): Promise<string[]> => {
  const every = everyScopeOf(router);
  const found: string[] = [];
  for (const { method, path, scopes } of endpointsOf(router)) {
    const filled = path.replaceAll(/:\w+/g, uuidv7());
    const body = ['get', 'delete'].includes(method) ? undefined : {};
    const ask = async (as?: UserTokenCaller) => {
      const reply = await send(method.toUpperCase(), filled, { ...(as && { as }), ...(body && { body }) });
      return { ...reply, outcome: outcomeOf(reply) };
    };
    const note = (what: string, { outcome }: { outcome: string }) =>
      found.push(`${method.toUpperCase()} ${path}: ${what}: ${outcome}`);
    if (scopes === undefined) {
      const [nobody, client] = [await ask(), await ask(oauthClientOf(userId, ...every))];
      if (client.outcome !== nobody.outcome) note(`not as nobody, ${nobody.outcome}`, client);
      continue;
    }
    const others = every.filter((scope) => !scopes.includes(scope));
    const without = await ask(oauthClientOf(userId, ...others));
    if (without.outcome !== '403 insufficient_scope') note('without its scope', without);
    for (const scope of scopes) {
      const reply = await ask(oauthClientOf(userId, scope));
      if (reply.status === 401 || reply.status >= 500 || reply.outcome === '403 insufficient_scope')
        note(`with ${scope}`, reply);
    }
  }
  return found;
};

const outcomeOf = ({ status, body }: Reply): string => {
  const { error = '' } = (body ?? {}) as { error?: unknown };
  return `${status} ${String(error)}`.trim();
};
