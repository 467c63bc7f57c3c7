import { Amounts } from '../../buyers/prices/Amounts.tsx';
import { day, money } from '../../buyers/prices/format.ts';
import { projectedTaxLabel } from '../../buyers/prices/tax.ts';
import { routes, type Subscription, type Upcoming as UpcomingInvoice } from '../api.ts';
import { t } from '../i18n.ts';
import { lineText } from '../orders/describe.ts';
import { useAsked } from '../portal.ts';
import { Section } from '../ui/Section.tsx';
import { Loading } from '../ui/State.tsx';
import type { useDuplicate } from './Duplicate.tsx';

type Props = {
  subscription: Subscription;
  /** In a list of several: names the subscription. */
  isNamed?: boolean;
  /** A duplicate ends with its period: without an answer to whether it is one, nothing is asked for. */
  duplicate: ReturnType<typeof useDuplicate>;
};

/** The upcoming payment as projected: price, usage so far, and the total at today's pace. */
export const Upcoming = ({ subscription, isNamed = false, duplicate }: Props) => {
  const { data, error } = useAsked<UpcomingInvoice>(
    duplicate === null ? routes.upcoming(subscription.id) : null,
  );
  // Without an upcoming payment nothing is shown.
  if (error || duplicate) return null;
  return (
    <Section
      title={isNamed ? t('upcoming.titleOf', { product: subscription.product.name }) : t('upcoming.title')}
    >
      {data === null ? <Loading lines={2} /> : <Lines invoice={data} />}
    </Section>
  );
};

const Lines = ({ invoice }: { invoice: UpcomingInvoice }) => {
  const { items, currency, discountAmount, taxAmount, appliedBalanceAmount, dueAmount, date, forecast } =
    invoice;
  const line = (label: string, cents: number) => ({ label, text: money(cents, currency) });
  return (
    <Amounts
      items={items.map((item) => line(lineText(item, currency), item.amount))}
      sums={[
        ...(discountAmount > 0 ? [line(t('summary.discount'), -discountAmount)] : []),
        ...(taxAmount === 0 ? [] : [line(projectedTaxLabel(invoice), taxAmount)]),
        ...(appliedBalanceAmount === 0 ? [] : [line(t('change.balance'), appliedBalanceAmount)]),
      ]}
      total={line(t('upcoming.on', { date: day(date) }), dueAmount)}
      after={
        forecast && forecast.dueAmount !== dueAmount
          ? [{ label: t('upcoming.forecast'), text: `≈ ${money(forecast.dueAmount, currency)}` }]
          : []
      }
    />
  );
};
