/**
 * Duplicate subscriptions to the same product, where the seller allows only one. A buyer who only typed the address
 * is not told about an earlier subscription. Its owner, once authenticated, can end the duplicate immediately and is
 * refunded. A subscription to another product is not a duplicate: it may have been intended, and used.
 */
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type {
  CustomerSubscription,
  CustomerSubscriptionDuplicate,
} from '@tessera/proto/api/billing/customer-purchase';
import { remainderOf } from '@tessera/proto/api/billing/refund';
import type { ProjectedInvoice } from '@tessera/proto/api/billing/subscription';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import { getSeller } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { customerIdOf } from '../../customer-sessions/own.ts';
import { endNow } from '../../endings/subscription.ts';
import type { OrderRow } from '../../orders/entity.ts';
import { findOrderOfCheckout, isOnlyOrder } from '../../orders/find.ts';
import { mayRefund } from '../../orders/rules.ts';
import { getNextInvoice, getProjectedInvoice } from '../../product-changes/projected.ts';
import { askForRefund } from '../../refunds/complete.ts';
import { setAside } from '../../refunds/create.ts';
import { sumPending } from '../../refunds/entity.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { hasEarlierSubscription } from '../../subscriptions/find.ts';
import { lockSubscription } from '../../subscriptions/lock.ts';
import { activeStatuses } from '../../subscriptions/rules.ts';
import { readAgain } from './subscriptions.ts';

/** The EU's withdrawal period for distance contracts. */
const withdrawalMilliseconds = 14 * 86_400_000;

/**
 * Returns null for an unauthenticated session, and if it is not a second subscription. `refundAmount` null: it cannot
 * be ended with a refund.
 */
export const getOwnDuplicate = async (
  billing: Billing,
  row: SubscriptionRow,
  { scope }: CustomerCaller,
): Promise<CustomerSubscriptionDuplicate> => {
  const em = billing.db.manager;
  const isSecond =
    'customerId' in scope && isRunning(row) && row.isRepeated && (await hasEarlierSubscription(em, row));
  if (!isSecond || !(await isOneAllowed(billing, row))) return { duplicate: null };
  const refund = (await findDuplicate(em, billing.now(), row))?.refund;
  const refundAmount = refund ? refund.amount + refund.taxAmount : null;
  return { duplicate: { endsAt: row.endsAt ?? row.currentPeriodEnd, refundAmount, currency: row.currency } };
};

/** For an unauthenticated session a second subscription renews like any other. */
export const getOwnNextInvoice = (
  billing: Billing,
  row: SubscriptionRow,
  { scope }: CustomerCaller,
): Promise<ProjectedInvoice> =>
  'customerId' in scope ? getNextInvoice(billing, row) : getProjectedInvoice(billing, row);

/** Throws NotPermitted for a checkout's session, ResourceNotFound if it is no duplicate (any more). */
export const endOwnDuplicate = async (
  billing: Billing,
  row: SubscriptionRow,
  caller: CustomerCaller,
): Promise<CustomerSubscription> => {
  customerIdOf(caller);
  if (!(await isOneAllowed(billing, row))) throw kitErrors.ResourceNotFound();
  const written = await transact(billing.db, async (em) => {
    const present = await lockSubscription(em, row.id);
    const found = await findDuplicate(em, billing.now(), present);
    if (!found) throw kitErrors.ResourceNotFound();
    await endNow(em, billing.now(), present);
    const { order, refund } = found;
    const back = {
      orderId: order.id,
      amount: refund.amount,
      reason: 'duplicate',
      revokeBenefits: false,
    } as const;
    return refund.amount > 0 ? setAside(billing, em, back) : null;
  });
  if (written) await askForRefund(billing, written.row, written);
  return readAgain(billing, row);
};

type Duplicate = { order: OrderRow; refund: { amount: number; taxAmount: number } };

const isOneAllowed = async (billing: Billing, { organizationId }: SubscriptionRow): Promise<boolean> =>
  !(await getSeller(billing, organizationId)).allowMultipleSubscriptions;

const findDuplicate = async (
  em: EntityManager,
  now: Date,
  row: SubscriptionRow,
): Promise<Duplicate | null> => {
  if (!row.isRepeated || row.checkoutId === null || !isRunning(row)) return null;
  if (now.getTime() - row.createdAt.getTime() >= withdrawalMilliseconds) return null;
  if (!(await hasEarlierSubscription(em, row, row.productId))) return null;
  const order = await findOrderOfCheckout(em, row.checkoutId);
  if (order?.productId !== row.productId || !(await isOnlyOrder(em, order))) return null;
  const refund = mayRefund(order.status)
    ? remainderOf(order, await sumPending(em, order.id))
    : { amount: 0, taxAmount: 0 };
  return { order, refund };
};

const isRunning = ({ status }: SubscriptionRow): boolean =>
  activeStatuses.some((active) => active === status);
