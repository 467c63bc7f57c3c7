/**
 * The OAuth 2 and OpenID Connect server of `/v1/oauth2` (contracts/billing.md, section 3): clients of others that act for a
 * user or an organization. What they can ask for, and for whom.
 */
import { z } from 'zod';
import { text } from '../../fields.ts';
import { sellingScopes } from '../selling-scopes.ts';

/** What each kind of token starts with; access and refresh tokens say for whom they act. */
export const oauthPrefixes = {
  clientId: 'tessera_ci_',
  clientSecret: 'tessera_cs_',
  registration: 'tessera_crt_',
  code: 'tessera_ac_',
  userAccess: 'tessera_at_u_',
  organizationAccess: 'tessera_at_o_',
  userRefresh: 'tessera_rt_u_',
  organizationRefresh: 'tessera_rt_o_',
} as const;

/** What a client can ask for. The last ones are of the contract alone: they are taken, and open nothing here. */
export const OAuthScope = z.enum([
  'openid',
  'profile',
  'email',
  'user:read',
  ...sellingScopes,
  'external_organizations:read',
  'license_keys:read',
  'license_keys:write',
  'repositories:read',
  'repositories:write',
  'issues:read',
  'issues:write',
  'customer_portal:read',
  'customer_portal:write',
  'notifications:read',
  'notifications:write',
  'notification_recipients:read',
  'notification_recipients:write',
]);
export type OAuthScope = z.infer<typeof OAuthScope>;

/** The scopes of a text in which blanks part them, each once. Null: one of them is unknown. Pure. */
export const readScopes = (scope: string): OAuthScope[] | null => {
  const read = z.array(OAuthScope).safeParse([...new Set(scope.split(' ').filter(Boolean))]);
  return read.success ? read.data : null;
};

/** A parameter of a request; one without a value is as one that was left out (RFC 6749, section 3.1). */
export const parameter = (longest: number) =>
  text
    .max(longest)
    .transform((value) => (value === '' ? undefined : value))
    .optional();

/** For whom the tokens of a client act. */
export const OAuthSubject = z.enum(['user', 'organization']);
export type OAuthSubject = z.infer<typeof OAuthSubject>;
