/** Grants and revokes benefits in batches (contracts/billing-behaviour.md, section 7). */
import { benefitGrantCreated, benefitGrantRevoked } from '@tessera/proto/events/billing';
import { type EntityManager, type FindOptionsWhere, In, IsNull, Not, Raw } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { markStatesChanged } from '../../customers/marks.ts';
import { emitAll } from '../../events.ts';
import { GrantEntity, type GrantRow, insertGrants } from '../grants/entity.ts';
import { findHandovers, type Handover, writeProperties } from '../grants/handovers.ts';
import { noteGrants } from '../grants/note.ts';
import { grantEvent } from '../grants/view.ts';
import { beginCredit } from './begin-credit.ts';
import { handOverAll, kindOf, takeBackAll } from './kinds/all.ts';
import { lastCredit } from './kinds/meter-credit.ts';

/** The source of a grant: a subscription, or an order of a one-time product. */
export type Scope = { subscriptionId: string } | { orderId: string };

/** A benefit to grant to a customer within a scope. */
export type Wanted = { customer: CustomerRow; benefit: BenefitRow; scope: Scope };

/** Grants benefits to a customer within a scope; those already granted there stay unchanged. */
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

/** Grants benefits in a fixed number of statements; those already granted in their scope stay unchanged. */
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

/** Grants revoked grants again, in their existing rows. The rows must be locked. */
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

/** Whether the grant stays pending until another platform has given it. */
const isWaiting = ({ benefit }: Handover): boolean => kindOf(benefit.type).isOutside ?? false;

/** Hands over written grants and emits those that are granted; pending ones are emitted later. */
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

/** Revokes all grants of a customer. A step of the transaction that deletes the customer. */
export const revokeGrantsOfCustomer = (em: EntityManager, customerId: string, now: Date): Promise<void> =>
  revokeGrants(em, { customerId }, now);

/** Revokes the grants of subscriptions that have ended. */
export const revokeGrantsOfSubscriptions = (
  em: EntityManager,
  subscriptionIds: readonly string[],
  now: Date,
): Promise<void> => revokeGrants(em, { subscriptionId: In([...subscriptionIds]) }, now);

/**
 * Revokes the grants of a subscription that may go on: one that is paused, or whose payment is late. Credit that rolls
 * over stays until it ends. `periodEnd`: of the period that was paid, if that is over.
 */
export const suspendGrants = (
  em: EntityManager,
  subscriptionId: string,
  { now, periodEnd = null }: { now: Date; periodEnd?: Date | null },
): Promise<void> => revokeGrants(em, { subscriptionId }, now, { step: 'suspend', periodEnd });

/** Revokes the grants of an order that was refunded. */
export const revokeGrantsOfOrder = (em: EntityManager, orderId: string, now: Date): Promise<void> =>
  revokeGrants(em, { orderId }, now);

type Revoking = { step: 'revoke' | 'suspend'; periodEnd?: Date | null };

/**
 * Revokes the matching grants that are granted or pending, and takes what suspended ones have kept, in a fixed number
 * of statements.
 */
export const revokeGrants = async (
  em: EntityManager,
  of: FindOptionsWhere<GrantRow>,
  now: Date,
  { step, periodEnd = null }: Revoking = { step: 'revoke' },
): Promise<void> => {
  const { lost, others } = await lockLost(em, of, step);
  if (lost.length === 0) return;
  const changes = { grantedAt: null, revokedAt: now, modifiedAt: now };
  const granted = lost.filter(({ revokedAt }) => revokedAt === null);
  await em.update(GrantEntity, { id: In(granted.map(({ id }) => id)) }, changes);
  const all = await findHandovers(em, lost);
  await beginCredit(em, now, { ...creditedBy(all), begin: periodEnd });
  const held = new Set(others.map(keyOf));
  const left = await takeBackAll(em, now, {
    ...{ step, handovers: all },
    isLast: ({ row }) => !held.has(keyOf(row)),
  });
  await writeProperties(em, all, left);
  const handovers = all.filter(({ row }) => row.revokedAt === null);
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

/** The subscriptions of grants, and the meters that they have credited. */
const creditedBy = (handovers: readonly Handover[]) => {
  const credited = handovers.filter(({ row }) => row.subscriptionId !== null && lastCredit({ row }));
  return {
    subscriptionIds: credited.flatMap(({ row }) => row.subscriptionId ?? []),
    meterIds: credited.flatMap(({ row }) => lastCredit({ row })?.lastCreditedMeterId ?? []),
  };
};

/** Two grants with the same key give the same benefit to the same customer. */
const keyOf = ({ customerId, benefitId }: GrantRow): string => `${customerId} ${benefitId}`;

/** Locks what `revokeGrantsOfSubscriptions` locks, for a caller that writes to customers' meters before. */
export const lockGrantsOfSubscriptions = (
  em: EntityManager,
  subscriptionIds: readonly string[],
): Promise<unknown> => lockLost(em, { subscriptionId: In([...subscriptionIds]) }, 'revoke');

/**
 * Locks the matching grants that are not revoked, or were suspended with their credit (`lost`), and other grants of
 * the same benefits to the same customers (`others`), so that of two grants revoked concurrently exactly one is the
 * last.
 */
const lockLost = async (em: EntityManager, of: FindOptionsWhere<GrantRow>, step: Revoking['step']) => {
  const held = { revokedAt: IsNull() };
  const wanted = await em.findBy(
    GrantEntity,
    step === 'suspend'
      ? { ...of, ...held }
      : [
          { ...of, ...held },
          { ...of, ...suspended },
        ],
  );
  if (wanted.length === 0) return { lost: [], others: [] };
  const ids = new Set(wanted.map(({ id }) => id));
  const locked = await em.find(GrantEntity, {
    where: [
      {
        customerId: In([...new Set(wanted.map(({ customerId }) => customerId))]),
        benefitId: In([...new Set(wanted.map(({ benefitId }) => benefitId))]),
        ...held,
      },
      { id: In([...ids]), ...suspended },
    ],
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
  });
  return { lost: locked.filter(({ id }) => ids.has(id)), others: locked.filter(({ id }) => !ids.has(id)) };
};

/** Revoked grants whose credit has stayed. */
const suspended: FindOptionsWhere<GrantRow> = {
  revokedAt: Not(IsNull()),
  properties: Raw((properties) => `(${properties} ->> 'lastCreditedUnits')::integer > 0`),
};
