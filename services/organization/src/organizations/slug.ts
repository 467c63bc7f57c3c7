/** Slugs: the names of organizations in URLs. proto defines their form. */
import { violates } from '@tessera/kit/database/data-source';
import { sql } from '@tessera/kit/database/sql';
import type { DataSource, EntityManager } from 'typeorm';
import type { OrganizationParts } from '../organization.ts';
import { slugKey } from './entity.ts';
import { organizationErrors } from './errors.ts';

/** Slugs that collide with paths of the product. */
const reservedSlugs = new Set([
  'accept-invitation',
  'account',
  'admin',
  'api',
  'assets',
  'auth',
  'billing',
  'check-your-inbox',
  'checkout',
  'dashboard',
  'dev',
  'docs',
  'email-verified',
  'embed',
  'forgot-password',
  'health',
  'help',
  'login',
  'logout',
  'metrics',
  'new',
  'oauth2',
  'organizations',
  'portal',
  'ready',
  'reset-password',
  'settings',
  'sign-in',
  'sign-up',
  'static',
  'support',
  'tessera',
  'webhooks',
]);

/** Case-insensitive, like the dashboard's URLs. */
export const isReservedSlug = (slug: string): boolean => reservedSlugs.has(slug.toLowerCase());

/** Whether a statement failed because the slug is in use: the unique index decides, not a prior check. */
export const isSlugTaken = (error: unknown): boolean => violates(error, slugKey);

/**
 * Whether no organization (other than `own`, by id) has the slug in any case: `Shop` must not impersonate `shop`. The
 * unique index is case-sensitive, because older organizations may differ only in case.
 */
const isFree = async (db: DataSource | EntityManager, slug: string, own?: string): Promise<boolean> => {
  const others = await sql(
    db,
    'SELECT 1 FROM organizations WHERE lower(slug) = lower($1) AND ($2::uuid IS NULL OR id <> $2) LIMIT 1',
    [slug, own ?? null],
  );
  return others.length === 0;
};

/** As `isFree`, with an advisory lock until the transaction ends: concurrent claims of the slug wait for it. */
export const claimSlug = async (em: EntityManager, slug: string, own?: string): Promise<boolean> => {
  await em.query('SELECT pg_advisory_xact_lock(hashtextextended(lower($1), 0))', [`slug ${slug}`]);
  return isFree(em, slug, own);
};

/** Throws SlugTaken if the slug is in use or reserved. */
export const checkSlug = async ({ db }: OrganizationParts, slug: string): Promise<{ status: true }> => {
  if (isReservedSlug(slug) || !(await isFree(db, slug))) throw organizationErrors.SlugTaken();
  return { status: true };
};
