/** Purchases of paid checkouts, by client secret, without expiry. */
import type { Purchase } from '@tessera/proto/api/billing/purchase';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { findPurchased } from '../../entitlements/grants/purchased.ts';
import { addHandedOut } from '../../entitlements/handed-out.ts';
import { findOrderOfCheckout } from '../../orders/find.ts';
import { findCheckout } from '../entity.ts';
import { checkoutErrors } from '../errors.ts';
import { viewClient } from '../read.ts';
import { confirmationUrl } from '../rules.ts';

/**
 * The paid checkout with its order and grants. Unlike a checkout it does not expire, because receipts link to it.
 * Throws ResourceNotFound before there is an order.
 */
export const getPurchase = async (billing: Billing, clientSecret: string): Promise<Purchase> => {
  const em = billing.db.manager;
  const row = await findCheckout(em, { clientSecret });
  const order = row && (await findOrderOfCheckout(em, row.id));
  if (!order) throw checkoutErrors.ResourceNotFound();
  const [checkout, purchased] = await Promise.all([viewClient(billing, row), findPurchased(em, order)]);
  const benefits = await addHandedOut(billing, row.id, purchased.benefits);
  const { id: orderId, invoiceNumber } = order;
  const { toConnect, isGranted } = purchased;
  return { checkout, orderId, invoiceNumber, benefits, toConnect, isGranted };
};

/** The page and language for mails about a purchase; null when the checkout does not exist. */
export const findPurchaseMail = async (
  em: EntityManager,
  { checkoutId, publicUrl }: { checkoutId: string; publicUrl: string },
): Promise<{ url: string; locale: string | null } | null> => {
  const row = await findCheckout(em, { id: checkoutId });
  if (!row) return null;
  return { url: confirmationUrl(row.clientSecret, publicUrl), locale: row.locale };
};
