/** A search through all kinds of an organization's things. The contract has only a list of each kind. */
import { z } from 'zod';
import { id, oneOrMany, text } from '../fields.ts';
import { BenefitPage } from './benefit.ts';
import { CheckoutPage } from './checkout.ts';
import { CheckoutLinkPage } from './checkout-link.ts';
import { CustomFieldPage } from './custom-field.ts';
import { CustomerPage } from './customer.ts';
import { DiscountPage } from './discount.ts';
import { FilePage } from './file.ts';
import { LicenseKeyPage } from './license-key.ts';
import { MeterPage } from './meter.ts';
import { OrderPage } from './order.ts';
import { ProductPage } from './product.ts';
import { SubscriptionPage } from './subscription.ts';

/** `query` as in the lists; without it nothing is found. `limit`: of each kind. */
export const SearchQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  query: text.max(500).default(''),
  limit: z.coerce.number().int().gt(0).max(10).default(4).describe('Items of each kind, at most 10.'),
});
export type SearchQuery = z.output<typeof SearchQuery>;

/** The newest of each kind that match; none of a kind that the access token may not read. */
export const SearchResult = z.object({
  customers: CustomerPage.shape.items,
  orders: OrderPage.shape.items,
  subscriptions: SubscriptionPage.shape.items,
  licenseKeys: LicenseKeyPage.shape.items,
  checkouts: CheckoutPage.shape.items,
  products: ProductPage.shape.items,
  discounts: DiscountPage.shape.items,
  checkoutLinks: CheckoutLinkPage.shape.items,
  benefits: BenefitPage.shape.items,
  meters: MeterPage.shape.items,
  customFields: CustomFieldPage.shape.items,
  files: FilePage.shape.items,
});
export type SearchResult = z.output<typeof SearchResult>;
