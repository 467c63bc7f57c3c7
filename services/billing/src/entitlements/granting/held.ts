import { TooEarly } from '@tessera/kit/events/bus';
import type { EntityManager } from 'typeorm';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { lockBenefits } from '../../catalog/benefits/find.ts';
import { findBenefitIds, lockBenefitIds } from '../../catalog/products/find.ts';

/**
 * Returns and locks the benefits of a product. Neither they nor the product's list can change before the transaction
 * ends: whatever follows such a change finds all grants made by the previous list. Throws TooEarly if the list
 * changed in the meantime.
 */
export const lockBenefitsOf = async (em: EntityManager, productId: string): Promise<BenefitRow[]> => {
  const listed = await findBenefitIds(em, productId);
  // Lock order: benefits before products, as in their deletion.
  const benefits = await lockBenefits(em, listed);
  const held = await lockBenefitIds(em, productId);
  if (new Set([...listed, ...held]).size !== held.length || listed.length !== held.length)
    throw new TooEarly('the benefits of the product are being changed');
  return benefits;
};
