/** The unmodified better-auth client for a caller; a passport stands in for what the gateway adds. */
import type { UserCaller } from '@tessera/proto/api/passport';
import { passportHeader } from '@tessera/proto/api/passport';
import { createAuthClient } from 'better-auth/client';
import { organizationClient } from 'better-auth/client/plugins';
import type { OrganizationStack } from './factories.ts';

/** The result of a client method. */
export type Answer = {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
  data: any;
  error: { status: number; code?: string; message?: string } | null;
};
export type OrganizationMethods = Record<string, (args?: unknown) => Promise<Answer>>;

/** Returns the caller with the active organization of their session, as in the gateway's next passport. */
export const current = ({ identity }: Pick<OrganizationStack, 'identity'>, as: UserCaller): UserCaller => ({
  ...as,
  activeOrganizationId: identity.active.get(as.sessionId) ?? as.activeOrganizationId,
});

/** The methods of the organization plugin for a caller; null: signed out. */
export const organizationOf = (
  started: Pick<OrganizationStack, 'identity' | 'stack' | 'base'>,
  as: UserCaller | null,
): { call: (method: string, args?: unknown) => Promise<Answer> } => {
  const client = createAuthClient({
    baseURL: started.base,
    plugins: [organizationClient({ teams: { enabled: true } })],
    fetchOptions: {
      customFetchImpl: async (url, init) => {
        const headers = new Headers(init?.headers);
        if (as) headers.set(passportHeader, await started.stack.passport(current(started, as)));
        return fetch(url, { ...init, headers });
      },
    },
  });
  const methods = client.organization as unknown as OrganizationMethods;
  return {
    call: (method, args) => {
      const run = methods[method];
      if (!run) throw new Error(`the client has no ${method}`);
      return run(args);
    },
  };
};
