import { Currency, defaultCurrency } from '@tessera/proto/api/billing/currencies';
import type { DiscountCreate, DiscountUpdate } from '@tessera/proto/api/billing/discount';
import type { DiscountDuration, DiscountType } from '@tessera/proto/api/billing/enums';
import type { z } from 'zod';
import type { Discount } from '../../api/catalog/discounts.ts';
import { t } from '../../i18n/t.ts';
import {
  changedMetadata,
  entriesOf,
  type MetadataEntry,
  metadataMistakes,
  metadataOf,
} from '../../shared/fields/metadata.ts';
import { amountInput, parseAmount } from '../../ui/format/money.ts';
import { countOf, decimalInput, localInput, momentOf } from '../../ui/format/typed-values.ts';
import type { FieldMap } from '../../ui/forms/form-errors.ts';

/** The values of the form: numbers as typed, dates as the browser's input formats them, in the local time zone. */
export type DiscountForm = {
  name: string;
  code: string;
  type: DiscountType;
  percent: string;
  amount: string;
  currency: Currency;
  duration: DiscountDuration;
  months: string;
  startsAt: string;
  endsAt: string;
  maxRedemptions: string;
  maxPerCustomer: string;
  products: string[];
  metadata: MetadataEntry[];
  form: string;
};

export const emptyDiscount: DiscountForm = {
  name: '',
  code: '',
  type: 'percentage',
  percent: '',
  amount: '',
  currency: defaultCurrency,
  duration: 'once',
  months: '',
  startsAt: '',
  endsAt: '',
  maxRedemptions: '',
  maxPerCustomer: '',
  products: [],
  metadata: [],
  form: '',
};

export const discountFields: FieldMap = {
  basisPoints: 'percent',
  durationInMonths: 'months',
  maxRedemptionsPerCustomer: 'maxPerCustomer',
};
export const moneyFields = ({ currency }: DiscountForm) => ({ amount: currency });

/** 1250 basis points -> "12.5", or "12,5" in locales with a decimal comma. */
export const percentInput = (basisPoints: number): string => decimalInput(String(basisPoints / 100));

/** "12.5" or "12,5" -> 1250 basis points; null: not a percentage from 0.01 to 100. */
export const parsePercent = (typed: string): number | null => {
  const bare = typed.trim().replace(/\s*%$/, '').replace(',', '.');
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(bare)) return null;
  const basisPoints = Math.round(Number(bare) * 100);
  return basisPoints >= 1 && basisPoints <= 10_000 ? basisPoints : null;
};

export const formOfDiscount = (discount: Discount): DiscountForm => ({
  ...emptyDiscount,
  name: discount.name,
  code: discount.code ?? '',
  type: discount.type,
  percent: 'basisPoints' in discount ? percentInput(discount.basisPoints) : '',
  amount: 'amount' in discount ? amountInput(discount.amount, discount.currency) : '',
  currency:
    Currency.options.find((known) => 'currency' in discount && known === discount.currency) ??
    defaultCurrency,
  duration: discount.duration,
  months: 'durationInMonths' in discount ? String(discount.durationInMonths) : '',
  startsAt: localInput(discount.startsAt),
  endsAt: localInput(discount.endsAt),
  maxRedemptions: discount.maxRedemptions?.toString() ?? '',
  maxPerCustomer: discount.maxRedemptionsPerCustomer?.toString() ?? '',
  products: discount.products.map(({ id }) => id),
  metadata: entriesOf(discount.metadata),
});

/** Errors of values that cannot be parsed or are missing. */
export const unreadable = (form: DiscountForm): Record<string, string> => ({
  ...(form.type === 'percentage' &&
    parsePercent(form.percent) === null && { percent: t('discounts:enterAPercentage') }),
  ...(form.type === 'fixed' &&
    parseAmount(form.amount, form.currency) === null && { amount: t('discounts:enterAnAmount') }),
  ...(form.duration === 'repeating' && !countOf(form.months) && { months: t('discounts:enterMonths') }),
  ...metadataMistakes(form.metadata),
});

const common = (form: DiscountForm) => ({
  name: form.name.trim(),
  code: form.code.trim() || null,
  startsAt: momentOf(form.startsAt),
  endsAt: momentOf(form.endsAt),
  maxRedemptions: countOf(form.maxRedemptions),
  maxRedemptionsPerCustomer: countOf(form.maxPerCustomer),
  products: form.products,
});

const months = ({ duration, months: typed }: DiscountForm) =>
  duration === 'repeating' ? { durationInMonths: countOf(typed) } : {};

export const createRequest = (form: DiscountForm, organizationId: string): z.input<typeof DiscountCreate> => {
  const terms = {
    ...common(form),
    ...changedMetadata(form.metadata, {}),
    duration: form.duration,
    ...months(form),
    organizationId,
  };
  return form.type === 'fixed'
    ? {
        ...terms,
        type: 'fixed',
        amount: parseAmount(form.amount, form.currency) ?? 0,
        currency: form.currency,
      }
    : { ...terms, type: 'percentage', basisPoints: parsePercent(form.percent) ?? 1 };
};

/** `before`: the initial form values. Unchanged metadata is not sent. */
export const updateRequest = (
  form: DiscountForm,
  before: DiscountForm = emptyDiscount,
): z.input<typeof DiscountUpdate> => ({
  ...common(form),
  ...changedMetadata(form.metadata, metadataOf(before.metadata)),
  ...months(form),
  ...(form.type === 'fixed'
    ? { amount: parseAmount(form.amount, form.currency) ?? 0, currency: form.currency }
    : { basisPoints: parsePercent(form.percent) ?? 1 }),
});

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random code without letters and digits that look alike. */
export const randomCode = (length = 8): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (value) => letters[value % letters.length]).join(
    '',
  );
