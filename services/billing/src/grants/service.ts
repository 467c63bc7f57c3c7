/** Granting benefits and taking them back (contracts/billing-behaviour.md, section 7). */
import { kitErrors } from '@tessera/kit/errors';
import type { BenefitGrantListQuery } from '@tessera/proto/api/billing/benefit';
import type { CustomerStateBenefitGrant } from '@tessera/proto/api/billing/customer';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import { benefitGrantCreated, benefitGrantRevoked } from '@tessera/proto/events/billing';
import { type EntityManager, type FindOptionsWhere, In, IsNull, Not } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { BenefitRow } from '../benefits/entity.ts';
import { findBenefitById, findBenefitsByIds } from '../benefits/find.ts';
import type { Billing } from '../billing.ts';
import type { CustomerRow } from '../customers/entity.ts';
import { findCustomersByIds } from '../customers/find.ts';
import { markStateChanged } from '../customers/state-changes.ts';
import { sortedPage } from '../lists.ts';
import { mayRead } from '../memberships/service.ts';
import { GrantEntity, type GrantRow, insertGrant } from './entity.ts';
import { kindOf } from './kinds/all.ts';
import { tellGrant, viewGrant } from './view.ts';

/** What a grant comes from: a subscription, or an order of something sold once. */
export type Scope = { subscriptionId: string } | { orderId: string };

/** Grants benefits to a customer within a scope; those granted there before are left alone. */
export const grantBenefits = async (
  em: EntityManager,
  now: Date,
  { customer, benefits, scope }: { customer: CustomerRow; benefits: BenefitRow[]; scope: Scope },
): Promise<void> => {
  let isChanged = false;
  for (const benefit of benefits) {
    const row: GrantRow = {
      id: uuidv7(),
      createdAt: now,
      modifiedAt: null,
      organizationId: benefit.organizationId,
      customerId: customer.id,
      benefitId: benefit.id,
      subscriptionId: null,
      orderId: null,
      ...scope,
      grantedAt: now,
      revokedAt: null,
      properties: await kindOf(benefit.type).grant(em, benefit),
      error: null,
    };
    if (!(await insertGrant(em, row))) continue;
    isChanged = true;
    await tellGrant(em, benefitGrantCreated, { row, customer, benefit, previousProperties: null });
  }
  if (isChanged) await markStateChanged(em, customer.id);
};

/** Takes a benefit back from everyone who has it. A step of the transaction that deletes the benefit. */
export const revokeGrantsOfBenefit = (em: EntityManager, benefitId: string, now: Date): Promise<void> =>
  revokeGrants(em, { benefitId }, now);

/** Takes back all that a customer has. A step of the transaction that deletes the customer. */
export const revokeGrantsOfCustomer = (em: EntityManager, customerId: string, now: Date): Promise<void> =>
  revokeGrants(em, { customerId }, now);

/** Takes back what came with the subscriptions of an organization that is gone. */
export const revokeGrantsOfSubscriptions = (
  em: EntityManager,
  organizationId: string,
  now: Date,
): Promise<void> => revokeGrants(em, { organizationId, subscriptionId: Not(IsNull()) }, now);

/** Takes back those of these grants that are granted. */
export const revokeGrants = async (
  em: EntityManager,
  of: FindOptionsWhere<GrantRow>,
  now: Date,
): Promise<void> => {
  const granted = await em.find(GrantEntity, {
    where: { ...of, grantedAt: Not(IsNull()) },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
  });
  if (granted.length === 0) return;
  const benefits = await findBenefitsByIds(
    em,
    granted.map(({ benefitId }) => benefitId),
  );
  const customers = await findCustomersByIds(
    em,
    granted.map(({ customerId }) => customerId),
  );
  const changes = { grantedAt: null, revokedAt: now, modifiedAt: now };
  await em.update(GrantEntity, { id: In(granted.map(({ id }) => id)) }, changes);
  for (const row of granted) {
    const benefit = benefits.find(({ id }) => id === row.benefitId);
    const customer = customers.find(({ id }) => id === row.customerId);
    if (!benefit || !customer) throw new Error(`grant ${row.id} has lost its benefit or customer`);
    await kindOf(benefit.type).revoke(em, benefit);
    const told = { row: { ...row, ...changes }, customer, benefit, previousProperties: row.properties };
    await tellGrant(em, benefitGrantRevoked, told);
    await markStateChanged(em, customer.id);
  }
};

/** The grants of a benefit, newest first. Throws ResourceNotFound for those of other organizations too. */
export const listGrants = async (
  billing: Billing,
  caller: Caller,
  { benefitId, query }: { benefitId: string; query: BenefitGrantListQuery },
) => {
  const em = billing.db.manager;
  const benefit = await findBenefitById(em, benefitId);
  if (!benefit || benefit.deletedAt || !(await mayRead(billing, caller, benefit.organizationId)))
    throw kitErrors.ResourceNotFound();
  const list = em
    .createQueryBuilder(GrantEntity, 'grant')
    .where('grant.benefitId = :benefitId', { benefitId });
  if (query.customerId)
    list.andWhere('grant.customerId = ANY(:customerId)', { customerId: query.customerId });
  if (query.isGranted !== undefined)
    list.andWhere(`grant.grantedAt IS ${query.isGranted ? 'NOT NULL' : 'NULL'}`);
  const page = { ...query, sorting: ['-created_at'] };
  const [rows, total] = await sortedPage(list, page, { created_at: 'grant.createdAt' });
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

/** What customers' states show: the benefits they have now, oldest first, by customer. */
export const findGrantedBenefits = async (
  em: EntityManager,
  customerIds: readonly string[],
): Promise<Map<string, CustomerStateBenefitGrant[]>> => {
  if (customerIds.length === 0) return new Map();
  const rows = await em.find(GrantEntity, {
    where: { customerId: In([...customerIds]), grantedAt: Not(IsNull()) },
    order: { createdAt: 'ASC', id: 'ASC' },
  });
  const benefits = await findBenefitsByIds(
    em,
    rows.map(({ benefitId }) => benefitId),
  );
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return new Map([...byCustomer].map(([id, list]) => [id, list.flatMap((row) => viewState(row, benefits))]));
};

const viewState = (row: GrantRow, benefits: BenefitRow[]): CustomerStateBenefitGrant[] => {
  const benefit = benefits.find(({ id }) => id === row.benefitId);
  if (!benefit || !row.grantedAt) return [];
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
