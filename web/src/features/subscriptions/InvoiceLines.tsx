import type { ProjectedInvoice } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { describeLine } from '../../shared/describe/line.ts';
import { AmountLines } from '../../ui/display/AmountLines.tsx';
import { formatMoney } from '../../ui/format/money.ts';

type Invoice = Omit<ProjectedInvoice, 'forecast'> & Partial<Pick<ProjectedInvoice, 'forecast'>>;

/** The lines of an upcoming order, and the amount to charge; credits and estimates are labelled. */
export const InvoiceLines = ({ invoice, total }: { invoice: Invoice; total: string }) => {
  const { items, discountAmount, taxAmount, totalAmount, appliedBalanceAmount, dueAmount, currency } =
    invoice;
  const { forecast } = invoice;
  const sum = (label: string, cents: number) => (cents === 0 ? [] : [{ label, cents }]);
  return (
    <AmountLines
      currency={currency}
      items={items.map((item, index) => ({
        key: `${index} ${item.label}`,
        label: describeLine(item, currency),
        cents: item.amount,
      }))}
      sums={[
        ...sum(t('subscriptions:discount'), -discountAmount),
        ...sum(t('subscriptions:tax'), taxAmount),
        ...sum(
          totalAmount < 0 ? t('subscriptions:toTheCredit') : t('subscriptions:fromTheCredit'),
          appliedBalanceAmount,
        ),
      ]}
      total={{ label: total, cents: dueAmount }}
      after={
        forecast && forecast.dueAmount !== dueAmount
          ? [
              {
                label: t('subscriptions:forecast'),
                cents: forecast.dueAmount,
                text: `≈ ${formatMoney(forecast.dueAmount, currency)}`,
              },
            ]
          : []
      }
    />
  );
};
