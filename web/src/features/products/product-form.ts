import type { ProductCreate, ProductUpdate } from '@tessera/proto/api/billing/product';
import type { z } from 'zod';
import type { Product } from '../../api/catalog/products.ts';
import { t } from '../../i18n/t.ts';
import { changedParts } from '../../shared/changed-parts.ts';
import {
  changedMetadata,
  entriesOf,
  type MetadataEntry,
  metadataMistakes,
  metadataOf,
} from '../../shared/fields/metadata.ts';
import type { FieldErrors, FieldMap } from '../../ui/forms/form-errors.ts';
import {
  keptOrNew,
  type MeteredForm,
  meteredFields,
  meteredMistakes,
  meteredMoney,
  meteredOf,
  meteredPrice,
  unevenMistakes,
} from './metered-form.ts';
import {
  currenciesOf,
  emptyPrice,
  formOfPrice,
  keptOrNewPrices,
  moneyFields,
  type PricesForm,
  priceFields,
  priceMistakes,
  pricesOf,
  staticPrices,
} from './price-form.ts';

export type Interval = 'day' | 'week' | 'month' | 'year';

/** The choices beside a typed number of them: "1 month", "3 months". */
export const intervalChoices = (typed: string): { value: Interval; label: string }[] => {
  const count = Number(typed.trim() || Number.NaN);
  return [
    { value: 'day', label: t('products:days', { count }) },
    { value: 'week', label: t('products:weeks', { count }) },
    { value: 'month', label: t('products:months', { count }) },
    { value: 'year', label: t('products:years', { count }) },
  ];
};

/** The values of the form: amounts as typed. */
export type ProductForm = PricesForm & {
  name: string;
  description: string;
  interval: 'once' | Interval;
  /** The number of intervals per billing period, as typed. */
  intervalCount: string;
  /** The number of intervals of the trial; empty: no trial. */
  trialCount: string;
  trialInterval: Interval;
  trialNeedsCard: boolean;
  metered: MeteredForm[];
  benefits: string[];
  /** The pictures, in order. */
  medias: { id: string; name: string; publicUrl: string }[];
  /** The custom fields that the checkout asks for, in order. */
  customFields: AskedField[];
  isTaxApplicable: boolean;
  isTaxIncluded: boolean;
  metadata: MetadataEntry[];
  form: string;
};

export type AskedField = { customFieldId: string; required: boolean };

export const emptyProduct: ProductForm = {
  name: '',
  description: '',
  interval: 'once',
  intervalCount: '1',
  trialCount: '',
  trialInterval: 'day',
  trialNeedsCard: true,
  priceKind: 'fixed',
  prices: [emptyPrice],
  metered: [],
  benefits: [],
  medias: [],
  customFields: [],
  isTaxApplicable: true,
  isTaxIncluded: false,
  metadata: [],
  form: '',
};

export const productFields: FieldMap = {
  ...priceFields,
  prices: 'form',
  recurringInterval: 'interval',
  recurringIntervalCount: 'intervalCount',
  trialInterval: 'trialCount',
  trialIntervalCount: 'trialCount',
  attachedCustomFields: 'customFields',
  taxBehavior: 'isTaxIncluded',
};
/** The form values of an existing product. */
export const formOfProduct = (product: Product): ProductForm => {
  const [price] = staticPrices(product);
  const common = {
    ...emptyProduct,
    name: product.name,
    description: product.description ?? '',
    interval: product.recurringInterval ?? ('once' as const),
    intervalCount: String(product.recurringIntervalCount ?? 1),
    trialCount: String(product.trialIntervalCount ?? ''),
    trialInterval: product.trialInterval ?? ('day' as const),
    trialNeedsCard: product.trialRequiresPaymentMethod,
    metered: meteredOf(product),
    benefits: product.benefits.map(({ id }) => id),
    isTaxApplicable: product.isTaxApplicable,
    isTaxIncluded: product.taxBehavior === 'inclusive',
    metadata: entriesOf(product.metadata),
    medias: product.medias.map(({ id, name, publicUrl }) => ({ id, name, publicUrl })),
    customFields: product.attachedCustomFields.map(({ customFieldId, required }) => ({
      customFieldId,
      required,
    })),
  };
  if (price?.amountType !== 'fixed' && price?.amountType !== 'custom')
    return { ...common, priceKind: price ? 'free' : 'none' };
  return { ...common, priceKind: price.amountType, prices: staticPrices(product).map(formOfPrice) };
};

