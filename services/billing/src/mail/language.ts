/** In which language customers are written to. */
import type { EntityManager } from 'typeorm';
import { findCheckoutById } from '../checkouts/find.ts';
import type { OrderRow } from '../orders/entity.ts';
import { findSubscription } from '../subscriptions/find.ts';
import { type Words, wordsFor } from './words.ts';

/** About a subscription: in that of the checkout where it was bought. */
export const wordsOf = async (em: EntityManager, checkoutId: string | null): Promise<Words> => {
  const bought = checkoutId ? await findCheckoutById(em, checkoutId) : null;
  return wordsFor(bought?.locale ?? null);
};

/** About an order: in that of its checkout. A renewal has none, but its subscription began with one. */
export const wordsOfOrder = async (
  em: EntityManager,
  { checkoutId, subscriptionId }: Pick<OrderRow, 'checkoutId' | 'subscriptionId'>,
): Promise<Words> => {
  if (checkoutId !== null || subscriptionId === null) return wordsOf(em, checkoutId);
  return wordsOf(em, (await findSubscription(em, { id: subscriptionId }))?.checkoutId ?? null);
};
