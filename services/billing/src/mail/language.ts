/** In which language customers of a subscription are written to. */
import type { EntityManager } from 'typeorm';
import { findCheckoutById } from '../checkouts/find.ts';
import { type Words, wordsFor } from './words.ts';

/** In that of the checkout where it was bought. */
export const wordsOf = async (em: EntityManager, checkoutId: string | null): Promise<Words> => {
  const bought = checkoutId ? await findCheckoutById(em, checkoutId) : null;
  return wordsFor(bought?.locale ?? null);
};
