/** Closing checkouts that nobody shall pay any more. */
import { sql } from '@tessera/kit/sql';
import type { EntityManager } from 'typeorm';
import { CheckoutEntity } from '../entity.ts';

/** Expires what is open of an organization that is gone. */
export const expireCheckoutsOf = async (
  em: EntityManager,
  organizationId: string,
  now: Date,
): Promise<void> => {
  await em.update(CheckoutEntity, { organizationId, status: 'open' }, { status: 'expired', modifiedAt: now });
};

/** Expires what is open for a customer who is deleted; with an `email` also what is open under it for nobody yet. */
export const expireCheckoutsOfCustomer = async (
  em: EntityManager,
  { id, organizationId, email }: { id: string; organizationId: string; email: string | null },
  now: Date,
): Promise<void> => {
  await sql(
    em,
    `UPDATE checkouts SET status = 'expired', modified_at = $4 WHERE id IN (
       SELECT id FROM checkouts WHERE organization_id = $2 AND status = 'open'
         AND (customer_id = $1 OR lower(customer_email) = lower($3)) ORDER BY id FOR UPDATE)`,
    [id, organizationId, email, now],
  );
};
