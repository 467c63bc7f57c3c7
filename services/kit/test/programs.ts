/** How programs fare that act for a user (OAuth 2), at every route of an API. */
import { OAuthScope } from '@tessera/proto/api/organization/oauth/scopes';
import type { UserTokenCaller } from '@tessera/proto/api/passport';
import type { Router } from 'express';
import { uuidv7 } from 'uuidv7';
import { endpointsOf } from '../src/openapi.ts';
import type { Reply, Send } from './client.ts';

/** A program that a user has allowed to act for them. */
export const programOf = (userId: string, ...scopes: string[]): UserTokenCaller => ({
  kind: 'user-token',
  tokenId: uuidv7(),
  clientId: `tessera_ci_${uuidv7()}`,
  userId,
  scopes,
});

/** All that a program can be given, and all that routes name. */
export const everyScopeOf = (router: Router): string[] => [
  ...new Set([...OAuthScope.options, ...endpointsOf(router).flatMap(({ scopes = [] }) => scopes)]),
];

/**
 * What a program of a user may at the routes of a router and should not, or the other way round, in words. One whose list
 * names scopes lets a program pass by each of them alone, and refuses it with all the others; one that names none takes a
 * program with every scope for nobody. Paths are filled with ids that nothing has, bodies are empty.
 */
export const programFindings = async (
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
      const [nobody, program] = [await ask(), await ask(programOf(userId, ...every))];
      if (program.outcome !== nobody.outcome) note(`not as nobody, ${nobody.outcome}`, program);
      continue;
    }
    const others = every.filter((scope) => !scopes.includes(scope));
    const without = await ask(programOf(userId, ...others));
    if (without.outcome !== '403 insufficient_scope') note('without its scope', without);
    for (const scope of scopes) {
      const reply = await ask(programOf(userId, scope));
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
