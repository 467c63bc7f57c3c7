/** Reads checkouts: by id for sellers, by client secret for customers. */
import type { EntityManager } from 'typeorm';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findPayment } from '../payments/service.ts';
import { type CheckoutKey, type CheckoutRow, findCheckout } from './entity.ts';
import { checkoutErrors } from './errors.ts';
import { type Intent, loadCheckoutContext, viewCheckout, viewCheckoutPublic } from './view.ts';

/** A checkout as shown to its seller. */
export const getCheckout = async (billing: Billing, row: CheckoutRow) =>
  viewCheckout(asOf(row, billing.now()), await loadCheckoutContext(billing, billing.db.manager, [row]));

/** A customer's checkout. Throws ResourceNotFound and ExpiredCheckoutError. */
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

/** A checkout as shown to its customer. */
export const viewClient = async (billing: Billing, row: CheckoutRow) => {
  const [organization, context, intent] = await Promise.all([
    getSeller(billing, row.organizationId),
    loadCheckoutContext(billing, billing.db.manager, [row]),
    findIntent(billing.db.manager, row),
  ]);
  return viewCheckoutPublic(row, { ...context, organization, intent });
};

/** The processor's intent of a confirmed checkout that requires an action by the customer; otherwise null. */
export const findIntent = async (em: EntityManager, row: CheckoutRow): Promise<Intent | null> => {
  if (row.status !== 'confirmed' || !row.paymentId) return null;
  const payment = await findPayment(em, row.paymentId);
  if (payment?.status !== 'requires_action' || !payment.intentClientSecret) return null;
  return { intentStatus: 'requires_action', intentClientSecret: payment.intentClientSecret };
};

export const assertInTime = (row: CheckoutRow, now: Date): void => {
  if (row.status === 'expired' || row.expiresAt <= now) throw checkoutErrors.ExpiredCheckoutError();
};

/** Overdue open checkouts count as expired, even before the sweeper has updated them. */
export const statusAt = (
  { status, expiresAt }: Pick<CheckoutRow, 'status' | 'expiresAt'>,
  now: Date,
): CheckoutRow['status'] => (status === 'open' && expiresAt <= now ? 'expired' : status);

export const asOf = (row: CheckoutRow, now: Date): CheckoutRow => ({ ...row, status: statusAt(row, now) });
