import type { ProductCreate, ProductUpdate } from '@tessera/proto/api/billing/product';
import type { z } from 'zod';
import type { Product } from '../../api/products.ts';
import { t } from '../../i18n/t.ts';
import type { FieldMap } from '../../ui/form-errors.ts';
import { amountInput, parseAmount } from '../../ui/money.ts';
import { keptOrNew, type MeteredForm, meteredMistakes, meteredOf, meteredPrice } from './metered-form.ts';

/** `none`: what is used is all that is paid. */
export type PriceKind = 'fixed' | 'custom' | 'free' | 'none';

export type Interval = 'day' | 'week' | 'month' | 'year';

export const intervalNames = (): Record<Interval, string> => ({
  day: t('products:days'),
  week: t('products:weeks'),
  month: t('products:months'),
  year: t('products:years'),
});

/** What the form holds: amounts as they were typed. */
export type ProductForm = {
  name: string;
  description: string;
  interval: 'once' | Interval;
  /** Paid every so many intervals, as it was typed. */
  intervalCount: string;
  /** So many intervals before the first payment; empty: none. */
  trialCount: string;
  trialInterval: Interval;
  priceKind: PriceKind;
  amount: string;
  minimum: string;
  maximum: string;
  preset: string;
  metered: MeteredForm[];
  benefits: string[];
  /** Pictures in order. */
  medias: { id: string; name: string; publicUrl: string }[];
  /** What the checkout asks for, in order. */
  customFields: AskedField[];
  isTaxApplicable: boolean;
  isTaxIncluded: boolean;
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
  priceKind: 'fixed',
  amount: '',
  minimum: '',
  maximum: '',
  preset: '',
  metered: [],
  benefits: [],
  medias: [],
  customFields: [],
  isTaxApplicable: true,
  isTaxIncluded: false,
  form: '',
};

export const productFields: FieldMap = {
  'prices.0.priceAmount': 'amount',
  'prices.0.minimumAmount': 'minimum',
  'prices.0.maximumAmount': 'maximum',
  'prices.0.presetAmount': 'preset',
  prices: 'amount',
  recurringInterval: 'interval',
  recurringIntervalCount: 'intervalCount',
  trialInterval: 'trialCount',
  trialIntervalCount: 'trialCount',
  attachedCustomFields: 'customFields',
  taxBehavior: 'isTaxIncluded',
};
export const moneyFields = ['amount', 'minimum', 'maximum', 'preset'];

/** The form of a product that exists. */
export const formOfProduct = (product: Product): ProductForm => {
  const price = staticPrice(product);
  const common = {
    ...emptyProduct,
    name: product.name,
    description: product.description ?? '',
    interval: product.recurringInterval ?? ('once' as const),
    intervalCount: String(product.recurringIntervalCount ?? 1),
    trialCount: String(product.trialIntervalCount ?? ''),
    trialInterval: product.trialInterval ?? ('day' as const),
    metered: meteredOf(product),
    benefits: product.benefits.map(({ id }) => id),
    isTaxApplicable: product.isTaxApplicable,
    isTaxIncluded: product.taxBehavior === 'inclusive',
    medias: product.medias.map(({ id, name, publicUrl }) => ({ id, name, publicUrl })),
    customFields: product.attachedCustomFields.map(({ customFieldId, required }) => ({
      customFieldId,
      required,
    })),
  };
  if (price?.amountType === 'fixed')
    return { ...common, priceKind: 'fixed', amount: amountInput(price.priceAmount) };
  if (price?.amountType === 'custom')
    return {
      ...common,
      priceKind: 'custom',
      minimum: amountInput(price.minimumAmount),
      maximum: amountInput(price.maximumAmount),
      preset: amountInput(price.presetAmount),
    };
  return { ...common, priceKind: price ? 'free' : 'none' };
};

const staticPrice = ({ prices }: Product) => prices.find(({ amountType }) => amountType !== 'metered_unit');

