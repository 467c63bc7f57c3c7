import type { AnyProductPrice } from '@tessera/proto/api/billing/price';
import type { BareProduct, Product } from '@tessera/proto/api/billing/product';
import type { FileRow } from '../../files/entity.ts';
import { viewMedia } from '../../files/view.ts';
import type { BenefitRow } from '../benefits/entity.ts';
import { viewBenefit } from '../benefits/view.ts';
import type { CustomFieldRow } from '../custom-fields/entity.ts';
import { viewCustomField } from '../custom-fields/view.ts';
import type { MeterRow } from '../meters/entity.ts';
import type { ProductPriceRow, ProductRow } from './entity.ts';

/** A custom field attached to a product. */
export type AttachedField = { field: CustomFieldRow; required: boolean };

/** A price with its meter; null unless metered. */
export type FullPrice = ProductPriceRow & { meter: MeterRow | null };

/** A product with its current prices, benefits, attached fields and images, in order. */
export type FullProduct = ProductRow & {
  prices: FullPrice[];
  benefits: BenefitRow[];
  fields: AttachedField[];
  medias: FileRow[];
};

/** A product as returned by the API; narrower schemas (of checkouts, orders) drop further fields. */
export const viewProduct = ({ prices, benefits, fields, medias, ...product }: FullProduct): Product => ({
  ...viewBareProduct(product),
  isTaxApplicable: product.isTaxApplicable,
  taxBehavior: product.taxBehavior,
  prices: prices.map((price) => viewPrice(price, product)),
  benefits: benefits.map(viewBenefit),
  medias: medias.map(viewMedia),
  attachedCustomFields: fields.map(({ field, required }, order) => ({
    customFieldId: field.id,
    customField: viewCustomField(field),
    order,
    required,
  })),
});

/** A product without its relations, as discounts embed it. */
export const viewBareProduct = (product: ProductRow): BareProduct => ({
  ...product,
  recurringIntervalCount: product.recurringInterval && product.recurringIntervalCount,
  isRecurring: product.recurringInterval !== null,
});

/** A current or archived price as returned by the API. `product`: the one it belongs to. */
export const viewPrice = (
  price: FullPrice,
  product: Pick<ProductRow, 'recurringInterval'>,
): AnyProductPrice => {
  const { priceCurrency } = price;
  const facts = {
    id: price.id,
    createdAt: price.createdAt,
    modifiedAt: price.modifiedAt,
    isArchived: price.isArchived,
    productId: price.productId,
    type: product.recurringInterval === null ? ('one_time' as const) : ('recurring' as const),
    recurringInterval: product.recurringInterval,
  };
  switch (price.amountType) {
    case 'free':
      return { ...facts, amountType: 'free' };
    case 'fixed':
      return { ...facts, amountType: 'fixed', priceCurrency, priceAmount: price.priceAmount ?? 0 };
    case 'custom':
      return {
        ...facts,
        amountType: 'custom',
        priceCurrency,
        minimumAmount: price.minimumAmount,
        maximumAmount: price.maximumAmount,
        presetAmount: price.presetAmount,
      };
    case 'metered_unit':
      return { ...facts, ...viewMetered(price) };
  }
};

const viewMetered = ({ id, priceCurrency, unitAmount, capAmount, tariff, meter }: FullPrice) => {
  if (!meter) throw new Error(`price ${id} has lost its meter`);
  return {
    amountType: 'metered_unit' as const,
    priceCurrency,
    unitAmount: unitAmount ?? '0',
    capAmount,
    unitTiers: tariff?.unitTiers ?? null,
    packageSize: tariff?.packageSize ?? null,
    minimumAmount: tariff?.minimumAmount ?? null,
    meterId: meter.id,
    meter: { id: meter.id, name: meter.name },
  };
};
