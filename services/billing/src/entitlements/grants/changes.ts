/** Granting benefits and taking them back, many at once (contracts/billing-behaviour.md, section 7). */
import { isDeepStrictEqual } from 'node:util';
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import { benefitGrantCreated, benefitGrantRevoked } from '@tessera/proto/events/billing';
import { type EntityManager, type FindOptionsWhere, In, IsNull, Not } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { findBenefitsByIds } from '../../catalog/benefits/find.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import { markStatesChanged } from '../../customers/marks.ts';
import { emitAll } from '../../events.ts';
import { GrantEntity, type GrantRow, insertGrants } from './entity.ts';
import { kindOf } from './kinds/all.ts';
import { grantEvent } from './view.ts';

/** What a grant comes from: a subscription, or an order of something sold once. */
export type Scope = { subscriptionId: string } | { orderId: string };

/** A benefit that a customer is to have within a scope. */
export type Wanted = { customer: CustomerRow; benefit: BenefitRow; scope: Scope };

/** Grants benefits to a customer within a scope; those granted there before are left alone. */
export const grantBenefits = (
  em: EntityManager,
  now: Date,
  { customer, benefits, scope }: { customer: CustomerRow; benefits: BenefitRow[]; scope: Scope },
): Promise<void> =>
  grantAll(
    em,
    now,
    benefits.map((benefit) => ({ customer, benefit, scope })),
  );

/** Grants what is wanted, in a fixed number of statements; what was granted in its scope before is left alone. */
export const grantAll = async (em: EntityManager, now: Date, wanted: Wanted[]): Promise<void> => {
  if (wanted.length === 0) return;
  const planned: (Wanted & { row: GrantRow })[] = [];
  for (const one of wanted) planned.push({ ...one, row: await newGrant(em, now, one) });
  const written = await insertGrants(
    em,
    planned.map(({ row }) => row),
  );
  const granted = planned.filter(({ row }) => written.has(row.id));
  await emitAll(
    em,
    granted.map((one) => grantEvent(benefitGrantCreated, { ...one, previousProperties: null })),
  );
  await markStatesChanged(
    em,
    granted.map(({ customer }) => customer.id),
  );
};

const newGrant = async (
  em: EntityManager,
  now: Date,
  { customer, benefit, scope }: Wanted,
): Promise<GrantRow> => ({
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
});

/** What was taken back before comes back in its old place. The rows must be locked. */
export const grantAgain = async (
  em: EntityManager,
  now: Date,
  lost: { row: GrantRow; customer: CustomerRow; benefit: BenefitRow }[],
): Promise<void> => {
  if (lost.length === 0) return;
  const changes = { grantedAt: now, revokedAt: null, error: null, modifiedAt: now };
  await em.update(GrantEntity, { id: In(lost.map(({ row }) => row.id)) }, changes);
  const handed = new Map<string, BenefitGrantProperties>();
  for (const { row, benefit } of lost) {
    const properties = await kindOf(benefit.type).grant(em, benefit);
    handed.set(row.id, properties);
    if (!isDeepStrictEqual(properties, row.properties))
      await em.update(GrantEntity, { id: row.id }, { properties });
  }
  const told = lost.map(({ row, customer, benefit }) =>
    grantEvent(benefitGrantCreated, {
      row: { ...row, ...changes, properties: handed.get(row.id) ?? row.properties },
      customer,
      benefit,
      previousProperties: row.properties,
    }),
  );
  await emitAll(em, told);
  await markStatesChanged(
    em,
    lost.map(({ customer }) => customer.id),
  );
};

/** Takes back all that a customer has. A step of the transaction that deletes the customer. */
export const revokeGrantsOfCustomer = (em: EntityManager, customerId: string, now: Date): Promise<void> =>
  revokeGrants(em, { customerId }, now);

/** Takes back what came with these subscriptions, which are over. */
export const revokeGrantsOfSubscriptions = (
  em: EntityManager,
  subscriptionIds: readonly string[],
  now: Date,
): Promise<void> => revokeGrants(em, { subscriptionId: In([...subscriptionIds]) }, now);

/** Takes back what came with an order that was paid back. */
export const revokeGrantsOfOrder = (em: EntityManager, orderId: string, now: Date): Promise<void> =>
  revokeGrants(em, { orderId }, now);

/** Takes back those of these grants that are granted, in a fixed number of statements. */
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
  const benefits = byId(
    await findBenefitsByIds(
      em,
      granted.map(({ benefitId }) => benefitId),
    ),
  );
  const customers = byId(
    await findCustomersByIds(
      em,
      granted.map(({ customerId }) => customerId),
    ),
  );
  const changes = { grantedAt: null, revokedAt: now, modifiedAt: now };
  await em.update(GrantEntity, { id: In(granted.map(({ id }) => id)) }, changes);
  const told: Parameters<typeof emitAll>[1] = [];
  for (const row of granted) {
    const benefit = benefits.get(row.benefitId);
    const customer = customers.get(row.customerId);
    if (!benefit || !customer) throw new Error(`grant ${row.id} has lost its benefit or customer`);
    await kindOf(benefit.type).revoke(em, benefit);
    const revoked = { ...row, ...changes };
    told.push(
      grantEvent(benefitGrantRevoked, {
        row: revoked,
        customer,
        benefit,
        previousProperties: row.properties,
      }),
    );
  }
  await emitAll(em, told);
  await markStatesChanged(
    em,
    granted.map(({ customerId }) => customerId),
  );
};

const byId = <Row extends { id: string }>(rows: Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));
