/** Expires checkouts of deleted organizations and customers. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { CheckoutEntity } from '../entity.ts';

/** Expires the open checkouts of a deleted organization. */
export const expireCheckoutsOf = async (
  em: EntityManager,
  organizationId: string,
  now: Date,
): Promise<void> => {
  await em.update(CheckoutEntity, { organizationId, status: 'open' }, { status: 'expired', modifiedAt: now });
};

/** Expires a deleted customer's open checkouts; with `email` also those with that address. */
export const expireCheckoutsOfCustomer = async (
  em: EntityManager,
  { id, organizationId, email }: { id: string; organizationId: string; email: string | null },
  now: Date,
): Promise<void> => {
  await sql(
    em,
    `UPDATE checkouts SET status = 'expired', modified_at = $4 WHERE id = ANY(ARRAY(
       SELECT id FROM checkouts WHERE organization_id = $2 AND status = 'open'
         AND (customer_id = $1 OR lower(customer_email) = lower($3)) ORDER BY id FOR UPDATE))`,
    [id, organizationId, email, now],
  );
};
