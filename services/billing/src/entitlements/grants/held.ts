/** What a product gives, held as it is. */
import { TooEarly } from '@tessera/kit/bus';
import type { EntityManager } from 'typeorm';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { lockBenefits } from '../../catalog/benefits/find.ts';
import { findBenefitIds, lockBenefitIds } from '../../catalog/products/find.ts';

/**
 * The benefits of a product. Neither they nor the product's list can change before the transaction has ended: whoever
 * follows a change finds all that was granted by the list before. Throws TooEarly when the list changed meanwhile.
 */
export const lockBenefitsOf = async (em: EntityManager, productId: string): Promise<BenefitRow[]> => {
  const listed = await findBenefitIds(em, productId);
  // Benefits before products, as their deletion does.
  const benefits = await lockBenefits(em, listed);
  const held = await lockBenefitIds(em, productId);
  if (new Set([...listed, ...held]).size !== held.length || listed.length !== held.length)
    throw new TooEarly('the benefits of the product are being changed');
  return benefits;
};
