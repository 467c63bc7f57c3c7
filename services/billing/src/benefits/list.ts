import { pageRows, sortBy } from '@tessera/kit/page';
import type { Benefit, BenefitListQuery } from '@tessera/proto/api/billing/benefit';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { whereMetadata, whereText } from '../filters.ts';
import { readableOrganizations } from '../memberships/service.ts';
import { BenefitEntity } from './entity.ts';
import { viewBenefit } from './view.ts';

const sortColumns = { created_at: 'benefit.createdAt', description: 'benefit.description' };

/** A page of the benefits of the caller's organizations. */
export const listBenefits = async (billing: Billing, caller: Caller, filter: BenefitListQuery) => {
  const organizations = await readableOrganizations(billing, caller, filter.organizationId);
  if (organizations.length === 0) return pageReply<Benefit>([], 0, filter);
  const query = billing.db.manager
    .createQueryBuilder(BenefitEntity, 'benefit')
    .where('benefit.organizationId IN (:...organizations)', { organizations })
    .andWhere('benefit.deletedAt IS NULL');
  if (filter.type) query.andWhere('benefit.type IN (:...types)', { types: filter.type });
  whereMetadata(whereText(query, ['benefit.description'], filter.query), filter.metadata);
  const [rows, total] = await pageRows(sortBy(query, filter.sorting, sortColumns), filter);
  return pageReply(rows.map(viewBenefit), total, filter);
};
