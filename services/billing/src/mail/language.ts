/** The language of mails to customers. */
import type { EntityManager } from 'typeorm';
import { findCheckoutById } from '../checkouts/find.ts';
import type { OrderRow } from '../orders/entity.ts';
import { findSubscription } from '../subscriptions/find.ts';
import { type Words, wordsFor } from './templates/words.ts';

/** About a subscription: the language of its checkout. */
export const wordsOf = async (em: EntityManager, checkoutId: string | null): Promise<Words> => {
  const bought = checkoutId ? await findCheckoutById(em, checkoutId) : null;
  return wordsFor(bought?.locale ?? null);
};

/** About an order: the language of its checkout, or for a renewal that of the subscription's. */
export const wordsOfOrder = async (
  em: EntityManager,
  { checkoutId, subscriptionId }: Pick<OrderRow, 'checkoutId' | 'subscriptionId'>,
): Promise<Words> => {
  if (checkoutId !== null || subscriptionId === null) return wordsOf(em, checkoutId);
  return wordsOf(em, (await findSubscription(em, { id: subscriptionId }))?.checkoutId ?? null);
};
