/** Slugs: what an organization is called in addresses. Their shape is the API's (proto). */
import { violates } from '@tessera/kit/database';
import type { OrganizationParts } from '../organization.ts';
import { slugKey } from './entity.ts';
import { errors } from './errors.ts';
import { findOrganizationBySlug } from './service.ts';

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
  'docs',
  'email-verified',
  'forgot-password',
  'health',
  'help',
  'login',
  'logout',
  'metrics',
  'new',
  'organizations',
  'portal',
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

/** Throws when the slug is in use, be it as an address of the product itself. */
export const checkSlug = async (parts: OrganizationParts, slug: string): Promise<{ status: true }> => {
  if (isReservedSlug(slug) || (await findOrganizationBySlug(parts, slug))) throw errors.SlugTaken();
  return { status: true };
};
