/** Slugs: what an organization is called in addresses. Their shape is the API's (proto). */
import { violates } from '@tessera/kit/database';
import { sql } from '@tessera/kit/sql';
import type { DataSource, EntityManager } from 'typeorm';
import type { OrganizationParts } from '../organization.ts';
import { slugKey } from './entity.ts';
import { errors } from './errors.ts';

/** Slugs that would be mistaken for a part of the product. */
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

/** The dashboard's addresses know no case, so neither do these. */
export const isReservedSlug = (slug: string): boolean => reservedSlugs.has(slug.toLowerCase());

/** Whether a statement failed because another organization has the slug: the index decides, not a look beforehand. */
export const isSlugTaken = (error: unknown): boolean => violates(error, slugKey);

/**
 * Whether no organization (but `own`, by id) has the slug in any case: `Shop` must not stand in for the customers of `shop`. The
 * index tells cases apart, for organizations from before may differ by nothing else.
 */
const isFree = async (db: DataSource | EntityManager, slug: string, own?: string): Promise<boolean> => {
  const others = await sql(
    db,
    'SELECT 1 FROM organizations WHERE lower(slug) = lower($1) AND ($2::uuid IS NULL OR id <> $2) LIMIT 1',
    [slug, own ?? null],
  );
  return others.length === 0;
};

/** The same until the transaction ends: of two who want one slug at once the second waits, and then sees the first. */
export const claimSlug = async (em: EntityManager, slug: string, own?: string): Promise<boolean> => {
  await em.query('SELECT pg_advisory_xact_lock(hashtextextended(lower($1), 0))', [`slug ${slug}`]);
  return isFree(em, slug, own);
};

/** Throws when the slug is in use, be it as an address of the product itself. */
export const checkSlug = async ({ db }: OrganizationParts, slug: string): Promise<{ status: true }> => {
  if (isReservedSlug(slug) || !(await isFree(db, slug))) throw errors.SlugTaken();
  return { status: true };
};
