/**
 * The OAuth 2 and OpenID Connect server at `/v1/oauth2` (contracts/billing.md, section 3), for third-party clients
 * that act for a user or an organization: scopes and subjects.
 */
import { z } from 'zod';
import { text } from '../../fields.ts';
import { sellingScopes } from '../selling-scopes.ts';

/** Prefixes of ids and tokens; those of access and refresh tokens show the subject type. */
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

/** Scopes of clients. The last ones exist for the contract only: accepted, but they grant nothing. */
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

/** Parses a space-separated list of scopes, without duplicates. Null: one of them is unknown. Pure. */
export const readScopes = (scope: string): OAuthScope[] | null => {
  const read = z.array(OAuthScope).safeParse([...new Set(scope.split(' ').filter(Boolean))]);
  return read.success ? read.data : null;
};

/** A request parameter; one without a value counts as omitted (RFC 6749, section 3.1). */
export const parameter = (longest: number) =>
  text
    .max(longest)
    .transform((value) => (value === '' ? undefined : value))
    .optional();

/** Whom the tokens of a client act for. */
export const OAuthSubject = z.enum(['user', 'organization']);
export type OAuthSubject = z.infer<typeof OAuthSubject>;
