/** Labels of the tax line. */
import type { taxFacts } from '@tessera/proto/api/billing/tax';
import type { z } from 'zod';
import { t } from '../i18n.ts';
import { rate } from './format.ts';

type TaxFacts = { [Fact in keyof typeof taxFacts]: z.infer<(typeof taxFacts)[Fact]> };

/** The label, with the rates if any. Included tax is named as such: it is not added to the total. */
export const taxLabel = ({ taxBreakdown, taxBehavior, taxabilityReason }: TaxFacts): string => {
  if (taxabilityReason === 'reverse_charge') return t('summary.reverseCharge');
  const name = t(taxBehavior === 'inclusive' ? 'summary.taxIncluded' : 'summary.tax');
  const rates = taxBreakdown.map(({ percentage }) => rate(percentage));
  return rates.length > 0 ? `${name} (${rates.join(' + ')})` : name;
};

type Sums = { subtotalAmount: number; discountAmount: number; totalAmount: number };

/**
 * The same for an upcoming invoice, which has amounts only: tax is included when the total equals the sum of its
 * lines.
 */
export const projectedTaxLabel = ({ subtotalAmount, discountAmount, totalAmount }: Sums): string =>
  t(subtotalAmount - discountAmount === totalAmount ? 'summary.taxIncluded' : 'summary.tax');
