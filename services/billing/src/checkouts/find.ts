/** Checkout queries for other folders. */
import type { EntityManager } from 'typeorm';
import { type CheckoutRow, findCheckout } from './entity.ts';

/** A checkout by id, or null. */
export const findCheckoutById = (em: EntityManager, id: string): Promise<CheckoutRow | null> =>
  findCheckout(em, { id });

/** The language tag of a checkout's buyer; null when unknown. */
export const findLocale = async (em: EntityManager, checkoutId: string): Promise<string | null> =>
  (await findCheckout(em, { id: checkoutId }))?.locale ?? null;

/** The id of the checkout with this client secret, or undefined. */
export const findCheckoutId = async (em: EntityManager, clientSecret: string): Promise<string | undefined> =>
  (await findCheckout(em, { clientSecret }))?.id;
