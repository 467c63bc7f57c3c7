import {
  hasUpcomingInvoice,
  type Subscription,
  useGetUpcomingInvoiceQuery,
} from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { Section } from '../../ui/pages/Section.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';

/** The next charge and its date; nothing without one. */
export const Upcoming = ({ subscription }: { subscription: Subscription }) =>
  hasUpcomingInvoice(subscription) ? <NextOrder id={subscription.id} /> : null;

const NextOrder = ({ id }: { id: string }) => {
  const { data } = useGetUpcomingInvoiceQuery(id);
  if (!data) return null;
  return (
    <Section title={t('subscriptions:nextOrder')} description={formatDay(data.date)}>
      <InvoiceLines invoice={data} total={t('subscriptions:willBeCharged')} />
    </Section>
  );
};
