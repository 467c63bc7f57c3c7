/** The unmodified better-auth client as someone in particular; a passport stands for what the gateway adds. */
import type { UserCaller } from '@tessera/proto/api/passport';
import { passportHeader } from '@tessera/proto/api/passport';
import { createAuthClient } from 'better-auth/client';
import { organizationClient } from 'better-auth/client/plugins';
import type { OrganizationStack } from './factories.ts';

/** What the client answers. */
export type Answer = {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
  data: any;
  error: { status: number; code?: string; message?: string } | null;
};
export type OrganizationMethods = Record<string, (args?: unknown) => Promise<Answer>>;

/** The caller with what is active in their session now, as the gateway's next passport says it. */
export const current = ({ identity }: Pick<OrganizationStack, 'identity'>, as: UserCaller): UserCaller => ({
  ...as,
  activeOrganizationId: identity.active.get(as.sessionId) ?? as.activeOrganizationId,
});

/** The methods of the organization plugin, called by someone, or (null) by nobody. */
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
