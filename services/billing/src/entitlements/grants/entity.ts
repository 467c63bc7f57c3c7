import { column } from '@tessera/kit/database/data-source';
import type { BenefitGrantError } from '@tessera/proto/api/billing/benefit-grant';
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import { type EntityManager, EntitySchema, IsNull, MoreThan } from 'typeorm';

/**
 * Exactly one of `subscriptionId` and `orderId` is set: the source of the grant. A grant that is neither granted nor
 * revoked is pending on another platform; `error` says why.
 */
export type GrantRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  customerId: string;
  benefitId: string;
  subscriptionId: string | null;
  orderId: string | null;
  grantedAt: Date | null;
  revokedAt: Date | null;
  properties: BenefitGrantProperties;
  error: BenefitGrantError | null;
};

export const GrantEntity = new EntitySchema<GrantRow>({
  name: 'grant',
  tableName: 'benefit_grants',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    customerId: column.uuid('customer_id'),
    benefitId: column.uuid('benefit_id'),
    subscriptionId: column.uuid('subscription_id', { nullable: true }),
    orderId: column.uuid('order_id', { nullable: true }),
    grantedAt: column.time('granted_at', { nullable: true }),
    revokedAt: column.time('revoked_at', { nullable: true }),
    properties: column.json('properties'),
    error: column.json('error', { nullable: true }),
  },
});

/** Returns the ids of a benefit's grants that are not revoked, in order, from the one that follows `after`. */
export const findHeldOfBenefit = async (
  em: EntityManager,
  { benefitId, after, limit }: { benefitId: string; after: string; limit: number },
): Promise<string[]> => {
  const rows = await em.find(GrantEntity, {
    select: { id: true },
    where: { benefitId, id: MoreThan(after), revokedAt: IsNull() },
    order: { id: 'ASC' },
    take: limit,
  });
  return rows.map(({ id }) => id);
};

/** Inserts grants, except those whose benefit was granted in their scope before. Returns the inserted ids. */
export const insertGrants = async (em: EntityManager, rows: GrantRow[]): Promise<Set<string>> => {
  const { raw } = await em
    .createQueryBuilder()
    .insert()
    .into(GrantEntity)
    .values(rows)
    .orIgnore()
    .returning('id')
    // Else TypeORM assigns the returned rows to the entities by position, which ignored rows shift.
    .updateEntity(false)
    .execute();
  return new Set((raw as { id: string }[]).map(({ id }) => id));
};

type Pair = { customerId: string; benefitId: string };

/** The grants of a benefit to a customer that are not revoked. */
export const findHeldGrants = (em: EntityManager, { customerId, benefitId }: Pair): Promise<GrantRow[]> =>
  em.findBy(GrantEntity, { customerId, benefitId, revokedAt: IsNull() });

/** Like `findHeldGrants`, locked until the transaction ends. */
export const lockHeldGrants = (em: EntityManager, { customerId, benefitId }: Pair): Promise<GrantRow[]> =>
  em.find(GrantEntity, {
    where: { customerId, benefitId, revokedAt: IsNull() },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
  });
