/** What the line of the tax is called. */
import type { taxFacts } from '@tessera/proto/api/billing/tax';
import type { z } from 'zod';
import { rate } from './format.ts';
import { t } from './i18n.ts';

type TaxFacts = { [Fact in keyof typeof taxFacts]: z.infer<(typeof taxFacts)[Fact]> };

/** With the rates, where there are any. What prices contain is named so: it comes on top of nothing. */
export const taxLabel = ({ taxBreakdown, taxBehavior, taxabilityReason }: TaxFacts): string => {
  if (taxabilityReason === 'reverse_charge') return t('summary.reverseCharge');
  const name = t(taxBehavior === 'inclusive' ? 'summary.taxIncluded' : 'summary.tax');
  const rates = taxBreakdown.map(({ percentage }) => rate(percentage));
  return rates.length > 0 ? `${name} (${rates.join(' + ')})` : name;
};

type Sums = { subtotalAmount: number; discountAmount: number; totalAmount: number };

/** The same for an invoice to come, which says amounts alone: the total is then the sum of its lines already. */
export const projectedTaxLabel = ({ subtotalAmount, discountAmount, totalAmount }: Sums): string =>
  t(subtotalAmount - discountAmount === totalAmount ? 'summary.taxIncluded' : 'summary.tax');
