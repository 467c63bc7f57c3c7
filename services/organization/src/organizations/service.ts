/** Queries of organizations. */
import { pageRows, sortBy } from '@tessera/kit/database/page';
import { matches, searchPattern } from '@tessera/kit/database/search';
import type { OrganizationListQuery } from '@tessera/proto/api/billing/organization';
import { id } from '@tessera/proto/api/fields';
import type { OrganizationListPage } from '@tessera/proto/api/organization/organization';
import { In } from 'typeorm';
import { listMemberships } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { OrganizationEntity, type OrganizationRow } from './entity.ts';

/** Returns an organization by id, or null, also for a malformed id. */
export const findOrganization = async (
  { db }: OrganizationParts,
  organizationId: string,
): Promise<OrganizationRow | null> =>
  id.safeParse(organizationId).success
    ? db.manager.findOneBy(OrganizationEntity, { id: organizationId })
    : null;

/** Returns an organization by slug, or null. */
export const findOrganizationBySlug = (
  { db }: OrganizationParts,
  slug: string,
): Promise<OrganizationRow | null> => db.manager.findOneBy(OrganizationEntity, { slug });

/** Returns a page of the organizations that a user belongs to, in order of joining. */
export const listOrganizationsOf = async (
  parts: OrganizationParts,
  userId: string,
  { limit = parts.maxListed, offset, alone }: OrganizationListPage,
): Promise<OrganizationRow[]> => {
  const ids = (await listMemberships(parts, userId, { alone }))
    .slice(offset, offset + limit)
    .map((member) => member.organizationId);
  const rows = await parts.db.manager.findBy(OrganizationEntity, { id: In(ids) });
  return rows.toSorted((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id));
};

/** Returns one page of the given organizations, and the total count. */
export const pageOrganizations = (
  { db }: OrganizationParts,
  ids: string[],
  { slug, query: part, sorting, page, limit }: OrganizationListQuery,
): Promise<[OrganizationRow[], number]> => {
  const query = db.manager
    .createQueryBuilder(OrganizationEntity, 'organization')
    .where('organization.id = ANY(:ids)', { ids });
  if (slug !== undefined) query.andWhere('lower(organization.slug) = lower(:slug)', { slug });
  if (part)
    query.andWhere(`(${matches('organization.name', ':part')} OR ${matches('organization.slug', ':part')})`, {
      part: searchPattern(part),
    });
  return pageRows(
    sortBy(query, sorting, {
      created_at: 'organization.createdAt',
      name: 'organization.name COLLATE alphabetical',
      slug: 'organization.slug',
    }),
    { page, limit },
  );
};
