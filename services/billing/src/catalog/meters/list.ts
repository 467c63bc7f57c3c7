import { readableOrganizations } from '@tessera/kit/access';
import type { Meter, MeterListQuery } from '@tessera/proto/api/billing/meter';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { containsText, hasMetadata } from '../../lists/conditions.ts';
import { alphabetical, type List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { MeterEntity, type MeterRow } from './entity.ts';

const list: List<MeterRow> = {
  entity: MeterEntity,
  table: 'meters',
  time: 'created_at',
  sorts: { created_at: 'r.created_at', name: alphabetical('r.name') },
};

/** A page of the meters of the caller's organizations. */
export const listMeters = async (billing: Billing, caller: Caller, query: MeterListQuery) => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  const filter = {
    organizations,
    conditions: [...containsText(['r.name'], query.query), ...hasMetadata(query.metadata)],
  };
  const [rows, total] = await findPage(billing.db.manager, list, { filter, paging: query });
  return pageReply<Meter>(rows, total, query);
};
