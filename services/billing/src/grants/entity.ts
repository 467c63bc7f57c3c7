/** Rows of grants. */
import { column } from '@tessera/kit/database';
import type { BenefitGrantError } from '@tessera/proto/api/billing/benefit-grant';
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import { type EntityManager, EntitySchema } from 'typeorm';

/** Exactly one of `subscriptionId` and `orderId` is set: what the grant comes from. */
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

/** Writes a grant unless the benefit was granted in this scope before. Answers whether it was written. */
export const insertGrant = async (em: EntityManager, row: GrantRow): Promise<boolean> => {
  const { raw } = await em
    .createQueryBuilder()
    .insert()
    .into(GrantEntity)
    .values(row)
    .orIgnore()
    .returning('id')
    .execute();
  return (raw as unknown[]).length > 0;
};