/** Amounts that were typed but cannot be read as money. */
export const unreadableAmounts = (form: ProductForm): Record<string, string> => {
  const shown: (keyof ProductForm & ('amount' | 'minimum' | 'maximum' | 'preset'))[] =
    form.priceKind === 'fixed'
      ? ['amount']
      : form.priceKind === 'custom'
        ? ['minimum', 'maximum', 'preset']
        : [];
  const errors: Record<string, string> = {};
  for (const field of shown) {
    const typed = form[field].trim();
    if (typed === '' && field === 'amount') errors[field] = t('common:thisIsRequired');
    else if (typed !== '' && parseAmount(typed) === null)
      errors[field] = t('products:enterAnAmountInDollars');
  }
  return { ...errors, ...countErrors(form), ...meteredErrors(form) };
};

const isCount = (typed: string): boolean => /^[1-9]\d{0,2}$/.test(typed.trim());

const countErrors = ({ interval, intervalCount, trialCount }: ProductForm): Record<string, string> => {
  if (interval === 'once') return {};
  return {
    ...(!isCount(intervalCount) && { intervalCount: t('products:enterAWholeNumber') }),
    ...(trialCount.trim() !== '' && !isCount(trialCount) && { trialCount: t('products:enterAWholeNumber') }),
  };
};

/** Null where there is none. */
const trialOf = ({ interval, trialCount, trialInterval }: ProductForm) => {
  const count = trialCount.trim();
  return interval === 'once' || count === ''
    ? { trialInterval: null, trialIntervalCount: null }
    : { trialInterval, trialIntervalCount: Number(count) };
};

/** Usage is billed by the period. */
const meteredErrors = (form: ProductForm): Record<string, string> => {
  if (form.interval !== 'once' && (form.priceKind !== 'none' || form.metered.length > 0))
    return meteredMistakes(form.metered);
  return form.priceKind === 'none' ? { form: t('products:byUsageNeedsSubscription') } : {};
};

const cents = (typed: string): number | null => (typed.trim() === '' ? null : parseAmount(typed));

type Price = z.input<typeof ProductCreate>['prices'][number];

const priceOf = (form: ProductForm): Price | null => {
  switch (form.priceKind) {
    case 'fixed':
      return { amountType: 'fixed', priceAmount: cents(form.amount) ?? 0, priceCurrency: 'usd' };
    case 'custom':
      return {
        amountType: 'custom',
        priceCurrency: 'usd',
        minimumAmount: cents(form.minimum),
        maximumAmount: cents(form.maximum),
        presetAmount: cents(form.preset),
      };
    case 'free':
      return { amountType: 'free' };
    case 'none':
      return null;
  }
};

/** Those that a product of this billing can have. */
const meteredRows = ({ interval, metered }: ProductForm): MeteredForm[] =>
  interval === 'once' ? [] : metered;

const present = <Value>(value: Value | null): Value[] => (value === null ? [] : [value]);

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
  prices: [...present(priceOf(form)), ...meteredRows(form).map(meteredPrice)],
  ...(form.medias.length > 0 && { medias: idsOf(form.medias) }),
  attachedCustomFields: form.customFields,
  ...taxOf(form),
  organizationId,
});

/** A price that was not touched is kept: running subscriptions and sent links go on pointing at it. */
export const updateRequest = (form: ProductForm, product: Product): z.input<typeof ProductUpdate> => {
  const before = formOfProduct(product);
  const price = staticPrice(product);
  const isPriceKept =
    price !== undefined && JSON.stringify(priceOf(before)) === JSON.stringify(priceOf(form));
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    ...trialOf(form),
    prices: [
      ...(isPriceKept ? [{ id: price.id }] : present(priceOf(form))),
      ...meteredRows(form).map((row) => keptOrNew(row, product)),
    ],
    ...(idsOf(form.medias).join() !== idsOf(product.medias).join() && { medias: idsOf(form.medias) }),
    attachedCustomFields: form.customFields,
    ...taxOf(form),
  };
};

/** Whether the benefits or their order differ from the product's. */
export const hasOtherBenefits = (form: ProductForm, product: Product): boolean =>
  form.benefits.join() !== product.benefits.map(({ id }) => id).join();