/** Validation errors of schema and form; errors of fields replace an error of the whole form. */
export const productMistakes = (shape: FieldErrors | null, form: ProductForm): FieldErrors => {
  const own = { ...unreadableAmounts(form), ...metadataMistakes(form.metadata) };
  if (Object.keys(own).length === 0) return shape ?? {};
  const { form: _whole, ...fields } = shape ?? {};
  return { ...fields, ...own };
};

/** Errors of amounts that cannot be parsed as money. */
export const unreadableAmounts = (form: ProductForm): Record<string, string> => ({
  ...priceMistakes(form),
  ...countErrors(form),
  ...meteredErrors(form),
});

/** Whether the text is an integer from 1 to 999. */
export const isCount = (typed: string): boolean => /^[1-9]\d{0,2}$/.test(typed.trim());

const countErrors = ({ interval, intervalCount, trialCount }: ProductForm): Record<string, string> => {
  if (interval === 'once') return {};
  return {
    ...(!isCount(intervalCount) && { intervalCount: t('products:enterAWholeNumber') }),
    ...(trialCount.trim() !== '' && !isCount(trialCount) && { trialCount: t('products:enterAWholeNumber') }),
  };
};

/** The trial fields are null where there is no trial. */
const trialOf = ({ interval, trialCount, trialInterval, trialNeedsCard }: ProductForm) => {
  const count = trialCount.trim();
  return interval === 'once' || count === ''
    ? { trialInterval: null, trialIntervalCount: null }
    : {
        trialInterval,
        trialIntervalCount: Number(count),
        trialRequiresPaymentMethod: trialNeedsCard,
      };
};

/** A product with usage prices only needs at least one. */
const meteredErrors = (form: ProductForm): Record<string, string> =>
  form.priceKind === 'none' && meteredRows(form).length === 0
    ? { form: t('products:byUsageNeedsAPrice') }
    : { ...unevenMistakes(meteredRows(form), currenciesOf(form)), ...meteredMistakes(meteredRows(form)) };

/** The usage prices that a product with this interval can have. */
const meteredRows = ({ interval, metered }: ProductForm): MeteredForm[] =>
  interval === 'once' ? [] : metered;

/** Where errors of a request belong in this form, and the currencies of its amounts. */
export const checkOptions = (form: ProductForm) => {
  const rows = meteredRows(form);
  return {
    fields: { ...productFields, ...meteredFields(rows, pricesOf(form).length) },
    money: { ...moneyFields(form), ...meteredMoney(rows) },
  };
};

const taxOf = ({ isTaxApplicable, isTaxIncluded }: ProductForm) => ({
  isTaxApplicable,
  taxBehavior: isTaxIncluded ? ('inclusive' as const) : ('exclusive' as const),
});

const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

export const createRequest = (form: ProductForm, organizationId: string): z.input<typeof ProductCreate> => ({
  name: form.name.trim(),
  description: form.description.trim() || null,
  recurringInterval: form.interval === 'once' ? null : form.interval,
  ...(form.interval !== 'once' && { recurringIntervalCount: Number(form.intervalCount), ...trialOf(form) }),
  prices: [...pricesOf(form), ...meteredRows(form).map(meteredPrice)],
  ...(form.medias.length > 0 && { medias: idsOf(form.medias) }),
  attachedCustomFields: form.customFields,
  ...changedMetadata(form.metadata, {}),
  ...taxOf(form),
  organizationId,
});

/** An unchanged price keeps its id, which running subscriptions and sent links refer to. */
export const updateRequest = (form: ProductForm, product: Product): z.input<typeof ProductUpdate> => {
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    ...trialOf(form),
    prices: [...keptOrNewPrices(form, product), ...meteredRows(form).map((row) => keptOrNew(row, product))],
    medias: idsOf(form.medias),
    attachedCustomFields: form.customFields,
    metadata: metadataOf(form.metadata),
    ...taxOf(form),
  };
};

/** Fields that are only valid together. */
const trialFields: readonly string[] = ['trialInterval', 'trialIntervalCount', 'trialRequiresPaymentMethod'];

/** The fields changed since the form was filled. */
export const changesOf = (
  form: ProductForm,
  before: ProductForm,
  product: Product,
): z.input<typeof ProductUpdate> =>
  changedParts(updateRequest(form, product), updateRequest(before, product), trialFields);

/** Whether the benefits or their order were changed. */
export const hasOtherBenefits = (form: ProductForm, before: ProductForm): boolean =>
  form.benefits.join() !== before.benefits.join();
