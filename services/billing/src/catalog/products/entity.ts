/** Rows of products, their prices and their benefits. */
import { column } from '@tessera/kit/database/data-source';
import type { SubscriptionRecurringInterval } from '@tessera/proto/api/billing/enums';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import type { Tariff } from '@tessera/proto/api/billing/tariff';
import type { TaxBehavior } from '@tessera/proto/api/billing/tax';
import { EntitySchema } from 'typeorm';

/** A custom field that the product's checkout asks for. */
export type CustomFieldAttachment = { id: string; required: boolean };

export type PriceAmountType = 'fixed' | 'custom' | 'free' | 'metered_unit';

/** `recurringInterval` null: one-time. `priceAmountType` and `priceAmount` copy the leading price, for sorting. */
export type ProductRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  name: string;
  description: string | null;
  recurringInterval: SubscriptionRecurringInterval | null;
  /** Intervals per billing period. */
  recurringIntervalCount: number;
  /** The trial of new subscriptions; both null: no trial. */
  trialInterval: SubscriptionRecurringInterval | null;
  trialIntervalCount: number | null;
  trialRequiresPaymentMethod: boolean;
  isArchived: boolean;
  metadata: MetadataOut;
  /** In form order. */
  attachedCustomFields: CustomFieldAttachment[];
  /** Image files, in order. */
  mediaIds: string[];
  priceAmountType: PriceAmountType;
  priceAmount: number;
  isTaxApplicable: boolean;
  taxBehavior: TaxBehavior;
};

/**
 * Amounts are minor units of `priceCurrency`, which has no meaning for free prices. `position` is the index in the
 * seller's list. For metered prices, `unitAmount` is a decimal number of minor units as text, and `capAmount` the
 * maximum per period.
 */
export type ProductPriceRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  productId: string;
  position: number;
  isArchived: boolean;
  amountType: PriceAmountType;
  priceCurrency: string;
  priceAmount: number | null;
  minimumAmount: number | null;
  maximumAmount: number | null;
  presetAmount: number | null;
  meterId: string | null;
  unitAmount: string | null;
  capAmount: number | null;
  /** Tiers, package size and minimum amount; null: none. */
  tariff: Tariff | null;
};

export type ProductBenefitRow = { productId: string; benefitId: string; position: number };

export const ProductEntity = new EntitySchema<ProductRow>({
  name: 'product',
  tableName: 'products',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    name: column.text('name'),
    description: column.text('description', { nullable: true }),
    recurringInterval: column.text('recurring_interval', { nullable: true }),
    recurringIntervalCount: column.int('recurring_interval_count'),
    trialInterval: column.text('trial_interval', { nullable: true }),
    trialIntervalCount: column.int('trial_interval_count', { nullable: true }),
    trialRequiresPaymentMethod: column.bool('trial_requires_payment_method'),
    isArchived: column.bool('is_archived'),
    metadata: column.json('metadata'),
    attachedCustomFields: column.json('attached_custom_fields'),
    mediaIds: { type: 'uuid', array: true, name: 'media_ids' },
    priceAmountType: column.text('price_amount_type'),
    priceAmount: column.int('price_amount'),
    isTaxApplicable: column.bool('is_tax_applicable'),
    taxBehavior: column.text('tax_behavior'),
  },
});

export const ProductPriceEntity = new EntitySchema<ProductPriceRow>({
  name: 'productPrice',
  tableName: 'product_prices',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    productId: column.uuid('product_id'),
    position: column.int('position'),
    isArchived: column.bool('is_archived'),
    amountType: column.text('amount_type'),
    priceCurrency: column.text('price_currency'),
    priceAmount: column.int('price_amount', { nullable: true }),
    minimumAmount: column.int('minimum_amount', { nullable: true }),
    maximumAmount: column.int('maximum_amount', { nullable: true }),
    presetAmount: column.int('preset_amount', { nullable: true }),
    meterId: column.uuid('meter_id', { nullable: true }),
    unitAmount: { type: 'numeric', name: 'unit_amount', nullable: true },
    capAmount: column.int('cap_amount', { nullable: true }),
    tariff: column.json('tariff', { nullable: true }),
  },
});

export const ProductBenefitEntity = new EntitySchema<ProductBenefitRow>({
  name: 'productBenefit',
  tableName: 'product_benefits',
  columns: {
    productId: column.uuid('product_id', { primary: true }),
    benefitId: column.uuid('benefit_id', { primary: true }),
    position: column.int('position'),
  },
});
