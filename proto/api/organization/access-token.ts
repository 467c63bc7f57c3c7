/** Organization access tokens, with which a seller's server acts for one organization. */
import { z } from 'zod';
import { id, oneOrMany, sortingOf, visibleText } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp, timestampInput } from '../wire.ts';
import { sellingScopes } from './selling-scopes.ts';

/** Prefix of all organization access tokens. */
export const accessTokenPrefix = 'tessera_oat_';

/** Scopes of a token. `x:write` includes `x:read` (contracts/billing.md, section 3). */
export const AccessTokenScope = z.enum([
  ...sellingScopes,
  'license_keys:read',
  'license_keys:write',
  'transactions:read',
  'transactions:write',
  'payouts:read',
  'payouts:write',
]);
export type AccessTokenScope = z.infer<typeof AccessTokenScope>;

/** A token without its text. `comment` is its display name; `expiresAt` null: never expires. */
export const OrganizationAccessToken = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  scopes: z.array(z.string()),
  expiresAt: timestamp.nullable(),
  comment: z.string(),
  lastUsedAt: timestamp.nullable(),
  organizationId: z.string(),
});
export type OrganizationAccessToken = z.infer<typeof OrganizationAccessToken>;

/** A new token: a name of 1..250 characters, at least one scope, and optionally an expiry. */
export const OrganizationAccessTokenCreate = z.object({
  organizationId: id,
  comment: visibleText.trim().min(1).max(250),
  scopes: z
    .array(AccessTokenScope)
    .min(1)
    .max(AccessTokenScope.options.length)
    .transform((scopes) => [...new Set(scopes)]),
  expiresAt: timestampInput.nullish(),
  /**
   * Expiry relative to now: a duration in weeks, days, hours, minutes and seconds (`P30D`, `PT12H`), or a number of
   * seconds.
   */
  expiresIn: z
    .union([
      z.iso.duration().regex(/^[^YM]*(T[^Y]*)?$/, 'Years and months are not a fixed length of time'),
      z.number(),
    ])
    .nullish(),
});
export type OrganizationAccessTokenCreate = z.output<typeof OrganizationAccessTokenCreate>;

/** Renames a token; absent or null: unchanged. `scopes` must be the current ones: others are rejected. */
export const OrganizationAccessTokenUpdate = z.object({
  comment: OrganizationAccessTokenCreate.shape.comment.nullish(),
  scopes: OrganizationAccessTokenCreate.shape.scopes.nullish(),
});
export type OrganizationAccessTokenUpdate = z.output<typeof OrganizationAccessTokenUpdate>;

/** The reply to a creation, the only one with the token's text. */
export const OrganizationAccessTokenCreated = z.object({
  organizationAccessToken: OrganizationAccessToken,
  token: z.string(),
});
export type OrganizationAccessTokenCreated = z.infer<typeof OrganizationAccessTokenCreated>;

/** Sort criteria of access tokens; a leading `-` for descending. */
export const AccessTokenSortProperty = z.enum([
  'created_at',
  '-created_at',
  'comment',
  '-comment',
  'last_used_at',
  '-last_used_at',
]);
export type AccessTokenSortProperty = z.infer<typeof AccessTokenSortProperty>;

/** Filter, order and page of the list of access tokens. */
export const OrganizationAccessTokenListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  sorting: sortingOf(AccessTokenSortProperty, '-created_at'),
});
export type OrganizationAccessTokenListQuery = z.output<typeof OrganizationAccessTokenListQuery>;

/** A page of access tokens. */
export const OrganizationAccessTokenPage = pageOf(OrganizationAccessToken);
