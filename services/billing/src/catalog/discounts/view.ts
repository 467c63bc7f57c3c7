/** Discounts as shown in responses and events. */
import type { CheckoutDiscount, Discount, DiscountBase } from '@tessera/proto/api/billing/discount';
import type { ProductRow } from '../products/entity.ts';
import { viewBareProduct } from '../products/view.ts';
import type { DiscountRow } from './entity.ts';
import type { FullDiscount } from './find.ts';

/** The fields that exist for a discount's type and duration. */
const kindOf = ({ type, amount, currency, basisPoints, duration, durationInMonths }: DiscountRow) => ({
  type,
  duration,
  ...(type === 'fixed'
    ? { amount: amount ?? 0, currency: currency ?? 'usd' }
    : { basisPoints: basisPoints ?? 0 }),
  ...(duration === 'repeating' && { durationInMonths: durationInMonths ?? 1 }),
});

/** As shown in orders and subscriptions. */
export const viewDiscountBase = (discount: FullDiscount): DiscountBase => ({
  id: discount.id,
  createdAt: discount.createdAt,
  modifiedAt: discount.modifiedAt,
  metadata: discount.metadata,
  name: discount.name,
  code: discount.code,
  startsAt: discount.startsAt,
  endsAt: discount.endsAt,
  maxRedemptions: discount.maxRedemptions,
  maxRedemptionsPerCustomer: discount.maxRedemptionsPerCustomer,
  redemptionsCount: discount.redemptionsCount,
  organizationId: discount.organizationId,
  ...kindOf(discount),
});

/** As shown to the seller, with its products. */
export const viewDiscount = (discount: FullDiscount, products: readonly ProductRow[]): Discount => ({
  ...viewDiscountBase(discount),
  products: discount.productIds.flatMap((id) => {
    const product = products.find((row) => row.id === id);
    return product ? [viewBareProduct(product)] : [];
  }),
});

/** As shown in a checkout, with the code that was entered. */
export const viewCheckoutDiscount = (discount: FullDiscount, code: string | null): CheckoutDiscount => ({
  id: discount.id,
  name: discount.name,
  code: code ?? discount.code,
  ...kindOf(discount),
});
