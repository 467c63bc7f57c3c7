/** The language of mails to customers. */
import type { EntityManager } from 'typeorm';
import { findCheckoutById, findLocale } from '../checkouts/find.ts';
import type { OrderRow } from '../orders/entity.ts';
import { findPurchases } from '../orders/find.ts';
import { findSubscription } from '../subscriptions/find.ts';
import { type Words, wordsFor } from './templates/words.ts';

/** About a subscription: the language of its checkout. */
export const wordsOf = async (em: EntityManager, checkoutId: string | null): Promise<Words> => {
  const bought = checkoutId ? await findCheckoutById(em, checkoutId) : null;
  return wordsFor(bought?.locale ?? null);
};

/** The language of a customer's last purchase. */
export const localeOfCustomer = async (em: EntityManager, customerId: string): Promise<string | null> => {
  const [last] = await findPurchases(em, { customerId, limit: 1 });
  return last ? findLocale(em, last.checkoutId) : null;
};

/** About an order: the language of its checkout, or for a renewal that of the subscription's. */
export const wordsOfOrder = async (
  em: EntityManager,
  { checkoutId, subscriptionId }: Pick<OrderRow, 'checkoutId' | 'subscriptionId'>,
): Promise<Words> => {
  if (checkoutId !== null || subscriptionId === null) return wordsOf(em, checkoutId);
  return wordsOf(em, (await findSubscription(em, { id: subscriptionId }))?.checkoutId ?? null);
};
