/** Closing checkouts that nobody shall pay any more. */
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
