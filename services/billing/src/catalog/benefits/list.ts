import { readableOrganizations } from '@tessera/kit/access/rules';
import type { Benefit, BenefitExportQuery, BenefitListQuery } from '@tessera/proto/api/billing/benefit';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { containsText, hasMetadata } from '../../lists/conditions.ts';
import { alphabetical, type Filter, type List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { BenefitEntity, type BenefitRow } from './entity.ts';
import { viewBenefit } from './view.ts';

export const benefitList: List<BenefitRow> = {
  entity: BenefitEntity,
  table: 'benefits',
  time: 'created_at',
  sorts: { created_at: 'r.created_at', description: alphabetical('r.description') },
  where: 'r.deleted_at IS NULL',
  facet: 'r.type',
};

/** The filter of a list query. */
export const filterBenefits = async (
  billing: Billing,
  caller: Caller,
  query: BenefitExportQuery,
): Promise<Filter> => ({
  organizations: await readableOrganizations(billing, caller, query.organizationId),
  facets: query.type,
  conditions: [...containsText(['r.description'], query.query), ...hasMetadata(query.metadata)],
});

/** Returns a page of the benefits of the caller's organizations. */
export const listBenefits = async (billing: Billing, caller: Caller, query: BenefitListQuery) => {
  const filter = await filterBenefits(billing, caller, query);
  const [rows, total] = await findPage(billing.db.manager, benefitList, { filter, paging: query });
  return pageReply<Benefit>(rows.map(viewBenefit), total, query);
};
