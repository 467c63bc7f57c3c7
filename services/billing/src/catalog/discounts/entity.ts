/** Rows of discounts, their products, codes and redemptions. Deleted discounts stay where they were applied. */
import { column } from '@tessera/kit/database/data-source';
import type { DiscountDuration, DiscountType } from '@tessera/proto/api/billing/enums';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import { EntitySchema } from 'typeorm';

/** `amount` (minor units) is for fixed discounts, `basisPoints` for percentages, `durationInMonths` for repeating. */
export type DiscountRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  deletedAt: Date | null;
  organizationId: string;
  name: string;
  code: string | null;
  type: DiscountType;
  amount: number | null;
  currency: string | null;
  basisPoints: number | null;
  duration: DiscountDuration;
  durationInMonths: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
  maxRedemptions: number | null;
  maxRedemptionsPerCustomer: number | null;
  metadata: MetadataOut;
};

/** A product that a discount is limited to. A discount without such rows applies to every product. */
export type DiscountProductRow = { discountId: string; productId: string; position: number };

/** A single-use code of a discount. */
export type DiscountCodeRow = {
  id: string;
  createdAt: Date;
  organizationId: string;
  discountId: string;
  code: string;
};

/** `checkoutId`: null when the seller applied it to a subscription. `customerId`: null until the checkout is paid. */
export type DiscountRedemptionRow = {
  id: string;
  createdAt: Date;
  organizationId: string;
  discountId: string;
  codeId: string | null;
  checkoutId: string | null;
  subscriptionId: string | null;
  customerId: string | null;
  customerEmail: string;
};

const optional = { nullable: true };

export const DiscountEntity = new EntitySchema<DiscountRow>({
  name: 'discount',
  tableName: 'discounts',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    deletedAt: column.time('deleted_at', optional),
    organizationId: column.uuid('organization_id'),
    name: column.text('name'),
    code: column.text('code', optional),
    type: column.text('type'),
    amount: column.int('amount', optional),
    currency: column.text('currency', optional),
    basisPoints: column.int('basis_points', optional),
    duration: column.text('duration'),
    durationInMonths: column.int('duration_in_months', optional),
    startsAt: column.time('starts_at', optional),
    endsAt: column.time('ends_at', optional),
    maxRedemptions: column.int('max_redemptions', optional),
    maxRedemptionsPerCustomer: column.int('max_redemptions_per_customer', optional),
    metadata: column.json('metadata'),
  },
});

export const DiscountProductEntity = new EntitySchema<DiscountProductRow>({
  name: 'discountProduct',
  tableName: 'discount_products',
  columns: {
    discountId: column.uuid('discount_id', { primary: true }),
    productId: column.uuid('product_id', { primary: true }),
    position: column.int('position'),
  },
});

export const DiscountCodeEntity = new EntitySchema<DiscountCodeRow>({
  name: 'discountCode',
  tableName: 'discount_codes',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    organizationId: column.uuid('organization_id'),
    discountId: column.uuid('discount_id'),
    code: column.text('code'),
  },
});

export const DiscountRedemptionEntity = new EntitySchema<DiscountRedemptionRow>({
  name: 'discountRedemption',
  tableName: 'discount_redemptions',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    organizationId: column.uuid('organization_id'),
    discountId: column.uuid('discount_id'),
    codeId: column.uuid('code_id', optional),
    checkoutId: column.uuid('checkout_id', optional),
    subscriptionId: column.uuid('subscription_id', optional),
    customerId: column.uuid('customer_id', optional),
    customerEmail: column.text('customer_email'),
  },
});
