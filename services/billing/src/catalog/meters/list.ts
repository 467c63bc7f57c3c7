import { readableOrganizations } from '@tessera/kit/access/rules';
import type { Meter, MeterExportQuery, MeterListQuery } from '@tessera/proto/api/billing/meter';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { containsText, hasMetadata } from '../../lists/conditions.ts';
import { alphabetical, type Filter, type List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { MeterEntity, type MeterRow } from './entity.ts';

export const meterList: List<MeterRow> = {
  entity: MeterEntity,
  table: 'meters',
  time: 'created_at',
  sorts: { created_at: 'r.created_at', name: alphabetical('r.name') },
};

export const filterMeters = async (
  billing: Billing,
  caller: Caller,
  query: MeterExportQuery,
): Promise<Filter> => ({
  organizations: await readableOrganizations(billing, caller, query.organizationId),
  conditions: [...containsText(['r.name'], query.query), ...hasMetadata(query.metadata)],
});

/** Returns a page of the meters of the caller's organizations. */
export const listMeters = async (billing: Billing, caller: Caller, query: MeterListQuery) => {
  const filter = await filterMeters(billing, caller, query);
  const [rows, total] = await findPage(billing.db.manager, meterList, { filter, paging: query });
  return pageReply<Meter>(rows, total, query);
};
