/** What a customer has bought, for as long as it is theirs: by the client secret, which is the right to it. */
import type { Purchase } from '@tessera/proto/api/billing/purchase';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { findPromised, findPurchased, type Purchased } from '../../entitlements/grants/purchased.ts';
import { addHandedOut } from '../../entitlements/handed-out.ts';
import { findOrderOfCheckout } from '../../orders/find.ts';
import { type CheckoutRow, findCheckout } from '../entity.ts';
import { checkoutErrors } from '../errors.ts';
import { viewClient } from '../read.ts';
import { confirmationUrl } from '../rules.ts';

/**
 * A paid checkout with its order and what was granted to that. Unlike a checkout this does not expire: receipts link to it.
 * Throws ResourceNotFound before there is an order.
 */
export const getPurchase = async (billing: Billing, clientSecret: string): Promise<Purchase> => {
  const em = billing.db.manager;
  const row = await findCheckout(em, { clientSecret });
  const order = row && (await findOrderOfCheckout(em, row.id));
  if (!order) throw checkoutErrors.ResourceNotFound();
  const [checkout, purchased] = await Promise.all([
    viewClient(billing, row),
    row.isRepeated ? promised(em, row) : findPurchased(em, order),
  ]);
  const benefits = await (row.isRepeated
    ? purchased.benefits.map((benefit) => ({ ...benefit, files: [], licenseKeys: [] }))
    : addHandedOut(billing, row.id, purchased.benefits));
  const { id: orderId, invoiceNumber } = order;
  return { checkout, orderId, invoiceNumber, benefits, isGranted: purchased.isGranted };
};

/**
 * A second subscription was taken back; whoever typed the address must not see it. What costs nothing is shown as it
 * is to anybody, what was refunded is not given away.
 */
const promised = async (
  em: EntityManager,
  { productId, amount, discountAmount }: CheckoutRow,
): Promise<Purchased> =>
  amount > discountAmount ? { benefits: [], isGranted: true } : findPromised(em, productId);

/** Whether a checkout sold a second subscription, which was taken back. */
export const isRepeatedCheckout = async (em: EntityManager, checkoutId: string): Promise<boolean> =>
  (await findCheckout(em, { id: checkoutId }))?.isRepeated ?? false;

/** What a mail about what a checkout sold says: where its customer finds it, and in which language; null: nobody knows it. */
export const findPurchaseMail = async (
  em: EntityManager,
  { checkoutId, publicUrl }: { checkoutId: string; publicUrl: string },
): Promise<{ isRepeated: boolean; url: string; locale: string | null } | null> => {
  const row = await findCheckout(em, { id: checkoutId });
  if (!row) return null;
  const { isRepeated, clientSecret, locale } = row;
  return { isRepeated, url: confirmationUrl(clientSecret, publicUrl), locale };
};

/** Where the customer of a checkout finds what they have bought; null for one that nobody knows. */
export const findPurchaseUrl = async (
  em: EntityManager,
  { checkoutId, publicUrl }: { checkoutId: string; publicUrl: string },
): Promise<string | null> => {
  const row = await findCheckout(em, { id: checkoutId });
  return row && confirmationUrl(row.clientSecret, publicUrl);
};
