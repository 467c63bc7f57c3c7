/** Granting benefits and taking them back, many at once (contracts/billing-behaviour.md, section 7). */
import { benefitGrantCreated, benefitGrantRevoked } from '@tessera/proto/events/billing';
import { type EntityManager, type FindOptionsWhere, In, IsNull } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { markStatesChanged } from '../../customers/marks.ts';
import { emitAll } from '../../events.ts';
import { GrantEntity, type GrantRow, insertGrants } from './entity.ts';
import { findHandovers, writeProperties } from './handovers.ts';
import { handOverAll, kindOf, takeBackAll } from './kinds/all.ts';
import type { Handover } from './kinds/kind.ts';
import { noteGrants } from './note.ts';
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
  const planned = wanted.map((one) => ({ ...one, row: newGrant(now, one) }));
  const written = await insertGrants(
    em,
    planned.map(({ row }) => row),
  );
  const handovers = planned.filter(({ row }) => written.has(row.id));
  await handOver(em, now, handovers);
};

const newGrant = (now: Date, { customer, benefit, scope }: Wanted): GrantRow => ({
  id: uuidv7(),
  createdAt: now,
  modifiedAt: null,
  organizationId: benefit.organizationId,
  customerId: customer.id,
  benefitId: benefit.id,
  subscriptionId: null,
  orderId: null,
  ...scope,
  grantedAt: kindOf(benefit.type).isOutside ? null : now,
  revokedAt: null,
  properties: {},
  error: null,
});

/** What was taken back before comes back in its old place. The rows must be locked. */
export const grantAgain = async (em: EntityManager, now: Date, lost: Handover[]): Promise<void> => {
  if (lost.length === 0) return;
  const again = { revokedAt: null, error: null, modifiedAt: now };
  const [waiting, granted] = [lost.filter(isWaiting), lost.filter((one) => !isWaiting(one))];
  await em.update(GrantEntity, { id: In(waiting.map(({ row }) => row.id)) }, { ...again, grantedAt: null });
  await em.update(GrantEntity, { id: In(granted.map(({ row }) => row.id)) }, { ...again, grantedAt: now });
  await handOver(
    em,
    now,
    lost.map((one) => ({
      ...one,
      row: { ...one.row, ...again, grantedAt: isWaiting(one) ? null : now },
    })),
  );
};

/** Whether something outside has to happen before the grant is granted. */
const isWaiting = ({ benefit }: Handover): boolean => kindOf(benefit.type).isOutside ?? false;

/** Hands over what was written, and emits what is granted by that; what waits is emitted later. */
const handOver = async (em: EntityManager, now: Date, handovers: Handover[]): Promise<void> => {
  if (handovers.length === 0) return;
  const given = await handOverAll(em, now, { step: 'grant', handovers });
  await writeProperties(em, handovers, given);
  const granted = handovers.filter(({ row }) => row.grantedAt !== null);
  const events = granted.map(({ row, customer, benefit }) =>
    grantEvent(benefitGrantCreated, {
      row: { ...row, properties: given.get(row.id) ?? row.properties },
      customer,
      benefit,
      previousProperties: row.properties,
    }),
  );
  await emitAll(em, events);
  await noteGrants(em, now, 'benefit.granted', handovers);
  await markStatesChanged(
    em,
    granted.map(({ customer }) => customer.id),
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

/** Takes back those of these grants that are granted or wait, in a fixed number of statements. */
export const revokeGrants = async (
  em: EntityManager,
  of: FindOptionsWhere<GrantRow>,
  now: Date,
): Promise<void> => {
  const { granted, others } = await lockGranted(em, of);
  if (granted.length === 0) return;
  const changes = { grantedAt: null, revokedAt: now, modifiedAt: now };
  await em.update(GrantEntity, { id: In(granted.map(({ id }) => id)) }, changes);
  const handovers = await findHandovers(em, granted);
  const held = new Set(others.map(keyOf));
  const left = await takeBackAll(em, now, { handovers, isLast: ({ row }) => !held.has(keyOf(row)) });
  await writeProperties(em, handovers, left);
  const events = handovers.map(({ row, customer, benefit }) =>
    grantEvent(benefitGrantRevoked, {
      row: { ...row, ...changes, properties: left.get(row.id) ?? {} },
      customer,
      benefit,
      previousProperties: row.properties,
    }),
  );
  await emitAll(em, events);
  await noteGrants(em, now, 'benefit.revoked', handovers);
  await markStatesChanged(
    em,
    granted.map(({ customerId }) => customerId),
  );
};

/** Who has what: two grants with the same key give the same benefit to the same customer. */
const keyOf = ({ customerId, benefitId }: GrantRow): string => `${customerId} ${benefitId}`;

/**
 * Those of these grants that were not taken back, locked, and those that give the same benefits to the same customers besides:
 * locked too, so that of two that go at once one is the last.
 */
const lockGranted = async (em: EntityManager, of: FindOptionsWhere<GrantRow>) => {
  const wanted = await em.findBy(GrantEntity, { ...of, revokedAt: IsNull() });
  if (wanted.length === 0) return { granted: [], others: [] };
  const locked = await em.find(GrantEntity, {
    where: {
      customerId: In([...new Set(wanted.map(({ customerId }) => customerId))]),
      benefitId: In([...new Set(wanted.map(({ benefitId }) => benefitId))]),
      revokedAt: IsNull(),
    },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
  });
  const ids = new Set(wanted.map(({ id }) => id));
  return { granted: locked.filter(({ id }) => ids.has(id)), others: locked.filter(({ id }) => !ids.has(id)) };
};
