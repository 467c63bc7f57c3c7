import { readableOrganizations } from '@tessera/kit/access/rules';
import type {
  CustomField,
  CustomFieldExportQuery,
  CustomFieldListQuery,
} from '@tessera/proto/api/billing/custom-field';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { containsText, isOneOfTexts } from '../../lists/conditions.ts';
import { alphabetical, type Filter, type List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { CustomFieldEntity, type CustomFieldRow } from './entity.ts';
import { viewCustomField } from './view.ts';

export const customFieldList: List<CustomFieldRow> = {
  entity: CustomFieldEntity,
  table: 'custom_fields',
  time: 'created_at',
  sorts: {
    created_at: 'r.created_at',
    slug: alphabetical('r.slug'),
    name: alphabetical('r.name'),
    type: 'r.type',
  },
  where: 'r.deleted_at IS NULL',
  facet: 'r.type',
};

/** The filter of a list query. */
export const filterCustomFields = async (
  billing: Billing,
  caller: Caller,
  query: CustomFieldExportQuery,
): Promise<Filter> => ({
  organizations: await readableOrganizations(billing, caller, query.organizationId),
  facets: query.type,
  conditions: [...containsText(['r.name', 'r.slug'], query.query), ...isOneOfTexts('r.slug', query.slug)],
});

/** Returns a page of the custom fields of the caller's organizations. */
export const listCustomFields = async (billing: Billing, caller: Caller, query: CustomFieldListQuery) => {
  const filter = await filterCustomFields(billing, caller, query);
  const [rows, total] = await findPage(billing.db.manager, customFieldList, { filter, paging: query });
  return pageReply<CustomField>(rows.map(viewCustomField), total, query);
};
