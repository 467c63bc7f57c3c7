/** How OAuth clients fare that act for a user (OAuth 2), at every route of an API. */
import { OAuthScope } from '@tessera/proto/api/organization/oauth/scopes';
import type { UserTokenCaller } from '@tessera/proto/api/passport';
import type { Router } from 'express';
import { uuidv7 } from 'uuidv7';
import { endpointsOf } from '../src/openapi.ts';
import type { Reply, Send } from './client.ts';

/** An OAuth client that a user has allowed to act for them. */
export const oauthClientOf = (userId: string, ...scopes: string[]): UserTokenCaller => ({
  kind: 'user-token',
  tokenId: uuidv7(),
  clientId: `tessera_ci_${uuidv7()}`,
  userId,
  scopes,
});

/** All that an OAuth client can be given, and all that routes name. */
export const everyScopeOf = (router: Router): string[] => [
  ...new Set([...OAuthScope.options, ...endpointsOf(router).flatMap(({ scopes = [] }) => scopes)]),
];

/**
 * What an OAuth client of a user may at the routes of a router and should not, or the other way round, in words. One whose list
 * names scopes lets an OAuth client pass by each of them alone, and refuses it with all the others; one that names none takes a
 * client with every scope for nobody. Paths are filled with ids that nothing has, bodies are empty.
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
