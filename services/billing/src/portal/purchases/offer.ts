/** The retention offer that the seller has configured for customers about to cancel, and its acceptance. */
import { kitErrors } from '@tessera/kit/errors';
import type {
  CustomerSubscription,
  CustomerSubscriptionOffer,
} from '@tessera/proto/api/billing/customer-purchase';
import { getOrganization } from '../../access/organizations/service.ts';
import { readSeller } from '../../access/organizations/view.ts';
import type { Billing } from '../../billing.ts';
import { type FullDiscount, findDiscount, hasRedeemed } from '../../catalog/discounts/find.ts';
import { appliesTo, discountAmountOf, isRedeemable } from '../../catalog/discounts/rules.ts';
import { findProductRowsByIds } from '../../catalog/products/find.ts';
import { setPause } from '../../renewals/periods/pause.ts';
import { updateSubscriptionDiscount } from '../../subscriptions/discount.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { periodEnd } from '../../subscriptions/rules.ts';
import { readAgain } from './subscriptions.ts';

type Found =
  | { type: 'pause'; resumesAt: Date }
  | { type: 'discount'; discount: FullDiscount; price: number }
  | null;

/** Returns null for a subscription that is not billable, ends already, or has had the offer. */
export const getOwnOffer = async (
  billing: Billing,
  row: SubscriptionRow,
): Promise<CustomerSubscriptionOffer> => {
  const found = await findOffer(billing, row);
  if (found?.type !== 'discount') return { offer: found };
  const { name, basisPoints, amount, currency, duration, durationInMonths } = found.discount;
  const discount = { name, basisPoints, amount, currency, duration, durationInMonths };
  return { offer: { ...found, discount } };
};

/** Throws ResourceNotFound if there is no offer any more. */
export const acceptOwnOffer = async (
  billing: Billing,
  row: SubscriptionRow,
): Promise<CustomerSubscription> => {
  const found = await findOffer(billing, row);
  if (!found) throw kitErrors.ResourceNotFound();
  if (found.type === 'pause')
    await setPause(billing, row, { pauseAtPeriodEnd: true, resumesAt: found.resumesAt });
  else await updateSubscriptionDiscount(billing, row, { discountId: found.discount.id, isOnce: true });
  return readAgain(billing, row);
};

const findOffer = async (billing: Billing, row: SubscriptionRow): Promise<Found> => {
  const { subscription } = readSeller(
    await getOrganization(billing, row.organizationId),
  ).customerPortalSettings;
  const { cancellationOffer: offer } = subscription;
  if (!offer || row.status !== 'active' || row.cancelAtPeriodEnd || row.pauseAtPeriodEnd) return null;
  if (offer.type === 'discount') return findDiscountOffer(billing, row, offer.discountId);
  if (!row.currentPeriodEnd) return null;
  const resumesAt = periodEnd(
    row.currentPeriodEnd,
    { interval: 'month', count: offer.months },
    row.anchorDay,
  );
  return { type: 'pause', resumesAt };
};

/** Once per customer: repeated cancellations must not lead to further discounts. */
const findDiscountOffer = async (billing: Billing, row: SubscriptionRow, id: string): Promise<Found> => {
  const em = billing.db.manager;
  if (row.amount === 0 || row.discountId !== null) return null;
  const discount = await findDiscount(em, { organizationId: row.organizationId, id });
  const [product] = await findProductRowsByIds(em, [row.productId]);
  if (!discount || !product || !appliesTo(discount, product) || !isRedeemable(discount, billing.now()))
    return null;
  if (discount.currency !== null && discount.currency !== row.currency) return null;
  if (await hasRedeemed(em, { discountId: id, customerId: row.customerId })) return null;
  return { type: 'discount', discount, price: row.amount - discountAmountOf(discount, row.amount) };
};
