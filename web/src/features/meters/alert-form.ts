/** The form of an alert. Amounts are typed in the chosen currency. */
import { type Currency, defaultCurrency } from '@tessera/proto/api/billing/currencies';
import type { UsageAlertCreate, UsageAlertKind } from '@tessera/proto/api/billing/usage-alert';
import type { z } from 'zod';
import type { UsageAlert } from '../../api/usage/usage-alerts.ts';
import { t } from '../../i18n/t.ts';
import { amountInput, formatMoney, parseAmount } from '../../ui/format/money.ts';
import { decimalInput, plainDecimal } from '../../ui/format/typed-values.ts';
import { formatUnits } from './periods.ts';

export type AlertForm = {
  name: string;
  kind: UsageAlertKind;
  threshold: string;
  currency: Currency;
  customerId: string | null;
  isHardStop: boolean;
  notifyCustomer: boolean;
  form: string;
};

export const emptyAlert: AlertForm = {
  name: '',
  kind: 'units',
  threshold: '',
  currency: defaultCurrency,
  customerId: null,
  isHardStop: false,
  notifyCustomer: true,
  form: '',
};

export const formOfAlert = (alert: UsageAlert): AlertForm => {
  const { name, kind, threshold, currency, customerId, isHardStop, notifyCustomer } = alert;
  const typed = kind === 'amount' ? amountInput(threshold, currency) : decimalInput(String(threshold));
  return { name, kind, threshold: typed, currency, customerId, isHardStop, notifyCustomer, form: '' };
};

/** Parses the threshold for the schema: undefined for empty, NaN for invalid input. */
const thresholdOf = ({ kind, threshold, currency }: AlertForm): number => {
  const typed = plainDecimal(threshold);
  if (typed === '') return undefined as never;
  return kind === 'amount' ? (parseAmount(threshold, currency) ?? Number.NaN) : Number(typed);
};

export const changesOf = (form: AlertForm) => ({
  name: form.name.trim(),
  kind: form.kind,
  threshold: thresholdOf(form),
  currency: form.currency,
  isHardStop: form.isHardStop,
  notifyCustomer: form.notifyCustomer,
});

export const requestOf = (
  form: AlertForm,
  { organizationId, meterId }: { organizationId: string; meterId: string },
): z.input<typeof UsageAlertCreate> => ({
  ...changesOf(form),
  organizationId,
  meterId,
  customerId: form.customerId,
});

/** "80 % of credit" */
export const describeThreshold = ({
  kind,
  threshold,
  currency,
}: Pick<UsageAlert, 'kind' | 'threshold' | 'currency'>): string => {
  switch (kind) {
    case 'amount':
      return formatMoney(threshold, currency);
    case 'credit_percent':
      return t('meters:alerts.percentOfCredit', { value: formatUnits(threshold) });
    case 'units':
      return t('meters:alerts.unitsOf', { count: threshold, value: formatUnits(threshold) });
  }
};
