/** Reading checkouts: by id for sellers, by client secret for customers. */

import type { EntityManager } from 'typeorm';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findPayment } from '../payments/service.ts';
import { type CheckoutKey, type CheckoutRow, findCheckout } from './entity.ts';
import { checkoutErrors } from './errors.ts';
import { type Intent, loadCheckoutContext, viewCheckout, viewCheckoutPublic } from './view.ts';

/** A checkout as its seller sees it now. */
export const getCheckout = async (billing: Billing, row: CheckoutRow) =>
  viewCheckout(asOf(row, billing.now()), await loadCheckoutContext(billing, billing.db.manager, [row]));

/** A customer's checkout. Throws ResourceNotFound, and ExpiredCheckoutError once its time has passed. */
export const getClientRow = async (
  { db, now }: Pick<Billing, 'db' | 'now'>,
  key: CheckoutKey,
): Promise<CheckoutRow> => {
  const row = await findCheckout(db.manager, key);
  if (!row) throw checkoutErrors.ResourceNotFound();
  assertInTime(row, now());
  return row;
};

export const getClientCheckout = async (billing: Billing, clientSecret: string) =>
  viewClient(billing, await getClientRow(billing, { clientSecret }));

/** A checkout as its customer sees it now. */
export const viewClient = async (billing: Billing, row: CheckoutRow) => {
  const [organization, context, intent] = await Promise.all([
    getSeller(billing, row.organizationId),
    loadCheckoutContext(billing, billing.db.manager, [row]),
    findIntent(billing.db.manager, row),
  ]);
  return viewCheckoutPublic(row, { ...context, organization, intent });
};

/** The processor's intent of a confirmed checkout, while it waits for the customer. */
export const findIntent = async (em: EntityManager, row: CheckoutRow): Promise<Intent | null> => {
  if (row.status !== 'confirmed' || !row.paymentId) return null;
  const payment = await findPayment(em, row.paymentId);
  if (payment?.status !== 'requires_action' || !payment.intentClientSecret) return null;
  return { intentStatus: 'requires_action', intentClientSecret: payment.intentClientSecret };
};

export const assertInTime = (row: CheckoutRow, now: Date): void => {
  if (row.status === 'expired' || row.expiresAt <= now) throw checkoutErrors.ExpiredCheckoutError();
};

/** An overdue open checkout is expired, whether or not the sweeper has been there. */
export const statusAt = (
  { status, expiresAt }: Pick<CheckoutRow, 'status' | 'expiresAt'>,
  now: Date,
): CheckoutRow['status'] => (status === 'open' && expiresAt <= now ? 'expired' : status);

export const asOf = (row: CheckoutRow, now: Date): CheckoutRow => ({ ...row, status: statusAt(row, now) });
