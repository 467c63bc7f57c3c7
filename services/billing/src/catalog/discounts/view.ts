/** A discount as replies and events show it. */
import type { CheckoutDiscount, Discount, DiscountBase } from '@tessera/proto/api/billing/discount';
import type { ProductRow } from '../products/entity.ts';
import { viewBareProduct } from '../products/view.ts';
import type { DiscountRow } from './entity.ts';
import type { FullDiscount } from './find.ts';

/** Only the keys that a discount of its kind has. */
const kindOf = ({ type, amount, currency, basisPoints, duration, durationInMonths }: DiscountRow) => ({
  type,
  duration,
  ...(type === 'fixed'
    ? { amount: amount ?? 0, currency: currency ?? 'usd' }
    : { basisPoints: basisPoints ?? 0 }),
  ...(duration === 'repeating' && { durationInMonths: durationInMonths ?? 1 }),
});

/** As orders and subscriptions show it. */
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

/** As its seller sees it, with the products that it is for. */
export const viewDiscount = (discount: FullDiscount, products: readonly ProductRow[]): Discount => ({
  ...viewDiscountBase(discount),
  products: discount.productIds.flatMap((id) => {
    const product = products.find((row) => row.id === id);
    return product ? [viewBareProduct(product)] : [];
  }),
});

/** As a checkout shows it, under the code that was entered there. */
export const viewCheckoutDiscount = (discount: FullDiscount, code: string | null): CheckoutDiscount => ({
  id: discount.id,
  name: discount.name,
  code: code ?? discount.code,
  ...kindOf(discount),
});
