/** Reads grants, for the seller's API and for customers' states. */
import { findRows } from '@tessera/kit/database/rows';
import type { BenefitGrantListQuery } from '@tessera/proto/api/billing/benefit';
import type { CustomerStateBenefitGrant } from '@tessera/proto/api/billing/customer';
import { pageReply } from '@tessera/proto/api/page';
import { type EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { findBenefitsByIds } from '../../catalog/benefits/find.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import { isOneOf } from '../../lists/conditions.ts';
import type { Filter, List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { GrantEntity, type GrantRow } from './entity.ts';
import { viewGrant } from './view.ts';

/** Revoked and waiting ones have an index, as few grants are either (migration 187). */
const facet = "(CASE WHEN r.granted_at IS NULL THEN 'other' ELSE 'granted' END)";

const list: List<GrantRow> = {
  entity: GrantEntity,
  table: 'benefit_grants',
  time: 'created_at',
  sorts: { created_at: 'r.created_at' },
  facet,
  partial: { granted: 'r.granted_at IS NOT NULL', other: 'r.granted_at IS NULL' },
  owner: { column: 'benefit_id', table: 'benefits' },
};

/** The grants of a benefit, newest first. */
export const listGrants = async (
  billing: Billing,
  { id: benefitId, organizationId }: BenefitRow,
  query: BenefitGrantListQuery,
) => {
  const em = billing.db.manager;
  const filter: Filter = {
    organizations: [organizationId],
    products: [benefitId],
    facets: query.isGranted === undefined ? undefined : [query.isGranted ? 'granted' : 'other'],
    conditions: isOneOf('r.customer_id', query.customerId),
  };
  const paging = { page: query.page, limit: query.limit, sorting: ['-created_at'] };
  const [rows, total] = await findPage(em, list, { filter, paging });
  const customers = await findCustomersByIds(
    em,
    rows.map(({ customerId }) => customerId),
  );
  const items = rows.flatMap((row) => {
    const customer = customers.find(({ id }) => id === row.customerId);
    return customer ? [viewGrant(row, customer)] : [];
  });
  return pageReply(items, total, query);
};

/** Returns the granted benefits in customers' states, oldest first, by customer id. */
export const findGrantedBenefits = async (
  em: EntityManager,
  customerIds: readonly string[],
): Promise<Map<string, CustomerStateBenefitGrant[]>> => {
  if (customerIds.length === 0) return new Map();
  const rows = await findRows(
    em,
    GrantEntity,
    'WHERE r.customer_id = ANY($1::uuid[]) AND r.granted_at IS NOT NULL ORDER BY r.created_at, r.id',
    [customerIds],
  );
  const benefits = await findBenefitsByIds(
    em,
    rows.map(({ benefitId }) => benefitId),
  );
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return new Map([...byCustomer].map(([id, list]) => [id, list.flatMap((row) => viewState(row, benefits))]));
};

const viewState = (row: GrantRow, benefits: BenefitRow[]): CustomerStateBenefitGrant[] => {
  const benefit = benefits.find(({ id }) => id === row.benefitId);
  // The grants of a deleted benefit are revoked a little later.
  if (!benefit || benefit.deletedAt || !row.grantedAt) return [];
  const { id, createdAt, modifiedAt, grantedAt, benefitId, properties } = row;
  return [
    {
      id,
      createdAt,
      modifiedAt,
      grantedAt,
      benefitId,
      benefitType: benefit.type,
      benefitMetadata: benefit.metadata,
      properties,
    },
  ];
};
